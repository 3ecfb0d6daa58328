package io.tidemark.coordinator.stage;

import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whether rates and latencies have become steady: over the last 10 s, and at least 10 samples, none
 * of them has a trend. A trend is a change, from the first sample to the last by Theil and Sen's
 * line, of more than a limit (2 % of a rate, 5 % of a median, 20 % of a p99; below 20 us it does
 * not count), and in one direction: Kendall's tau above 0.4, which noise alone has seldom.
 */
final class Steadiness {
  private static final int LEAST_SAMPLES = 10;
  private static final long WINDOW_NANOS = 10_000_000_000L;
  private static final int MOST_SAMPLES = 100;
  private static final double LEAST_TAU = 0.4;
  private static final double LEAST_LATENCY_NANOS = 20_000;
  private static final List<Measure> LATENCIES =
      List.of(Measure.PUBLISH_LATENCY, Measure.END_TO_END, Measure.ROUND_TRIP);

  /**
   * What must not change.
   *
   * @param limit share of the median
   * @param least change that counts
   */
  private record Figure(
      String name, Function<Sample, Optional<Double>> of, double limit, double least) {}

  private static final List<Figure> FIGURES = figures();

  private final Deque<Sample> window = new ArrayDeque<>();
  private String why = "it had fewer than " + LEAST_SAMPLES + " samples";

  private static List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    figures.add(rate("the rate of sending", Counter.SENT));
    figures.add(rate("the rate of acknowledgements", Counter.ACKNOWLEDGED));
    figures.add(rate("the rate of reception", Counter.RECEIVED));
    for (Measure measure : LATENCIES) {
      figures.add(
          new Figure(
              "the median of " + measure.heading(),
              sample ->
                  Optional.ofNullable(sample.latencies().get(measure))
                      .map(each -> (double) each.p50Nanos()),
              0.05,
              LEAST_LATENCY_NANOS));
      figures.add(
          new Figure(
              "the p99 of " + measure.heading(),
              sample ->
                  Optional.ofNullable(sample.latencies().get(measure))
                      .map(each -> (double) each.p99Nanos()),
              0.2,
              LEAST_LATENCY_NANOS));
    }
    return List.copyOf(figures);
  }

  private static Figure rate(String name, Counter counter) {
    return new Figure(name, sample -> Optional.of(sample.perSecond(counter)), 0.02, 0);
  }

  void add(Sample sample) {
    window.addLast(sample);
    while (window.size() > LEAST_SAMPLES
        && (window.size() > MOST_SAMPLES
            || spanNanos() - window.getFirst().lengthNanos() >= WINDOW_NANOS)) {
      window.removeFirst();
    }
  }

  private long spanNanos() {
    Sample last = window.getLast();
    return last.startEpochNanos() + last.lengthNanos() - window.getFirst().startEpochNanos();
  }

  boolean isSteady() {
    if (window.size() < LEAST_SAMPLES
        || spanNanos() < WINDOW_NANOS && window.size() < MOST_SAMPLES) {
      return false;
    }
    Optional<String> trend =
        FIGURES.stream().map(this::trend).flatMap(Optional::stream).findFirst();
    why = trend.orElse("");
    return trend.isEmpty();
  }

  /** Why it is not steady, as of the last look: one clause. */
  String why() {
    return why;
  }

  /** Its trend in the window; empty if there is none, or too little to tell. */
  private Optional<String> trend(Figure figure) {
    List<double[]> points = new ArrayList<>();
    for (Sample sample : window) {
      double middle = sample.startEpochNanos() + sample.lengthNanos() / 2.0;
      figure.of().apply(sample).ifPresent(value -> points.add(new double[] {middle, value}));
    }
    if (points.size() < LEAST_SAMPLES) {
      return Optional.empty();
    }
    double change = change(points);
    double median = median(points.stream().mapToDouble(each -> each[1]).toArray());
    boolean small = Math.abs(change) <= Math.max(figure.least(), figure.limit() * median);
    return small || Math.abs(tau(points)) < LEAST_TAU
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s %s by %.0f %% in %s",
                figure.name(),
                change > 0 ? "rose" : "fell",
                100 * Math.abs(change) / median,
                Text.nanos(spanNanos())));
  }

  /** Returns the change from the first point to the last, by the median slope of all pairs. */
  private static double change(List<double[]> points) {
    double[] slopes = new double[points.size() * (points.size() - 1) / 2];
    int n = 0;
    for (int i = 0; i < points.size(); i++) {
      for (int j = i + 1; j < points.size(); j++) {
        double[] a = points.get(i);
        double[] b = points.get(j);
        slopes[n++] = (b[1] - a[1]) / (b[0] - a[0]);
      }
    }
    return median(slopes) * (points.get(points.size() - 1)[0] - points.get(0)[0]);
  }

  /** The share of pairs that rise, less the share that fall. */
  private static double tau(List<double[]> points) {
    int sum = 0;
    for (int i = 0; i < points.size(); i++) {
      for (int j = i + 1; j < points.size(); j++) {
        sum += Double.compare(points.get(j)[1], points.get(i)[1]);
      }
    }
    return sum / (points.size() * (points.size() - 1) / 2.0);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int half = values.length / 2;
    return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  }
}
