package io.tidemark.report.section;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FailoverReport.Lag;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.section.ShownRuns.Rows;
import io.tidemark.report.section.ShownRuns.ShownRun;
import io.tidemark.report.text.DamageMarks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The failovers between two sites: what was lost, and how long it took. */
public final class FailoverSection {
  private static final double NANOS_PER_MICRO = 1e3;

  private FailoverSection() {}

  public static Section of(ShownRuns runs) {
    Rows rows =
        runs.rows(
            "failure of site A",
            "confirmed at site A",
            "missing at site B (RPO)",
            "oldest missing message (RPO)",
            "site B promoted after",
            "first message at site B after (RTO)",
            "last message at site B after (RTO)",
            "largest replication lag",
            "lag before the failure",
            "disk used at site B (MB)");
    for (ShownRun run : runs.runs()) {
      run.result().failover().ifPresent(failover -> rows.add(run, row(failover)));
    }
    return Section.of("failover", "Failover")
        .add(rows.table())
        .warnings(
            runs.notes(
                run ->
                    run.failover().isPresent() ? DamageMarks.of(run).recoveryNotes() : List.of()));
  }

  private static List<Cell> row(FailoverReport failover) {
    List<Cell> row = new ArrayList<>();
    row.add(Cell.of(failover.failure()));
    row.add(Cell.of(failover.confirmed(), Unit.COUNT));
    row.add(Cell.zero(failover.missing()));
    row.add(
        failover.missing().orElse(-1L) == 0
            ? Cell.of("none is missing")
            : time(failover.oldestMissingNanos()));
    row.add(time(Optional.of(failover.promotedNanos())));
    row.add(time(failover.firstMessageNanos()));
    row.add(time(failover.lastMessageNanos()));
    row.add(messages(failover.largestLag()));
    row.add(messages(failover.lastLag()));
    row.add(
        failover
            .diskBytes()
            .map(bytes -> Cell.of(bytes.doubleValue() / 1e6, Unit.MEGABYTES))
            .orElse(Cell.UNKNOWN));
    return row;
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
