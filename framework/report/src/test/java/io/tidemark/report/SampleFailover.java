package io.tidemark.report;

import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FailoverReport.Lag;
import io.tidemark.model.result.RunResult;
import java.util.List;
import java.util.Optional;

/** A run in which a site failed. */
public final class SampleFailover {
  private static final long FAILED = 1_700_000_012_345_678_000L;
  private static final RunResult RUN =
      withFailover(
          new FailoverReport(
              FAILED,
              "killed 3 nodes of rabbitmq",
              1_250_000_000L,
              30_000,
              Optional.of(120L),
              Optional.of(412_345_000L),
              Optional.of(1_500_000_000L),
              Optional.of(4_000_000_000L),
              Optional.of(12_300_000L),
              List.of(
                  new Lag(FAILED - 2_000_000_000L, 20_000, 18_500),
                  new Lag(FAILED - 1_000_000_000L, 29_000, 28_700),
                  new Lag(FAILED + 1_000_000_000L, 30_000, 29_880))));

  private SampleFailover() {}

  public static RunResult run() {
    return RUN;
  }

  /** Everything that was confirmed is at the standby. */
  public static RunResult complete() {
    return withFailover(
        new FailoverReport(
            FAILED,
            "killed 1 node of kafka",
            1_000_000L,
            3_000,
            Optional.of(0L),
            Optional.of(0L),
            Optional.of(1_500_000_000L),
            Optional.of(4_000_000_000L),
            Optional.empty(),
            List.of()));
  }

  private static RunResult withFailover(FailoverReport failover) {
    RunResult run =
        SampleRuns.withIdentity(
            SampleRuns.sample(), RunParts.identity("failover", "rabbitmq-two-sites"));
    return SampleRuns.with(run, run.search(), List.of(), Optional.of(failover));
  }
}
