package io.tidemark.model.worker;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The part of a snapshot that belongs to one phase: samples whose intended send time lies in it.
 *
 * @param phase its index
 * @param counters of those samples
 * @param latencies of those samples; only of measures that have some
 */
public record PhaseSlice(int phase, Counters counters, Map<Measure, LatencyCounts> latencies) {
  public PhaseSlice {
    Map<Measure, LatencyCounts> copy = new EnumMap<>(Measure.class);
    copy.putAll(latencies);
    latencies = Collections.unmodifiableMap(copy);
  }
}
