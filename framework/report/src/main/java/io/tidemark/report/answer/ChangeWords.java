package io.tidemark.report.answer;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.statistics.Mean;
import io.tidemark.report.statistics.Share;
import java.util.Collection;
import java.util.IntSummaryStatistics;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Changes of metrics in words: {@code 12.6 times as long}, {@code 41 % lower}.
 *
 * @param isFactor whether all changes of a sentence are factors, or percent, so that a reader can
 *     compare them
 * @param equalWithin changes that are shown to be smaller are none, as a share
 */
record ChangeWords(boolean isFactor, double equalWithin) {
  /** From here on a factor is easier to read than percent. */
  private static final double DOUBLE = 1;

  private static final double NEARLY_GONE = -0.9;

  /** Whether changes with their intervals are given as factors. */
  static boolean isFactor(Collection<Metric> metrics) {
    return isFactor(metrics.stream().flatMapToDouble(ChangeWords::shares));
  }

  /** Returns whether changes alone, as shares, are shown as factors. */
  static boolean isFactor(DoubleStream shares) {
    return shares.anyMatch(share -> share >= DOUBLE || share < NEARLY_GONE);
  }

  /** What a sentence states of a metric: without a difference only its interval. */
  private static DoubleStream shares(Metric metric) {
    @Nullable Evidence evidence = metric.evidence();
    if (evidence == null) {
      return DoubleStream.of(metric.change());
    }
    return metric.outcome() == Outcome.NOT_SHOWN
        ? DoubleStream.of(evidence.lowest(), evidence.highest())
        : DoubleStream.of(metric.change(), evidence.lowest(), evidence.highest());
  }

  static boolean isFew(Metric metric) {
    return Math.min(metric.runs(), metric.baselineRuns()) < Mean.FEWEST;
  }

  /**
   * What was measured of a system, with its change from the baseline.
   *
   * @param few the values of few runs, which replace means and intervals
   */
  String of(Metric metric, Optional<String> few) {
    String name = metric.metric().words();
    String values = few.orElseGet(() -> values(metric));
    @Nullable Evidence evidence = metric.evidence();
    return switch (metric.outcome()) {
      case EQUAL ->
          "%s equal within %s: %s%s"
              .formatted(
                  name,
                  Share.percent(equalWithin),
                  few.orElseGet(
                      () ->
                          text(metric.metric(), metric.value())
                              + " and "
                              + text(metric.metric(), metric.baseline())),
                  equality(metric));
      case NOT_SHOWN ->
          "no difference shown in %s: %s%s; these runs would show only %s"
              .formatted(
                  name,
                  values,
                  interval(metric, 0),
                  least(Objects.requireNonNull(evidence).detectable())); // It was tested.
      case SINGLE_RUN -> name + " " + values + ", " + change(metric.metric(), metric.change());
      case HIGHER, LOWER, EXPLORATORY -> name + " " + values + ", " + change(metric);
    };
  }

  /** A change without its values: {@code 41 % lower (95 %: 35 to 46 %)}, {@code not shown ...}. */
  String change(Metric metric) {
    @Nullable Evidence evidence = metric.evidence();
    if (evidence == null) {
      return change(metric.metric(), metric.change());
    }
    return switch (metric.outcome()) {
      case EQUAL -> "equal within " + Share.percent(equalWithin) + equality(metric);
      case NOT_SHOWN ->
          "not shown to change"
              + (isFew(metric)
                  ? ""
                  : " (95 %%: %s%s)"
                      .formatted(
                          range(evidence, 0),
                          evidence.lowest() > 0 || evidence.highest() < 0
                              ? " if tested alone, but several changes are tested"
                              : ""));
      case HIGHER, LOWER, EXPLORATORY, SINGLE_RUN ->
          change(metric.metric(), metric.change()) + interval(metric, metric.change());
    };
  }

  /** The interval in the scale of the margin, which is always given in percent. */
  private static String equality(Metric metric) {
    return new ChangeWords(false, 0).interval(metric, 0);
  }

  private String interval(Metric metric, double share) {
    @Nullable Evidence evidence = metric.evidence();
    return evidence == null || isFew(metric) ? "" : " (95 %: " + range(evidence, share) + ")";
  }

  /** {@code n = 3}, or {@code n = 3 and 2} if the baseline has another number. */
  static String runs(Metric metric) {
    return metric.runs() == metric.baselineRuns()
        ? "n = " + metric.runs()
        : "n = " + metric.runs() + " and " + metric.baselineRuns();
  }

  /** {@code n = 3}, or {@code n = 2 to 3}. */
  static String runs(IntStream numbers) {
    IntSummaryStatistics all = numbers.summaryStatistics();
    return all.getMin() == all.getMax()
        ? "n = " + all.getMax()
        : "n = " + all.getMin() + " to " + all.getMax();
  }

  /** {@code n = 3}, or {@code n = 1 for the times and 3 for the messages}. */
  static String runs(int timed, int counted) {
    return timed == counted
        ? "n = " + timed
        : "n = " + timed + " for the times and " + counted + " for the messages";
  }

  private static String values(Metric metric) {
    return text(metric.metric(), metric.value())
        + " instead of "
        + text(metric.metric(), metric.baseline());
  }

  static String text(MetricReference metric, double value) {
    return metric.metric().unit().with(value);
  }

  private String least(double detectable) {
    return isFactor
        ? "a factor of "
            + factor(detectable)
            + (detectable > 0 && Share.isBeyond(detectable) ? "" : " or more")
        : Share.percent(detectable) + " or more";
  }

  /** {@code 12.6 times as long}, {@code 41 % lower}. */
  String change(MetricReference metric, double share) {
    return isFactor
        ? factor(share)
            + " times as "
            + (metric.isTime() ? "long" : metric.isRate() ? "high" : "much")
        : Share.percent(Math.abs(share)) + " " + direction(metric, share);
  }

  /** The same for several changes in one direction. */
  String change(MetricReference metric, double smallest, double largest) {
    if (change(metric, smallest).equals(change(metric, largest))) {
      return change(metric, largest);
    }
    return (isFactor ? factor(smallest) : Share.number(Math.abs(smallest)))
        + " to "
        + change(metric, largest);
  }

  private static String direction(MetricReference metric, double share) {
    if (!metric.isTime()) {
      return share < 0 ? "lower" : "higher";
    }
    return share < 0 ? "shorter" : "longer";
  }

  /**
   * The interval of a change, in the same form as the change.
   *
   * @param share the change; 0 if no direction of it is stated
   */
  private String range(Evidence evidence, double share) {
    double lowest = evidence.lowest();
    double highest = evidence.highest();
    if (isFactor) {
      String from = twoDigits(lowest);
      String to = twoDigits(highest);
      return (from.equals(to) ? factor(lowest) + " to " + factor(highest) : from + " to " + to)
          + (share == 0 ? " times" : "");
    }
    if (share > 0 && lowest > 0) {
      return Share.number(lowest) + " to " + Share.percent(highest);
    }
    return share < 0 && highest < 0
        ? Share.number(-highest) + " to " + Share.percent(-lowest)
        : signed(lowest) + " to " + signed(highest) + " %";
  }

  private static String factor(double share) {
    return Share.factor(share, share < 0 ? 2 : 3);
  }

  /** Ends of intervals are not known better. */
  private static String twoDigits(double share) {
    return Share.factor(share, share + 1 < 10 ? 2 : 3);
  }

  private static String signed(double share) {
    return (share < 0 ? "-" : "+") + Share.number(Math.abs(share));
  }
}
