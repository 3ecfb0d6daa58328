package io.tidemark.charts.page;

import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.text.ClassSection;
import io.tidemark.report.text.TerminalStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The traffic classes: a table for each run, with a row for each class. */
final class ClassTables {
  private ClassTables() {}

  /** Empty if no run has classes. */
  static Optional<Section> section(List<ReportedRun> runs) {
    List<Table> tables = new ArrayList<>();
    for (ReportedRun run : runs) {
      run.stored()
          .filter(stored -> !stored.classes().isEmpty())
          .ifPresent(
              stored ->
                  tables.add(
                      new Table(
                          run.workload() + " on " + run.label(),
                          head(),
                          stored.classes().stream().map(ClassTables::row).toList())));
    }
    return tables.isEmpty()
        ? Optional.empty()
        : Optional.of(Section.of("classes", "Traffic classes").add(tables));
  }

  private static List<String> head() {
    return Stream.of(
            ClassSection.MESSAGES,
            List.of("publish p50", "publish p99", "publish p99.9"),
            List.of("end-to-end p50", "end-to-end p99", "end-to-end p99.9"),
            List.of("objectives"))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Cell> row(ClassResult of) {
    Tone tone = ClassSection.isBad(of) ? Tone.WARNING : Tone.NONE;
    List<Cell> row = new ArrayList<>();
    ClassSection.messages(of).forEach(text -> row.add(Cell.of(text)));
    row.set(1, Cell.of(row.get(1).text(), tone));
    ClassSection.latencies(of, TerminalStyle.UNICODE).stream()
        .skip(1)
        .forEach(text -> row.add(Cell.of(text)));
    row.add(Cell.of(ClassSection.objectives(of)));
    return row;
  }
}
