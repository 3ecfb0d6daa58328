package io.tidemark.report;

import io.tidemark.model.fault.FaultKind.FaultAction;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.RunResult;
import java.util.List;
import java.util.Optional;

/** Runs with faults made by hand. */
public final class SampleFaults {
  private static final long START = RunFigures.START / 1_000;

  private SampleFaults() {}

  private static Flow flow(double silence, Optional<Double> recovery) {
    return new Flow(
        10_000,
        Optional.of(10_000.0),
        120,
        silence,
        Optional.of(2.1),
        Optional.of(0.2),
        recovery,
        21_000,
        Optional.of(5.0),
        Optional.of(99.5));
  }

  /**
   * A leader that is killed 10 s after the start of the load, and runs again 7 s later.
   *
   * @param recovery of delivery
   */
  public static FaultReport fault(String name, Optional<Double> recovery) {
    return killedLeader(
        name,
        new Effect(
            0.2,
            8.5,
            Optional.empty(),
            List.of(),
            false,
            Optional.of(0.03),
            Optional.of(flow(2.1, Optional.of(2.4))),
            Optional.of(flow(0, recovery)),
            23_000,
            Optional.of(6.2),
            120,
            Optional.of(0L),
            Optional.of(7L),
            Optional.of(3L)));
  }

  /** One whose figures are not known, and that lasted until the load ended. */
  public static FaultReport overlapping(String name, String other) {
    return killedLeader(
        name,
        new Effect(
            0.2,
            8.5,
            Optional.of(START + 10_020_000),
            List.of(other),
            true,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            23_000,
            Optional.empty(),
            120,
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  private static FaultReport killedLeader(String name, Effect effect) {
    return new FaultReport(
        name,
        FaultAction.of("kill leader"),
        List.of(2),
        List.of(),
        "test",
        START + 10_000_000,
        Optional.of(START + 10_020_000),
        Optional.of(START + 12_000_000),
        Optional.of(START + 17_000_000),
        "",
        Optional.of(effect));
  }

  /** One that was not injected. */
  public static FaultReport never() {
    return new FaultReport(
        "late",
        FaultAction.of("command"),
        List.of(),
        List.of(),
        "",
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "not injected: backlog > 5 never held in the measured time",
        Optional.empty());
  }

  /** The sample with these faults. */
  public static RunResult run(FaultReport... faults) {
    RunResult run = SampleRuns.sample();
    return SampleRuns.with(run, run.search(), List.of(faults), run.failover());
  }
}
