package io.tidemark.model.yaml;

import java.util.regex.Pattern;

/** Names of keys whose values are secrets. */
public final class SecretName {
  private static final Pattern BROKERS = Pattern.compile("\\$\\{brokers\\.[^}\\n]{0,512}\\}");

  private static final String SECRET_NAME =
      "passw(or)?d|passphrase|pwd|secret|token|credential|(api|access|private)[._-]?key"
          + "|jaas\\.config|basic\\.auth\\.user\\.info|authorization$";
  private static final Pattern NAME =
      Pattern.compile("(" + SECRET_NAME + ")", Pattern.CASE_INSENSITIVE);

  /** Names that hold such a word and yet no secret. */
  private static final Pattern HARMLESS_NAME =
      Pattern.compile(
          "(class|provider|type|endpoint\\.uri|endpoint\\.url|file|path|location)$",
          Pattern.CASE_INSENSITIVE);

  private SecretName() {}

  /** Whether a key's name marks its value as secret. */
  public static boolean looksSecret(String key) {
    return NAME.matcher(key).find() && !HARMLESS_NAME.matcher(key).find();
  }

  /** Whether a value is a placeholder for what brokers will have, and nothing else. */
  static boolean isOfBrokers(String value) {
    return BROKERS.matcher(value).matches();
  }
}
