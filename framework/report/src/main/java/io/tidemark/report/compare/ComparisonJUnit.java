package io.tidemark.report.compare;

import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Side;
import io.tidemark.report.file.JUnitXml;
import io.tidemark.report.file.JUnitXml.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Comparisons as JUnit XML: each limit of each workload and side is a test case. */
public final class ComparisonJUnit {
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
