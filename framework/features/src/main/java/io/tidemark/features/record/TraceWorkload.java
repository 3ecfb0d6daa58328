package io.tidemark.features.record;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.load.CurveKeys.CurvePoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The text of a workload file that is like a trace, without needing it. */
public final class TraceWorkload {
  private static final int MOST_SIZES = 8;
  private static final double STEADY = 0.1;
  private static final double EVEN = 0.3;
  private static final double RANDOM = 2;
  private static final double SKEWED = 0.5;

  private final TraceStatistics trace;
  private final StringBuilder text = new StringBuilder();

  private TraceWorkload(TraceStatistics trace) {
    this.trace = trace;
  }

  /** The whole file; the trace needs at least two messages at different times. */
  public static String of(TraceStatistics trace) {
    return new TraceWorkload(trace).write();
  }

  private String write() {
    text.append("# Approximates ").append(oneLine(trace.header().source())).append('\n');
    line("topics: 1");
    line("partitionsPerTopic: " + partitions());
    line("subscriptionsPerTopic: 1");
    line("consumerPerSubscription: 1");
    line("producersPerTopic: 1");
    sizes();
    keys();
    rate();
    arrivals();
    return text.toString();
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private static String oneLine(String source) {
    return source.replaceAll("\\p{Cntrl}", " ");
  }

  private long partitions() {
    return Math.max(1, trace.partitions().keySet().stream().filter(each -> each >= 0).count());
  }

  /** Few different sizes as they are, others as ranges with about the same number of messages. */
  private void sizes() {
    Map<Integer, Long> counts = trace.sizes().counts();
    if (counts.size() == 1) {
      line("messageSize: " + trace.sizes().largest());
      return;
    }
    line("messageSizeDistribution:");
    if (counts.size() <= MOST_SIZES) {
      counts.forEach((size, count) -> line("  " + size + ": " + count));
      return;
    }
    List<String> ranges = new ArrayList<>();
    long inRange = 0;
    int from = -1;
    int last = 0;
    for (Map.Entry<Integer, Long> entry : counts.entrySet()) {
      from = from < 0 ? entry.getKey() : from;
      last = entry.getKey();
      inRange += entry.getValue();
      if (inRange * MOST_SIZES >= trace.messages()) {
        ranges.add(range(from, last, inRange));
        inRange = 0;
        from = -1;
      }
    }
    if (inRange > 0) {
      ranges.add(range(from, last, inRange));
    }
    ranges.forEach(this::line);
  }

  /** Both ends are part of it. */
  private static String range(int from, int last, long count) {
    return String.format(Locale.ROOT, "  \"%d-%d\": %d", from, last, count);
  }

  private void keys() {
    if (trace.keys().keyed() * 2 > trace.messages()) {
      boolean skewed = trace.keys().zipfExponent() > SKEWED;
      line("keyDistributor: " + (skewed ? "KEY_ZIPF" : "RANDOM_NANO"));
    }
  }

  private void rate() {
    long length = trace.lengthNanos();
    List<CurvePoint> steps = trace.rates().steps(length);
    double mean = trace.ratePerSecond();
    boolean steady =
        steps.stream().allMatch(point -> Math.abs(point.rate() - mean) <= STEADY * mean);
    if (steady || steps.isEmpty()) {
      line("producerRate: " + number(mean));
      line("testDuration: " + time(Math.max(1_000_000, length)));
      return;
    }
    line("rateCurve:");
    line("  points:");
    for (CurvePoint point : steps) {
      line(
          "    - {at: "
              + time(point.at().toNanos())
              + ", rate: "
              + number(Math.min(point.rate(), 1e9))
              + "}");
    }
  }

  /** In windows of 100 ms; slow changes of the rate are in the curve. */
  private void arrivals() {
    double dispersion = trace.series().get(1).localDispersion();
    if (Double.isNaN(dispersion) || dispersion < EVEN) {
      return;
    }
    if (dispersion < RANDOM) {
      line("arrivals: poisson");
      return;
    }
    line("arrivals: gamma");
    line("arrivalVariation: " + number(Math.min(100, Math.sqrt(dispersion))));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private static String time(long nanos) {
    return Quantities.text(Duration.ofNanos(nanos / 1_000_000 * 1_000_000));
  }
}
