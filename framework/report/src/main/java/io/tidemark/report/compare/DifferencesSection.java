package io.tidemark.report.compare;

import io.tidemark.model.result.Text;
import io.tidemark.report.compare.Comparison.Basis;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Method;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.Comparison.Side;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.StudyBlocks;
import io.tidemark.report.statistics.Share;
import io.tidemark.report.text.TerminalStyle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Systems compared with the first one: what differs, and the statistics of each metric. */
public final class DifferencesSection {
  private static final List<String> HEAD =
      List.of("metric", "baseline", "this", "change", "95 % interval", "result");

  private static final double MOST_SHARE = 10;
  private static final double LEAST_SHARE = -0.99;

  private static final String OUTSIDE =
      "One value of each usable run, Welch's t-test on the logarithms, Holm's correction over the"
          + " %s of a table, level 5 %%.";

  private static final String EXPLORATORY =
      " Only the metrics of the question of the workload are tested; the intervals of the others"
          + " are exploratory.";

  private static final String OF_STUDIES =
      "One value of each usable run, on the logarithms; the effect of each block of the study is"
          + " removed, and all systems of a workload together give the variance, unless one of them"
          + " varies more than the others (then Welch's t-test). Only the metrics of the question"
          + " are tested, with Dunnett's correction over the systems, level 5 %; the intervals of"
          + " the others are exploratory.";

  private static final String LOOKS =
      " The study looks at its runs after each block from block %d on, at most %d times, and ends"
          + " as soon as the question is decided. The levels of tests and intervals are corrected"
          + " for these looks: the 5 %% are those of all of them together.";

  private DifferencesSection() {}

  /**
   * @param study of the runs; empty outside a study
   */
  public static Section of(List<Comparison> comparisons, Optional<StoredStudy> study) {
    List<Table> tables = new ArrayList<>();
    comparisons.forEach(each -> each.others().forEach(side -> tables.addAll(tables(each, side))));
    boolean obstacles = comparisons.stream().anyMatch(each -> !each.obstacles().isEmpty());
    return Section.of("differences", "Differences between systems")
        .notes(
            tables.isEmpty()
                ? ""
                : "Each system is compared with the first one. "
                    + study.map(DifferencesSection::method).orElseGet(() -> method(comparisons))
                    + " A higher rate and a lower latency are better.")
        .warnings(
            obstacles
                ? List.of(
                    "Conditions other than the system differ, so that a difference of the figures"
                        + " may come from them. They are the rows \"not comparable\".")
                : List.of())
        .add(tables);
  }

  private static List<Table> tables(Comparison comparison, Side side) {
    String title =
        "%s: %s against %s (baseline)"
            .formatted(comparison.workload(), side.label(), comparison.baseline());
    List<List<Cell>> conditions = new ArrayList<>();
    side.obstacles().forEach(each -> conditions.add(row("not comparable", each, Tone.WARNING)));
    side.varied().forEach(each -> conditions.add(row("varied by the study", each, Tone.NONE)));
    side.differences().forEach(each -> conditions.add(row("differs", each, Tone.NONE)));
    methods(side.metrics()).forEach(each -> conditions.add(row("tested by", each, Tone.NONE)));
    if (side.metrics().isEmpty()) {
      conditions.add(row("no figures", "no metric was measured on both sides", Tone.WARNING));
    }
    String runs =
        side.metrics().stream()
            .findFirst()
            .map(
                any ->
                    String.format(Locale.ROOT, ", %d and %d runs", any.runs(), any.baselineRuns()))
            .orElse("");
    return List.of(
        new Table(title + ": what differs", List.of("kind", "difference"), conditions),
        new Table(
            title + runs,
            HEAD,
            side.metrics().stream().map(metric -> row(metric, comparison)).toList()));
  }

  private static List<Cell> row(String kind, String text, Tone tone) {
    return List.of(Cell.of(kind, tone), Cell.of(text));
  }

  /** Outside a study. */
  static String method(List<Comparison> comparisons) {
    boolean exploratory =
        comparisons.stream()
            .flatMap(each -> each.others().stream())
            .flatMap(side -> side.metrics().stream())
            .anyMatch(metric -> metric.outcome() == Outcome.EXPLORATORY);
    return OUTSIDE.formatted(exploratory ? "tested metrics" : "metrics")
        + (exploratory ? EXPLORATORY : "");
  }

  /** In a study; levels are corrected if it looks at its runs several times. */
  static String method(StoredStudy study) {
    StudyBlocks blocks = study.blocks();
    return blocks == null || !blocks.untilDecided()
        ? OF_STUDIES
        : OF_STUDIES
            + String.format(Locale.ROOT, LOOKS, blocks.least(), blocks.most() - blocks.least() + 1);
  }

  /** How the metrics of the question of a study were tested. */
  private static List<String> methods(List<Metric> metrics) {
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
    return ofStudy
        ? byMethod.entrySet().stream()
            .map(each -> String.join(", ", each.getValue()) + ": " + each.getKey())
            .toList()
        : List.of();
  }

  private static List<Cell> row(Metric metric, Comparison comparison) {
    return List.of(
        Cell.of(metric.metric().key()),
        figure(metric, metric.baseline()),
        figure(metric, metric.value()),
        Cell.of(change(metric.change()), metric.change()),
        Cell.of(metric.evidence() == null ? "none" : range(metric.evidence())),
        result(metric, comparison));
  }

  private static Cell figure(Metric metric, double value) {
    return Cell.of(TerminalStyle.UNICODE.figure(metric.metric(), value), value);
  }

  /** The range of a change: {@code +1.2 to +7.0 %}, or as factors. */
  static String range(Evidence evidence) {
    return range(evidence.lowest(), evidence.highest());
  }

  static String range(double lowest, double highest) {
    return isFactor(lowest) || isFactor(highest)
        ? factor(lowest) + " to " + factor(highest) + " times"
        : signed(lowest) + " to " + signed(highest) + " %";
  }

  /** A change: {@code +4.1 %}, or {@code 12.3 times} the baseline. */
  static String change(double share) {
    return isFactor(share) ? factor(share) + " times" : signed(share) + " %";
  }

  /** Whether percent are hard to read: more than 1,000, or nearly everything gone. */
  private static boolean isFactor(double share) {
    return share > MOST_SHARE || share < LEAST_SHARE;
  }

  private static String factor(double share) {
    return Share.factor(share, 3);
  }

  static Cell result(Metric metric, Comparison comparison) {
    return switch (metric.outcome()) {
      case HIGHER -> judged(metric, true);
      case LOWER -> judged(metric, false);
      case EQUAL -> Cell.of("equal within " + Share.percent(comparison.equalWithin()));
      // Only a single run on a side proves nothing.
      case NOT_SHOWN -> Cell.of(notShown(Objects.requireNonNull(metric.evidence()), comparison));
      case SINGLE_RUN -> Cell.of("too few runs for statistics");
      case EXPLORATORY -> Cell.of("not tested: the question is about other metrics");
    };
  }

  /** A higher rate and a lower latency are better. */
  private static Cell judged(Metric metric, boolean higher) {
    String size = higher ? "higher" : "lower";
    return metric.metric().higherIsBetter() == higher
        ? Cell.of("better: " + size, Tone.GOOD)
        : Cell.of("worse: " + size, Tone.BAD);
  }

  private static String notShown(Evidence evidence, Comparison comparison) {
    String needed =
        evidence.runsNeeded() == null ? "more than 1,000" : Text.count(evidence.runsNeeded());
    String corrected =
        evidence.probability() < Comparison.LEVEL
            ? " after the correction for several tests" // The interval excludes 0.
            : "";
    String detectable =
        evidence.detectable() > MOST_SHARE
            ? "one of more than a factor of 10"
            : Share.percent(evidence.detectable());
    return "no difference shown%s; %s would have been; %s needs %s runs each"
        .formatted(corrected, detectable, Share.percent(comparison.effect()), needed);
  }

  /** Percent with its sign. */
  private static String signed(double share) {
    double percent = share * 100;
    return String.format(Locale.ROOT, Math.abs(percent) >= 1 ? "%+.1f" : "%+.2f", percent);
  }
}
