package io.tidemark.report.answer;

import io.tidemark.model.result.Text;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.runs.ComparedMetric;
import io.tidemark.report.text.TerminalStyle;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Changes of metrics in words: {@code 12.6 times as long}, {@code 41 % lower}. */
final class ChangeWords {
  /** From here on a factor is easier to read than percent. */
  private static final double DOUBLE = 1;

  private static final double NEARLY_GONE = -0.9;
  private static final double MOST_FACTOR = 1_000;
  private static final double WHOLE_PERCENT = 10;

  private ChangeWords() {}

  /** What was measured of a system, with its change from the baseline. */
  static String of(Metric metric, double equalWithin) {
    String name = MetricWords.of(metric.metric().key());
    String values = values(metric);
    @Nullable Evidence evidence = metric.evidence();
    return switch (metric.outcome()) {
      case EQUAL ->
          "%s equal within %s: %s and %s (95 %%: %s)"
              .formatted(
                  name,
                  percent(equalWithin),
                  text(metric.metric(), metric.value()),
                  text(metric.metric(), metric.baseline()),
                  range(Objects.requireNonNull(evidence), 0)); // Only a test shows it.
      case NOT_SHOWN ->
          "no difference shown in %s: %s (95 %%: %s); these runs would show only %s"
              .formatted(
                  name,
                  values,
                  range(Objects.requireNonNull(evidence), 0), // It was tested.
                  least(evidence.detectable()));
      case SINGLE_RUN -> name + " " + values + ", " + of(metric.metric(), metric.change());
      case HIGHER, LOWER, EXPLORATORY -> name + " " + values + ", " + change(metric, equalWithin);
    };
  }

  /** A change without its values: {@code 41 % lower (95 %: 35 to 46 %)}, {@code not shown ...}. */
  static String change(Metric metric, double equalWithin) {
    @Nullable Evidence evidence = metric.evidence();
    if (evidence == null) {
      return of(metric.metric(), metric.change());
    }
    return switch (metric.outcome()) {
      case EQUAL -> "equal within " + percent(equalWithin) + interval(evidence, 0);
      case NOT_SHOWN ->
          (evidence.lowest() > 0 || evidence.highest() < 0
                  ? "not shown to change once several tests are corrected for"
                  : "not shown to change")
              + interval(evidence, 0);
      case HIGHER, LOWER, EXPLORATORY, SINGLE_RUN ->
          of(metric.metric(), metric.change()) + interval(evidence, metric.change());
    };
  }

  private static String interval(Evidence evidence, double share) {
    return " (95 %: " + range(evidence, share) + ")";
  }

  private static String values(Metric metric) {
    return text(metric.metric(), metric.value())
        + " instead of "
        + text(metric.metric(), metric.baseline());
  }

  static String text(ComparedMetric metric, double value) {
    return AnswerUnit.of(metric).text(value, TerminalStyle.UNICODE);
  }

  private static String least(double detectable) {
    return detectable >= DOUBLE
        ? "a factor of " + factor(detectable) + (detectable + 1 > MOST_FACTOR ? "" : " or more")
        : percent(detectable) + " or more";
  }

  /** {@code 12.6 times as long}, {@code 41 % lower}, {@code the same}. */
  static String of(ComparedMetric metric, double share) {
    if (isFactor(share)) {
      return factor(share) + " times as " + (metric.isRate() ? "high" : "long");
    }
    return percent(Math.abs(share)) + " " + direction(metric, share);
  }

  /** The same for several changes in one direction. */
  static String of(ComparedMetric metric, double smallest, double largest) {
    if (of(metric, smallest).equals(of(metric, largest))) {
      return of(metric, largest);
    }
    if (isFactor(smallest) || isFactor(largest)) {
      return "%s to %s times as %s"
          .formatted(factor(smallest), factor(largest), metric.isRate() ? "high" : "long");
    }
    return number(Math.abs(smallest)) + " to " + of(metric, largest);
  }

  private static String direction(ComparedMetric metric, double share) {
    if (metric.isRate()) {
      return share < 0 ? "lower" : "higher";
    }
    return share < 0 ? "shorter" : "longer";
  }

  /**
   * The interval of a change, in the same form as the change.
   *
   * @param share the change; 0 if no direction of it is stated
   */
  static String range(Evidence evidence, double share) {
    double lowest = evidence.lowest();
    double highest = evidence.highest();
    if (isFactor(share) || isFactor(highest) || isFactor(lowest)) {
      String from = twoDigits(lowest);
      String to = twoDigits(highest);
      return (from.equals(to) ? factor(lowest) + " to " + factor(highest) : from + " to " + to)
          + (isFactor(share) ? "" : " times");
    }
    if (share > 0 && lowest > 0) {
      return number(lowest) + " to " + percent(highest);
    }
    return share < 0 && highest < 0
        ? number(-highest) + " to " + percent(-lowest)
        : signed(lowest) + " to " + signed(highest) + " %";
  }

  private static boolean isFactor(double share) {
    return share >= DOUBLE || share < NEARLY_GONE;
  }

  private static String factor(double share) {
    double factor = share + 1;
    if (factor > MOST_FACTOR) {
      return "more than 1,000";
    }
    return factor < 1 / MOST_FACTOR
        ? "less than 0.001"
        : Text.rounded(factor).stripTrailingZeros().toPlainString();
  }

  /** Ends of intervals are not known better. */
  private static String twoDigits(double share) {
    double factor = share + 1;
    return factor > MOST_FACTOR || factor < 1 / MOST_FACTOR
        ? factor(share)
        : BigDecimal.valueOf(factor)
            .round(new MathContext(factor < 10 ? 2 : 3))
            .stripTrailingZeros()
            .toPlainString();
  }

  private static String signed(double share) {
    return (share < 0 ? "-" : "+") + number(Math.abs(share));
  }

  static String percent(double share) {
    return number(share) + " %";
  }

  private static String number(double share) {
    double percent = share * 100;
    String digits = String.format(Locale.ROOT, percent < WHOLE_PERCENT ? "%.1f" : "%,.0f", percent);
    return digits.replaceFirst("\\.0$", "");
  }
}
