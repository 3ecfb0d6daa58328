package io.tidemark.report.figures;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The distribution of a latency over all measured phases. Arrays are shared, not copied: do not
 * change them.
 *
 * @param percentiles increasing, from 0 to below 100
 * @param micros the value at each percentile
 * @param bucketMicros beginnings of buckets, {@link #BUCKETS_PER_DECADE} for each power of ten;
 *     empty for files in OMB's format
 * @param shares of the values in each bucket, 0 to 1
 */
@SuppressWarnings("ArrayRecordComponent") // Thousands of points; no boxing.
public record LatencyCurve(
    double[] percentiles, double[] micros, double[] bucketMicros, double[] shares) {
  /** Equal in all runs, so that distributions can be compared. */
  public static final int BUCKETS_PER_DECADE = 20;

  private static final int TICKS_PER_HALF_DISTANCE = 10;
  private static final double ALL = 100;

  /**
   * @param histogram of nanoseconds, not empty
   */
  public static LatencyCurve of(Histogram histogram) {
    DoubleStream.Builder percentiles = DoubleStream.builder();
    DoubleStream.Builder micros = DoubleStream.builder();
    double last = 0;
    for (HistogramIterationValue step : histogram.percentiles(TICKS_PER_HALF_DISTANCE)) {
      double percentile = step.getPercentileLevelIteratedTo();
      if (percentile >= ALL) {
        // The maximum, at the place of one message of all.
        percentile = Math.max(last, ALL - ALL / histogram.getTotalCount());
      }
      percentiles.add(percentile);
      micros.add(step.getValueIteratedTo() / 1e3);
      last = percentile;
    }
    double[][] buckets = buckets(histogram);
    return new LatencyCurve(
        percentiles.build().toArray(), micros.build().toArray(), buckets[0], buckets[1]);
  }

  private static double[][] buckets(Histogram histogram) {
    TreeMap<Integer, Long> counts = new TreeMap<>();
    for (HistogramIterationValue value : histogram.recordedValues()) {
      double micros = Math.max(1, value.getValueIteratedTo()) / 1e3;
      int bucket = (int) Math.floor(Math.log10(micros) * BUCKETS_PER_DECADE);
      counts.merge(bucket, value.getCountAddedInThisIterationStep(), Long::sum);
    }
    int first = counts.firstKey();
    double[] micros = new double[counts.lastKey() - first + 1];
    double[] shares = new double[micros.length];
    for (int i = 0; i < micros.length; i++) {
      micros[i] = Math.pow(10, (first + i) / (double) BUCKETS_PER_DECADE);
      shares[i] = counts.getOrDefault(first + i, 0L) / (double) histogram.getTotalCount();
    }
    return new double[][] {micros, shares};
  }

  /**
   * @param quantiles OMB's map from percentile to value
   * @param microsPerUnit of its values
   */
  public static LatencyCurve ofOmb(JsonNode quantiles, double microsPerUnit) {
    Map<Double, Double> byPercentile = new TreeMap<>();
    quantiles
        .properties()
        .forEach(
            each ->
                byPercentile.put(
                    Double.valueOf(each.getKey()), each.getValue().asDouble() * microsPerUnit));
    byPercentile.remove(ALL);
    return new LatencyCurve(
        byPercentile.keySet().stream().mapToDouble(Double::doubleValue).toArray(),
        byPercentile.values().stream().mapToDouble(Double::doubleValue).toArray(),
        new double[0],
        new double[0]);
  }
}
