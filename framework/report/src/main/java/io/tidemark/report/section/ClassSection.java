package io.tidemark.report.section;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.section.ShownRuns.Rows;
import io.tidemark.report.section.ShownRuns.ShownRun;
import io.tidemark.report.text.DamageMarks;
import java.util.ArrayList;
import java.util.List;

/** The traffic classes of runs: rates, messages and latencies over the measured time. */
public final class ClassSection {
  private ClassSection() {}

  public static Section of(ShownRuns runs) {
    Rows rows =
        runs.rows(
            "class",
            "verdict",
            "intended",
            "published",
            "consumed",
            "MB/s",
            "lost",
            "duplicated",
            "out of order",
            "publish p50",
            "publish p99",
            "publish p99.9",
            "end-to-end p50",
            "end-to-end p99",
            "end-to-end p99.9",
            "objectives");
    runs.runs()
        .forEach(
            run ->
                run.result().classes().forEach(each -> rows.add(run, row(each, marks(run, each)))));
    Section section = Section.of("classes", "Traffic classes").add(rows.table());
    return section.isEmpty()
        ? section
        : section.notes("rates in msg/s; lost, duplicated and out of order over the whole run");
  }

  private static DamageMarks marks(ShownRun run, ClassResult of) {
    return run.result().usable() ? new DamageMarks(of.verdict().figures()) : DamageMarks.NONE;
  }

  private static List<Cell> row(ClassResult of, DamageMarks marks) {
    PhaseResult totals = of.totals();
    List<Cell> row = new ArrayList<>();
    row.add(Cell.of(of.name()));
    row.add(Cell.of(of.verdict().status()));
    row.add(Cell.of(totals.intendedRatePerSecond(), Unit.PER_SECOND));
    row.add(Cell.of(totals.perSecond(Counter.ACKNOWLEDGED), Unit.PER_SECOND));
    row.add(Cell.of(totals.perSecond(Counter.RECEIVED), Unit.PER_SECOND));
    row.add(Cell.of(totals.perSecond(Counter.ACKNOWLEDGED_BYTES) / 1e6, Unit.MEGABYTES_PER_SECOND));
    row.add(Cell.zero(of.delivery().lost()));
    row.add(Cell.zero(of.delivery().duplicated()));
    row.add(Cell.zero(of.delivery().outOfOrder()));
    for (Measure measure : List.of(Measure.PUBLISH_LATENCY, Measure.END_TO_END)) {
      for (Statistic statistic : List.of(Statistic.P50, Statistic.P99, Statistic.P99_9)) {
        row.add(LatencySection.latency(totals, measure, statistic, marks));
      }
    }
    List<ObjectiveResult> all = of.verdict().objectives();
    long met = all.stream().filter(ObjectiveResult::met).count();
    row.add(Cell.of(all.isEmpty() ? "" : met + " of " + all.size() + " met"));
    return row;
  }
}
