package io.tidemark.charts.page;

import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Reference;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReferenceLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Limits of environments and published figures, also those that are not drawn. */
final class ReferencesSection {
  private ReferencesSection() {}

  /**
   * @param charts all of the page
   */
  static Section section(List<ReferenceLine> references, List<Chart> charts) {
    Set<String> drawn =
        charts.stream()
            .flatMap(chart -> chart.references().stream())
            .map(Reference::label)
            .collect(Collectors.toSet());
    List<List<Cell>> rows = new ArrayList<>();
    for (ReferenceLine line : references) {
      rows.add(
          List.of(
              Cell.of(line.name()),
              Cell.of(line.metric()),
              Cell.of(line.text(), line.value()),
              Cell.of(drawn.contains(line.label()) ? "yes" : "no"),
              Cell.of(line.environment().orElse("all")),
              Cell.of(line.workload().orElse("all")),
              Cell.of(line.hardware()),
              Cell.of(line.source())));
    }
    return Section.of("references", "Limits and published figures")
        .notes(
            List.of(
                "These values were not measured in the runs of this page. Figures from other"
                    + " hardware are no targets. A value is drawn in the charts of its metric"
                    + " unless it is more than 3 times above or below everything measured there;"
                    + " limits in bytes are drawn as messages of the workload's size."))
        .add(
            List.of(
                new Table(
                    "Limits and published figures",
                    List.of(
                        "name",
                        "metric",
                        "value",
                        "drawn",
                        "environment",
                        "workload",
                        "hardware",
                        "source"),
                    rows)));
  }
}
