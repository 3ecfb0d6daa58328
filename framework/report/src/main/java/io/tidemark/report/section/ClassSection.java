package io.tidemark.report.section;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.text.VerdictText.DamageMarks;
import java.util.List;

/** The traffic classes of runs: rates, messages and latencies over the measured time. */
public final class ClassSection {
  private record Row(ClassResult of, DamageMarks marks) {
    private Row(RunResult run, ClassResult of) {
      this(of, run.usable() ? new DamageMarks(of.verdict().figures()) : DamageMarks.NONE);
    }

    private double perSecond(Counter counter) {
      return of.totals().perSecond(counter);
    }

    private String objectives() {
      List<ObjectiveResult> all = of.verdict().objectives();
      long met = all.stream().filter(ObjectiveResult::met).count();
      return all.isEmpty() ? "" : met + " of " + all.size() + " met";
    }
  }

  private ClassSection() {}

  public static Section of(ShownRuns runs) {
    Columns<Row> columns =
        new Columns<Row>()
            .text("class", row -> row.of.name())
            .cell("verdict", row -> Cell.of(row.of.verdict().status()))
            .optional("intended", Unit.PER_SECOND, row -> row.of.totals().intendedRatePerSecond())
            .number("published", Unit.PER_SECOND, row -> row.perSecond(Counter.ACKNOWLEDGED))
            .number("consumed", Unit.PER_SECOND, row -> row.perSecond(Counter.RECEIVED))
            .number(
                "MB/s",
                Unit.MEGABYTES_PER_SECOND,
                row -> row.perSecond(Counter.ACKNOWLEDGED_BYTES) / 1e6)
            .zero("lost", row -> row.of.delivery().lost())
            .zero("duplicated", row -> row.of.delivery().duplicated())
            .zero("out of order", row -> row.of.delivery().outOfOrder());
    for (Measure measure : List.of(Measure.PUBLISH_LATENCY, Measure.END_TO_END)) {
      String name = measure == Measure.END_TO_END ? "end-to-end " : "publish ";
      for (Statistic each : List.of(Statistic.P50, Statistic.P99, Statistic.P99_9)) {
        columns.cell(
            name + each.label(),
            row -> LatencySection.latency(row.of.totals(), measure, each, row.marks));
      }
    }
    columns.text("objectives", Row::objectives);
    Section section =
        Section.of("classes", "Traffic classes")
            .add(
                runs.table(columns, run -> run.classes().stream().map(each -> new Row(run, each))));
    return section.isEmpty()
        ? section
        : section.notes("rates in msg/s; lost, duplicated and out of order over the whole run");
  }
}
