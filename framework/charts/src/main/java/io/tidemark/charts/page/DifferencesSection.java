package io.tidemark.charts.page;

import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Side;
import io.tidemark.report.compare.ComparisonMethod;
import io.tidemark.report.compare.ComparisonText;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.StoredStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Each system compared with the first one, with the statistics of {@code compare}. */
final class DifferencesSection {
  private final List<List<Cell>> conditions = new ArrayList<>();
  private final List<Table> tables = new ArrayList<>();
  private final String method;
  private boolean obstacles;

  private DifferencesSection(String method) {
    this.method = method;
  }

  static Section section(List<Comparison> comparisons, Optional<StoredStudy> study) {
    DifferencesSection section =
        new DifferencesSection(
            study.map(ComparisonMethod::ofStudy).orElseGet(() -> ComparisonMethod.of(comparisons)));
    for (Comparison comparison : comparisons) {
      comparison.others().forEach(side -> section.side(comparison, side));
    }
    return section.section();
  }

  private void side(Comparison comparison, Side side) {
    String title =
        "%s: %s against %s".formatted(comparison.workload(), side.label(), comparison.baseline());
    side.obstacles().forEach(text -> condition(title, "condition", text, Tone.WARNING));
    side.varied().forEach(text -> condition(title, "varied by the study", text, Tone.NONE));
    side.differences().forEach(text -> condition(title, "system", text, Tone.NONE));
    obstacles |= !side.obstacles().isEmpty();
    if (!side.metrics().isEmpty()) {
      Metric first = side.metrics().get(0);
      tables.add(
          new Table(
              String.format(
                  Locale.ROOT,
                  "%s (baseline), %d and %d runs",
                  title,
                  first.runs(),
                  first.baselineRuns()),
              ComparisonText.HEAD,
              side.metrics().stream().map(metric -> row(metric, comparison)).toList()));
    }
  }

  private void condition(String title, String kind, String text, Tone tone) {
    conditions.add(List.of(Cell.of(title), Cell.of(kind, tone), Cell.of(text)));
  }

  private static List<Cell> row(Metric metric, Comparison comparison) {
    List<String> texts = ComparisonText.cells(metric, comparison);
    List<Cell> row = new ArrayList<>(texts.stream().map(Cell::of).toList());
    row.set(1, Cell.of(texts.get(1), metric.baseline()));
    row.set(2, Cell.of(texts.get(2), metric.value()));
    row.set(3, Cell.of(texts.get(3), metric.change()));
    row.set(row.size() - 1, Cell.of(texts.get(row.size() - 1), tone(metric)));
    return row;
  }

  /** A higher rate and a lower latency are better. */
  private static Tone tone(Metric metric) {
    return switch (metric.outcome()) {
      case HIGHER -> metric.metric().higherIsBetter() ? Tone.GOOD : Tone.BAD;
      case LOWER -> metric.metric().higherIsBetter() ? Tone.BAD : Tone.GOOD;
      case EQUAL, NOT_SHOWN, SINGLE_RUN, EXPLORATORY -> Tone.NONE;
    };
  }

  private Section section() {
    List<Table> all = new ArrayList<>(tables);
    if (!conditions.isEmpty()) {
      all.add(new Table("What differs", List.of("comparison", "kind", "difference"), conditions));
    }
    return Section.of("differences", "Differences between systems")
        .notes(
            tables.isEmpty()
                ? List.of()
                : List.of(
                    "Each system is compared with the first one. "
                        + method
                        + " A higher rate and a lower latency are better."))
        .warnings(
            obstacles
                ? List.of(
                    "Conditions other than the system differ, so that a difference of the figures"
                        + " may come from them. The last table of this section lists them.")
                : List.of())
        .add(all);
  }
}
