package io.tidemark.features.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Names of metrics, attributes and events. Where a convention defines a name, it is the default;
 * all others begin with the prefix.
 *
 * @param changed names to use, by default names; empty to leave it out
 */
record OtlpNames(String prefix, Map<String, String> changed) {
  static final String SYSTEM = "messaging.system";
  static final String DESTINATION = "messaging.destination.name";
  static final String OPERATION = "messaging.operation.name";
  static final String OPERATION_TYPE = "messaging.operation.type";

  OtlpNames {
    changed = Map.copyOf(changed);
  }

  /** The name to use; empty if the metric, attribute or event is to be left out. */
  Optional<String> used(String name) {
    return Optional.of(changed.getOrDefault(name, name)).filter(used -> !used.isEmpty());
  }

  /** The default name of what only this program has: {@code publishRate} is publish_rate. */
  String own(String name) {
    String words =
        name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").replace('-', '_').toLowerCase(Locale.ROOT);
    return prefix + "." + words;
  }

  /** Attributes by their default names. */
  Attributes attributes(Map<String, String> values) {
    AttributesBuilder attributes = Attributes.builder();
    values.forEach((name, value) -> used(name).ifPresent(used -> attributes.put(used, value)));
    return attributes.build();
  }

  /** Attributes by names of this program. */
  Attributes ownAttributes(Map<String, String> values) {
    Function<Map.Entry<String, String>, String> name = each -> own(each.getKey());
    return attributes(
        values.entrySet().stream().collect(Collectors.toMap(name, Map.Entry::getValue)));
  }
}
