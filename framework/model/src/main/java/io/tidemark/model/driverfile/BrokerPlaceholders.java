package io.tidemark.model.driverfile;

import io.tidemark.driver.settings.NearestName;
import io.tidemark.model.yaml.PlaceholderSource;
import io.tidemark.model.yaml.UnknownPlaceholderException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** {@code ${brokers.*}} once the brokers run. */
final class BrokerPlaceholders implements PlaceholderSource {
  private static final String PREFIX = "brokers.";

  private final Map<String, String> values;

  BrokerPlaceholders(Map<String, String> values) {
    this.values = new TreeMap<>();
    values.forEach((name, value) -> this.values.put(withPrefix(name), value));
  }

  private static String withPrefix(String name) {
    return name.startsWith(PREFIX) ? name : PREFIX + name;
  }

  @Override
  public Optional<String> value(String name) {
    if (!name.startsWith(PREFIX)) {
      return Optional.empty();
    }
    String value = values.get(name);
    if (value == null) {
      throw new UnknownPlaceholderException(
          "unknown placeholder ${%s}; allowed %s%s"
              .formatted(
                  name,
                  String.join(
                      ", ", values.keySet().stream().map(known -> "${" + known + "}").toList()),
                  NearestName.suggestion(name, values.keySet())));
    }
    return Optional.of(value);
  }
}
