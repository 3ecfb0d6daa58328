package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.tidemark.model.snapshot.Measure;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The latencies of a stretch of time. Stored as an object with one key for each measure, {@code
 * publishLatencyMicros} for example; null where nothing was measured. Those of round trips are
 * absent where none of them was measured, as is the time to open clients.
 */
public final class Latencies {
  /** Nothing was measured. */
  public static final Latencies NONE = new Latencies(Map.of());

  private static final String UNIT = "Micros";

  private final Map<Measure, LatencyMicros> byMeasure;

  private Latencies(Map<Measure, LatencyMicros> byMeasure) {
    this.byMeasure = byMeasure;
  }

  static Latencies of(Map<Measure, Histogram> histograms) {
    Map<Measure, LatencyMicros> byMeasure = new EnumMap<>(Measure.class);
    histograms.forEach(
        (measure, histogram) ->
            LatencySummary.of(histogram)
                .ifPresent(summary -> byMeasure.put(measure, LatencyMicros.of(summary))));
    return new Latencies(byMeasure);
  }

  public static Latencies ofSummaries(Map<Measure, LatencySummary> summaries) {
    Map<Measure, LatencyMicros> byMeasure = new EnumMap<>(Measure.class);
    summaries.forEach((measure, summary) -> byMeasure.put(measure, LatencyMicros.of(summary)));
    return new Latencies(byMeasure);
  }

  @JsonCreator
  static Latencies stored(Map<String, LatencyMicros> stored) {
    Map<Measure, LatencyMicros> byMeasure = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      LatencyMicros latency = stored.get(measure.key() + UNIT);
      if (latency != null) {
        byMeasure.put(measure, latency);
      }
    }
    return new Latencies(byMeasure);
  }

  @JsonValue
  Map<String, LatencyMicros> stored() {
    Map<String, LatencyMicros> stored = new LinkedHashMap<>();
    boolean roundTrips = byMeasure.keySet().stream().anyMatch(Measure::ofRoundTrips);
    for (Measure measure : Measure.values()) {
      boolean absent = byMeasure.get(measure) == null;
      if (measure.ofRoundTrips() && !roundTrips || measure.isRare() && absent) {
        continue;
      }
      stored.put(measure.key() + UNIT, byMeasure.get(measure));
    }
    return stored;
  }

  /** Empty when nothing was measured: no sample is not zero latency. */
  public Optional<LatencyMicros> get(Measure measure) {
    return Optional.ofNullable(byMeasure.get(measure));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Latencies latencies && latencies.byMeasure.equals(byMeasure);
  }

  @Override
  public int hashCode() {
    return byMeasure.hashCode();
  }

  @Override
  public String toString() {
    return byMeasure.toString();
  }
}
