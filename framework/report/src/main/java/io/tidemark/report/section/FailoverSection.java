package io.tidemark.report.section;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FailoverReport.Lag;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.text.VerdictText.DamageMarks;
import java.util.List;
import java.util.Optional;

/** The failovers between two sites: what was lost, and how long it took. */
public final class FailoverSection {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final Columns<FailoverReport> COLUMNS =
      new Columns<FailoverReport>()
          .text("failure of site A", FailoverReport::failure)
          .number("confirmed at site A", Unit.COUNT, FailoverReport::confirmed)
          .zero("missing at site B (RPO)", FailoverReport::missing)
          .cell(
              "oldest missing message (RPO)",
              each ->
                  each.missing().orElse(-1L) == 0
                      ? Cell.of("none is missing")
                      : time(each.oldestMissingNanos()))
          .cell("site B promoted after", each -> time(Optional.of(each.promotedNanos())))
          .cell("first message at site B after (RTO)", each -> time(each.firstMessageNanos()))
          .cell("last message at site B after (RTO)", each -> time(each.lastMessageNanos()))
          .cell("largest replication lag", each -> messages(each.largestLag()))
          .cell("lag before the failure", each -> messages(each.lastLag()))
          .cell(
              "disk used at site B (MB)",
              each ->
                  each.diskBytes()
                      .map(bytes -> Cell.of(bytes.doubleValue() / 1e6, Unit.MEGABYTES))
                      .orElse(Cell.UNKNOWN));

  private FailoverSection() {}

  public static Section of(ShownRuns runs) {
    return Section.of("failover", "Failover")
        .add(runs.table(COLUMNS, run -> run.failover().stream()))
        .warnings(
            runs.notes(
                run ->
                    run.failover().isPresent() ? DamageMarks.of(run).recoveryNotes() : List.of()));
  }

  private static Cell time(Optional<Long> nanos) {
    return nanos
        .map(each -> Cell.of(each / NANOS_PER_MICRO, Unit.MICROSECONDS))
        .orElse(Cell.UNKNOWN);
  }

  private static Cell messages(Optional<Lag> lag) {
    return lag.map(each -> Cell.of(each.messages(), Unit.COUNT)).orElse(Cell.UNKNOWN);
  }
}
