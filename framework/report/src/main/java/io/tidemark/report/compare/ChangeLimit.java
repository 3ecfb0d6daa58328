package io.tidemark.report.compare;

import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.Comparison.Side;
import io.tidemark.report.file.JUnitXml;
import io.tidemark.report.file.JUnitXml.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A change that is not acceptable: {@code publishRate < -5%}, or {@code publishRate worse by 5%}.
 *
 * @param least whether changes below the limit are not acceptable; otherwise those above
 * @param limit as a share
 */
public record ChangeLimit(String text, String metric, boolean least, double limit) {
  private static final Pattern FORM =
      Pattern.compile("\\s*(.+?)(?:\\s*([<>])|\\s+worse\\s+by\\s)\\s*(\\S+?\\s*%)\\s*");
  private static final double MOST_PERCENT = 1_000;

  /**
   * Reads a limit.
   *
   * @param metrics by their names
   * @throws IllegalArgumentException if the text has another form or names another metric; its
   *     message says what is wrong
   */
  public static ChangeLimit of(String text, Function<String, Optional<MetricReference>> metrics) {
    Matcher match = FORM.matcher(text);
    if (!match.matches()) {
      throw wrong(text, "; allowed " + forms());
    }
    String name = match.group(1);
    MetricReference metric =
        metrics
            .apply(name)
            .orElseThrow(
                () -> wrong(text, ": unknown metric, got " + name + MetricNames.suggestion(name)));
    boolean worse = match.group(2) == null;
    double percent =
        Type.PERCENT
            .number(match.group(3))
            .filter(number -> !worse || number > 0 && number <= MOST_PERCENT)
            .orElseThrow(
                () ->
                    wrong(
                        text, ": no such change, got " + match.group(3) + "; allowed " + forms()));
    boolean least = worse ? metric.higherIsBetter() : match.group(2).equals("<");
    double limit = (worse && least ? -percent : percent) / 100;
    return new ChangeLimit(text.strip(), metric.key(), least, limit);
  }

  private static String forms() {
    return "a metric and a change in percent, such as \"endToEnd.p99 worse by 5%\","
        + " \"endToEnd.p99 > 5%\" or \"publishRate < -5%\"";
  }

  private static IllegalArgumentException wrong(String text, String why) {
    return new IllegalArgumentException("--fail-if: got '" + text + "'" + why);
  }

  /** Whether a change, as a share, is beyond it. */
  public boolean isExceededBy(double change) {
    return least ? change < limit : change > limit;
  }

  /**
   * Whether a change is beyond the limit and is shown: one that may be chance does not fail. Of
   * single runs the figures alone decide.
   */
  public boolean isExceededBy(Metric change) {
    return isExceededBy(change.change())
        && (change.evidence() == null || isShown(change, change.evidence()));
  }

  /** A change that is equal within the difference that matters can still be one. */
  private static boolean isShown(Metric change, Evidence evidence) {
    return change.outcome() != Outcome.NOT_SHOWN && evidence.adjusted() < Comparison.LEVEL;
  }

  /** Comparisons as JUnit XML: each limit of each workload and side is a test case. */
  public static final class ComparisonJUnit {
    private ComparisonJUnit() {}

    /**
     * One limit applied to one change.
     *
     * @param exceeded whether the change is not acceptable
     */
    public record Case(String workload, String side, ChangeLimit limit, Metric change) {
      public boolean exceeded() {
        return limit.isExceededBy(change);
      }

      /** {@code quickstart, b: publishRate -7.3 %, limit publishRate < -5%}. */
      public String text() {
        return String.format(
            Locale.ROOT,
            "%s, %s: %s %+.1f %%, limit %s",
            workload,
            side,
            change.metric().key(),
            change.change() * 100,
            limit.text());
      }
    }

    /** All limits on all changes of their metrics. */
    public static List<Case> cases(List<Comparison> comparisons, List<ChangeLimit> limits) {
      List<Case> cases = new ArrayList<>();
      for (Comparison comparison : comparisons) {
        for (Side side : comparison.others()) {
          for (ChangeLimit limit : limits) {
            side.metrics().stream()
                .filter(metric -> metric.metric().key().equals(limit.metric()))
                .map(metric -> new Case(comparison.workload(), side.label(), limit, metric))
                .forEach(cases::add);
          }
        }
      }
      return cases;
    }

    /** The file. */
    public static String xml(List<Case> cases) {
      return JUnitXml.of("tidemark compare", cases.stream().map(ComparisonJUnit::of).toList());
    }

    private static JUnitXml.Case of(Case each) {
      return new JUnitXml.Case(
          each.workload() + "." + each.side(),
          each.limit().text(),
          Optional.empty(),
          each.exceeded()
              ? Optional.of(new Problem(Problem.Kind.FAILURE, each.text(), ""))
              : Optional.empty(),
          "");
    }
  }
}
