package io.tidemark.charts.page;

import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.text.DamageMarks;
import io.tidemark.report.text.FailoverSection;
import io.tidemark.report.text.FailoverSection.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The failovers between two sites: one row for each run. */
final class FailoverTables {
  private static final String CAPTION = "Failover from site A to site B";

  private FailoverTables() {}

  /** Empty if no run has a failover. */
  static Optional<Section> section(List<ReportedRun> runs) {
    List<String> head = new ArrayList<>();
    List<List<Cell>> rows = new ArrayList<>();
    for (ReportedRun run : runs) {
      run.stored()
          .flatMap(RunResult::failover)
          .ifPresent(
              failover -> {
                if (head.isEmpty()) {
                  head.addAll(head(failover));
                }
                rows.add(row(run, failover));
              });
    }
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Section.of("failover", "Failover")
                .warnings(notes(runs))
                .add(List.of(new Table(CAPTION, head, rows))));
  }

  /** Possible errors of the times. */
  private static List<String> notes(List<ReportedRun> runs) {
    return runs.stream()
        .flatMap(
            run ->
                run.stored().filter(stored -> stored.failover().isPresent()).stream()
                    .flatMap(stored -> DamageMarks.of(stored).recoveryNotes().stream())
                    .map(note -> VerdictSection.name(run) + ": " + note))
        .toList();
  }

  private static List<String> head(FailoverReport failover) {
    List<String> head = new ArrayList<>(List.of("run"));
    FailoverSection.figures(failover).forEach(figure -> head.add(figure.column()));
    return head;
  }

  private static List<Cell> row(ReportedRun run, FailoverReport failover) {
    List<Cell> row = new ArrayList<>(List.of(Cell.of(run.workload() + " on " + run.label())));
    for (Figure figure : FailoverSection.figures(failover)) {
      row.add(figure.bad() ? Cell.of(figure.value(), Tone.BAD) : Cell.of(figure.value()));
    }
    return row;
  }
}
