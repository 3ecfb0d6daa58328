package io.tidemark.features.history;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * A run in a store.
 *
 * @param id of the run; of a file in OMB's format, a digest of its content
 * @param at when it began
 * @param status of its verdict
 * @param source its directory or file, as it was given when it was added
 * @param attributes what may change from run to run: versions, settings, labels
 * @param values by the keys of metrics: rates in 1/s, latencies in microseconds
 * @param damaged which of them must not be used, and why
 */
public record HistoryRun(
    String id,
    Instant at,
    String status,
    String source,
    Map<String, String> attributes,
    Map<String, Double> values,
    Map<String, String> damaged) {
  /** The attribute with the address of its report. */
  public static final String REPORT = "report";

  public HistoryRun {
    attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
    values = Collections.unmodifiableMap(new TreeMap<>(values));
    damaged = damaged.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(damaged));
  }

  /** Empty if it was not measured or must not be used. */
  public OptionalDouble value(String metric) {
    Double value = values.get(metric);
    return value == null || damaged.containsKey(metric)
        ? OptionalDouble.empty()
        : OptionalDouble.of(value);
  }

  /** The value of an attribute; empty if the run has none. */
  public Optional<String> attribute(String name) {
    return Optional.ofNullable(attributes.get(name));
  }
}
