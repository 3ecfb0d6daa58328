package io.tidemark.report.section;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.PriorityResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Section;
import io.tidemark.report.text.VerdictText.DamageMarks;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The messages of each priority: rates, latencies, and those that lower ones overtook. */
public final class PrioritySection {
  private record Row(PriorityResult of, DamageMarks marks) {
    private double perSecond(Counter counter) {
      return of.totals().perSecond(counter);
    }
  }

  private PrioritySection() {}

  public static Section of(ShownRuns runs) {
    Columns<Row> columns =
        new Columns<Row>()
            .number("priority", Unit.COUNT, row -> row.of.priority())
            .number("published", Unit.PER_SECOND, row -> row.perSecond(Counter.ACKNOWLEDGED))
            .number("consumed", Unit.PER_SECOND, row -> row.perSecond(Counter.RECEIVED));
    for (Statistic each : List.of(Statistic.P50, Statistic.P99, Statistic.P99_9, Statistic.MAX)) {
      columns.cell(
          "end-to-end " + each.label(),
          row -> LatencySection.latency(row.of.totals(), Measure.END_TO_END, each, row.marks));
    }
    columns
        .number("overtaken", Unit.COUNT, row -> row.of.totals().counters().get(Counter.OVERTAKEN))
        .zero("out of order", row -> Optional.of(row.of.outOfOrder()));
    Section section =
        Section.of("priorities", "Priorities").add(runs.table(columns, PrioritySection::rows));
    return section.isEmpty()
        ? section
        : section.notes(
            "rates in msg/s; overtaken by a lower priority that was received more than 100 ms"
                + " after they were sent; out of order, among the same priority, over the whole"
                + " run");
  }

  private static Stream<Row> rows(RunResult run) {
    DamageMarks marks = DamageMarks.of(run);
    return run.part(RunResult.PRIORITIES).stream().map(each -> new Row(each, marks));
  }
}
