package io.tidemark.model.driverfile;

import io.tidemark.driver.settings.Key;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The {@code strimzi} of a driver's file: a Kafka cluster whose address and credentials the
 * coordinator's process reads from Kubernetes and fills in for {@code ${brokers.*}}.
 */
public record StrimziSpec(
    @Key(value = "Name of the `Kafka` resource.", required = true) String cluster,
    @Key(value = "Its namespace.", required = true) String namespace,
    @Key(
            value =
                "Name of a listener: `${brokers.bootstrap}`, and with TLS `${brokers.ca}`, a PEM"
                    + " text.",
            required = true)
        String listener,
    @Key(
            "Name of a `KafkaUser`: `${brokers.userCertificate}` and `${brokers.userKey}` (PEM"
                + " texts), or `${brokers.userPassword}` and `${brokers.userJaas}`.")
        Optional<String> user) {
  static final String SECTION = "strimzi";

  /** Names of all placeholders; which of them have values depends on the listener and the user. */
  public static final List<String> PLACEHOLDERS =
      List.of("bootstrap", "ca", "user", "userCertificate", "userKey", "userPassword", "userJaas");

  /** Names of the placeholders with secret values. */
  static final Set<String> SECRET_PLACEHOLDERS = Set.of("userKey", "userPassword", "userJaas");

  /** Names that Kubernetes permits. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?");

  /** Whether a file has {@code ${brokers.*}}: of local brokers, or of these. */
  static boolean opensPlaceholders(YamlMap file) {
    return file.get("localBrokers").isPresent() || file.get(SECTION).isPresent();
  }

  /** The names become parts of paths of an API. */
  static void check(Fields file) {
    Fields section = file.section(SECTION);
    if (file.has(SECTION) && file.has("localBrokers")) {
      file.error(SECTION, "cannot be combined with localBrokers");
    }
    for (String key : List.of("cluster", "namespace", "listener", "user")) {
      checkName(section, key);
    }
  }

  static void checkName(Fields section, String key) {
    section
        .text(key)
        .filter(text -> !NAME.matcher(text).matches())
        .ifPresent(
            text ->
                section.error(
                    key,
                    "not a name of Kubernetes, got %s; allowed letters a-z, digits, - and ."
                        .formatted(text)));
  }
}
