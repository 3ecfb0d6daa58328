package io.tidemark.report.compare;

import io.tidemark.model.result.Text;
import io.tidemark.report.compare.Comparison.Basis;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Method;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.Comparison.Side;
import io.tidemark.report.text.MarkdownTable;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.report.text.TextTable;
import io.tidemark.report.text.Wrapped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Comparisons as text: for a terminal, or as Markdown. */
public final class ComparisonText {
  /** The heads of the columns of {@link #cells}. */
  public static final List<String> HEAD =
      List.of("metric", "baseline", "this", "change", "95 % interval", "result");

  private static final double MOST_SHARE = 10;
  private static final double LEAST_SHARE = -0.99;
  private static final double MOST_FACTOR = 1_000;

  private final TerminalStyle style;
  private final boolean markdown;
  private final Comparison comparison;
  private final List<String> lines;

  private ComparisonText(
      TerminalStyle style, boolean markdown, Comparison comparison, List<String> lines) {
    this.style = style;
    this.markdown = markdown;
    this.comparison = comparison;
    this.lines = lines;
  }

  /** For a terminal; lines, each ended by a line feed. */
  public static String render(List<Comparison> comparisons, TerminalStyle style) {
    return text(comparisons, style, false);
  }

  /** Comparisons as Markdown. */
  public static String markdown(List<Comparison> comparisons) {
    return text(comparisons, TerminalStyle.PLAIN, true);
  }

  private static String text(List<Comparison> comparisons, TerminalStyle style, boolean markdown) {
    List<String> lines = new ArrayList<>();
    comparisons.forEach(each -> new ComparisonText(style, markdown, each, lines).add());
    return String.join("\n", lines) + "\n";
  }

  private void add() {
    for (Side side : comparison.others()) {
      title(side);
      list("Not comparable:", side.obstacles());
      list("Varied by the study:", side.varied());
      list("What differs:", side.differences());
      table(side.metrics());
      methods(side.metrics());
    }
  }

  /** How the metrics of the question of a study were tested. */
  private void methods(List<Metric> metrics) {
    Map<String, List<String>> byMethod = new LinkedHashMap<>();
    boolean ofStudy = false;
    for (Metric metric : metrics) {
      Basis basis = metric.evidence() == null ? null : metric.evidence().basis();
      ofStudy |= metric.outcome() == Outcome.EXPLORATORY;
      if (basis != null && metric.outcome() != Outcome.EXPLORATORY) {
        ofStudy |= basis.method() == Method.BLOCKS_DUNNETT;
        byMethod.computeIfAbsent("" + basis, any -> new ArrayList<>()).add(metric.metric().key());
      }
    }
    if (ofStudy) {
      paragraph();
      byMethod.forEach(
          (method, keys) ->
              lines.add(
                  (markdown ? "" : "  ")
                      + "Tested by: "
                      + String.join(", ", keys)
                      + ": "
                      + method
                      + "."));
    }
  }

  private void title(Side side) {
    String title =
        "%s: %s against %s (baseline)%s"
            .formatted(comparison.workload(), side.label(), comparison.baseline(), runs(side));
    if (!lines.isEmpty()) {
      lines.add("");
    }
    lines.add(markdown ? "## " + MarkdownTable.escaped(title) : style.bold(title));
    paragraph();
  }

  private static String runs(Side side) {
    return side.metrics().stream()
        .findFirst()
        .map(
            metric ->
                String.format(
                    Locale.ROOT, ", %d and %d runs", metric.runs(), metric.baselineRuns()))
        .orElse("");
  }

  private void list(String title, List<String> items) {
    if (items.isEmpty()) {
      return;
    }
    lines.add((markdown ? "" : "  ") + title);
    paragraph();
    for (String item : items) {
      lines.addAll(
          markdown
              ? List.of("- " + MarkdownTable.escaped(item))
              : Wrapped.lines("    - " + item, Wrapped.WIDTH, "      "));
    }
    paragraph();
  }

  private void paragraph() {
    if (markdown) {
      lines.add("");
    }
  }

  private void table(List<Metric> metrics) {
    if (metrics.isEmpty()) {
      lines.add("  No metric was measured on both sides.");
      return;
    }
    if (markdown) {
      lines.add(row(HEAD));
      lines.add(row(List.of("---", "---:", "---:", "---:", "---:", "---")));
      metrics.forEach(metric -> lines.add(row(cells(metric))));
      return;
    }
    TextTable table = new TextTable(1).row(HEAD.subList(0, HEAD.size() - 1));
    metrics.forEach(metric -> table.row(cells(metric).subList(0, HEAD.size() - 1)));
    List<String> rows = table.lines();
    lines.add("  " + rows.get(0));
    for (int i = 0; i < metrics.size(); i++) {
      lines.add("  " + rows.get(i + 1) + "  " + result(metrics.get(i)));
    }
  }

  /** A metric as the row of a table without colours. */
  public static List<String> cells(Metric metric, Comparison comparison) {
    return new ComparisonText(TerminalStyle.UNICODE, true, comparison, List.of()).cells(metric);
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  private List<String> cells(Metric metric) {
    return List.of(
        metric.metric().key(),
        style.figure(metric.metric(), metric.baseline()),
        style.figure(metric.metric(), metric.value()),
        change(metric.change()),
        interval(metric.evidence()),
        result(metric));
  }

  private static String interval(@Nullable Evidence evidence) {
    return evidence == null ? "none" : range(evidence);
  }

  /** The range of a change: {@code +1.2 to +7.0 %}, or as factors. */
  public static String range(Evidence evidence) {
    return range(evidence.lowest(), evidence.highest());
  }

  /** The range of a change. */
  public static String range(double lowest, double highest) {
    return isFactor(lowest) || isFactor(highest)
        ? factor(lowest) + " to " + factor(highest) + " times"
        : signed(lowest) + " to " + signed(highest) + " %";
  }

  /** A change: {@code +4.1 %}, or {@code 12.3 times} the baseline. */
  public static String change(double share) {
    return isFactor(share) ? factor(share) + " times" : signed(share) + " %";
  }

  /** Whether percent are hard to read: more than 1,000, or nearly everything gone. */
  private static boolean isFactor(double share) {
    return share > MOST_SHARE || share < LEAST_SHARE;
  }

  private static String factor(double share) {
    double factor = share + 1;
    if (factor > MOST_FACTOR) {
      return "more than 1,000";
    }
    if (factor < 1 / MOST_FACTOR) {
      return "less than 0.001";
    }
    return Text.rounded(factor).stripTrailingZeros().toPlainString();
  }

  private String result(Metric metric) {
    return switch (metric.outcome()) {
      case HIGHER -> judged(metric, true);
      case LOWER -> judged(metric, false);
      case EQUAL -> equal(comparison);
      // Only a single run on a side proves nothing.
      case NOT_SHOWN -> notShown(Objects.requireNonNull(metric.evidence()));
      case SINGLE_RUN -> "no statistics: one run on a side";
      case EXPLORATORY -> "not tested: the question is about other metrics";
    };
  }

  /** That a change is too small to matter. */
  public static String equal(Comparison comparison) {
    return "equal within " + unsigned(comparison.equalWithin());
  }

  /** A higher rate and a lower latency are better. */
  private String judged(Metric metric, boolean higher) {
    String size = higher ? "higher" : "lower";
    return metric.metric().higherIsBetter() == higher
        ? style.good("better: " + size)
        : style.bad("worse: " + size);
  }

  private String notShown(Evidence evidence) {
    String needed =
        evidence.runsNeeded() == null ? "more than 1,000" : Text.count(evidence.runsNeeded());
    String corrected =
        evidence.probability() < Comparison.LEVEL
            ? " after the correction for several tests" // The interval excludes 0.
            : "";
    return "no difference shown%s; %s would have been; %s needs %s runs each"
        .formatted(corrected, detectable(evidence), unsigned(comparison.effect()), needed);
  }

  /** The least difference that would have been shown. */
  static String detectable(Evidence evidence) {
    return evidence.detectable() > MOST_SHARE
        ? "one of more than a factor of 10"
        : unsigned(evidence.detectable());
  }

  /** The least increase that would have been detected, for a sentence. */
  public static String least(Evidence evidence) {
    return evidence.detectable() > MOST_SHARE
        ? "a factor of more than 10"
        : unsigned(evidence.detectable()) + " or more";
  }

  private static String unsigned(double share) {
    double percent = share * 100;
    String digits = String.format(Locale.ROOT, percent < 10 ? "%.1f" : "%,.0f", percent);
    return digits.replaceFirst("\\.0$", "") + " %";
  }

  /** Percent with its sign. */
  private static String signed(double share) {
    double percent = share * 100;
    return String.format(Locale.ROOT, Math.abs(percent) >= 1 ? "%+.1f" : "%+.2f", percent);
  }
}
