package io.tidemark.model.snapshot;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The part of a snapshot that belongs to one phase by intention and to one, often the same, by
 * time.
 *
 * @param phase index of the phase in which the messages were intended to be sent
 * @param happenedIn index of the phase in which the events occurred, by the worker's clock
 * @param counters of those events
 * @param arrivals of those messages that were received, in the worker's clock
 * @param latencies of those events; only of measures that have some
 */
public record PhaseSlice(
    int phase,
    int happenedIn,
    Counters counters,
    ArrivalSpan arrivals,
    Map<Measure, LatencyCounts> latencies) {
  public PhaseSlice {
    Map<Measure, LatencyCounts> copy = new EnumMap<>(Measure.class);
    copy.putAll(latencies);
    latencies = Collections.unmodifiableMap(copy);
  }

  /**
   * A slice of events that occurred in the phase in which the messages were intended; none is an
   * arrival.
   */
  public PhaseSlice(int phase, Counters counters, Map<Measure, LatencyCounts> latencies) {
    this(phase, phase, counters, ArrivalSpan.NONE, latencies);
  }
}
