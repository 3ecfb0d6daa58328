package io.tidemark.model.worker;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The part of a snapshot that belongs to one phase: samples whose intended send time lies in it.
 *
 * @param phase its index
 * @param counters of those samples
 * @param histograms nanoseconds, 1 ns to 12 h, 3 significant digits; only those that hold
 *     something. Not to be changed by anybody who gets them.
 */
public record PhaseSlice(int phase, Counters counters, Map<Measure, Histogram> histograms) {
  public PhaseSlice {
    Map<Measure, Histogram> copy = new EnumMap<>(Measure.class);
    copy.putAll(histograms);
    histograms = Collections.unmodifiableMap(copy);
  }
}
