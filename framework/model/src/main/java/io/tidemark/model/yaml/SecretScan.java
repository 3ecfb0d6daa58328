package io.tidemark.model.yaml;

import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.yaml.SecretSpans.Kind;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the secret values of a configuration, so that they can be masked wherever they appear. */
public final class SecretScan {
  private static final Pattern COMMON =
      Pattern.compile("(?i)true|false|null|none|yes|no|[0-9]{0,5}");
  private static final Pattern LINE = Pattern.compile("\\s*+([\\w.\\-]++)\\s*+[=:]\\s*+(\\S.*+)");
  private static final Pattern QUOTED_SECRET =
      Pattern.compile("(?i)(?:password|secret)\\s*+=\\s*+\"((?:[^\"\\\\]|\\\\.)++)\"");

  private static final Pattern ENCODED = Pattern.compile("(?=.*%)(?:[^%]|%[0-9A-Fa-f]{2})*+");

  /** Behind the path of a map whose values are all secret. */
  private static final String ANY_KEY = ".*";

  private final Set<String> secretPaths = new HashSet<>();
  private final List<String> found = new ArrayList<>();

  private SecretScan(List<Setting> rules) {
    rules.stream()
        .filter(Setting::secret)
        .map(rule -> rule.types().contains(Type.MAP) ? rule.path() + ANY_KEY : rule.path())
        .forEach(secretPaths::add);
  }

  /**
   * Values of keys that look secret or that a rule says are; passwords in URIs and in properties.
   */
  public static List<String> of(YamlMap map, List<Setting> rules) {
    SecretScan scan = new SecretScan(rules);
    scan.scan(map, "");
    return scan.found;
  }

  /**
   * What placeholders brought into such values, alone: they may turn up elsewhere without what
   * stood around them.
   */
  public static List<String> filledIn(YamlMap raw, EnvironmentSource values, List<Setting> rules) {
    return of(raw, rules).stream()
        .flatMap(secret -> Placeholders.names(secret).stream())
        .flatMap(name -> values.used(name).stream())
        .toList();
  }

  private void scan(YamlNode node, String path) {
    if (node instanceof YamlMap map) {
      for (Map.Entry<String, YamlNode.Entry> entry : map.entries().entrySet()) {
        String child = path.isEmpty() ? entry.getKey() : path + "." + entry.getKey();
        if (secretPaths.contains(path + ANY_KEY)) {
          secretPaths.add(child);
        }
        scan(entry.getValue().value(), child);
      }
    } else if (node instanceof YamlList list) {
      list.items().forEach(item -> scan(item, path + "[]"));
    } else if (node instanceof YamlScalar scalar && !scalar.isNull()) {
      scanText(scalar.text(), path);
    }
  }

  private void scanText(String text, String path) {
    String key = path.substring(path.lastIndexOf('.') + 1);
    boolean properties = text.contains("\n") || LINE.matcher(text).matches();
    boolean marked = secretPaths.contains(path) && !properties;
    if (marked || SecretName.looksSecret(key) || SecretName.looksSecret(path)) {
      add(text);
    }
    SecretSpans.of(text).forEach(span -> add(span, text.substring(span.from(), span.to())));
    text.lines().forEach(this::scanLine);
  }

  /** A name of a user alone is no secret, nor is each parameter: their words occur elsewhere. */
  private void add(SecretSpans.Span span, String text) {
    int colon = span.kind() == Kind.LOGIN ? text.indexOf(':') : -1;
    String value = colon < 0 || colon == text.length() - 1 ? text : text.substring(colon + 1);
    if (span.kind() != Kind.PARAMETER || isNoWord(value)) {
      add(value);
      if (ENCODED.matcher(value).matches()) {
        add(URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8));
      }
    }
  }

  private static boolean isNoWord(String value) {
    boolean mixed =
        value.chars().anyMatch(Character::isUpperCase)
            && value.chars().anyMatch(Character::isLowerCase);
    return value.length() >= 8 && (mixed || value.chars().anyMatch(Character::isDigit));
  }

  private void scanLine(String line) {
    Matcher matcher = LINE.matcher(line);
    if (matcher.matches() && SecretName.looksSecret(matcher.group(1))) {
      add(matcher.group(2));
    }
    Matcher quoted = QUOTED_SECRET.matcher(line);
    while (quoted.find()) {
      add(quoted.group(1));
    }
  }

  /**
   * Common words and small numbers are not masked everywhere, because this would garble all text;
   * as values of secret keys they are masked. A placeholder for values of brokers is no secret.
   */
  private void add(String value) {
    String stripped = value.strip();
    if (!COMMON.matcher(stripped).matches() && !SecretName.isOfBrokers(stripped)) {
      found.add(stripped);
    }
  }
}
