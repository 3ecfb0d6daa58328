package io.tidemark.coordinator.run;

import io.tidemark.coordinator.prepare.Preparation.ReadyFleet;
import io.tidemark.coordinator.run.LoadStages.Outcome;
import io.tidemark.coordinator.stage.RunContext;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.worker.FinishReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The end of a run once its load is over. The result is passed on before clients are closed,
 * because a driver may hang or end the process; results of closing are added afterwards.
 */
record RunClosing(RunContext run, Outcome outcome, ReadyFleet ready) {
  /** Injectors have deadlines of their own; this one is for a defect in them. */
  private static final Duration LAST_UNDO = Duration.ofMinutes(5);

  /** Without a broker nothing is closed in order. */
  private static final Duration CLOSE_WITHOUT_BROKERS = Duration.ofSeconds(5);

  /** The final result. The thread's interrupt flag is set if it was interrupted meanwhile. */
  RunResult close() {
    Map<Integer, FinishReport> reports = new TreeMap<>();
    boolean interrupted = outcome.threadInterrupted();
    List<String> problems = new ArrayList<>(ready.problems());
    try {
      reports.putAll(run.fleet().outstanding());
      run.listener().measured(compose(outcome, reports, problems));
      run.faults().finish(LAST_UNDO);
      if (outcome.brokersGone()) {
        closeWithoutBrokers(problems);
      } else {
        merge(
            reports,
            run.fleet().finish(run.plan().options().setupTimeout(), problems, this::deletes));
      }
      problems.addAll(unknown(reports));
    } catch (InterruptedException e) {
      problems.add("interrupted while closing; topics may remain at the broker");
      interrupted = true;
    }
    RunResult result = compose(ended(), reports, problems);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return result;
  }

  /** Lists the workers that were there until the load was over and did not report. */
  private List<String> unknown(Map<Integer, FinishReport> reports) {
    return IntStream.range(0, run.fleet().size())
        .filter(worker -> !reports.containsKey(worker) && !run.fleet().isLost(worker))
        .mapToObj(run.fleet()::name)
        .map(name -> "worker " + name + ": how many of its sends had no answer is not known")
        .toList();
  }

  private static void merge(
      Map<Integer, FinishReport> outstanding, Map<Integer, FinishReport> closing) {
    closing.forEach((i, last) -> outstanding.merge(i, last, FinishReport::withOutcomesOf));
  }

  /** What cannot be closed then has the cause that ended the run. */
  private void closeWithoutBrokers(List<String> problems) throws InterruptedException {
    Duration most = run.plan().options().setupTimeout();
    run.fleet()
        .finish(
            most.compareTo(CLOSE_WITHOUT_BROKERS) < 0 ? most : CLOSE_WITHOUT_BROKERS,
            new ArrayList<>(),
            worker -> false);
    if (!run.workload().destinations().areExisting()) {
      problems.add(
          "the topics of the run were not deleted, because no broker answers; bin/benchmark clean"
              + " removes them");
    }
  }

  /** A site that has failed keeps its topics. */
  private boolean deletes(int worker) {
    return run.failover().steps().isEmpty() || run.sites().isStandby(worker);
  }

  /** If the process ends after a complete load, the run is still incomplete. */
  private Outcome ended() {
    return run.stop()
        .brokenOff()
        .map(why -> outcome.endedBy(Ending.PROCESS_EXIT, why))
        .orElse(outcome);
  }

  private RunResult compose(
      Outcome how, Map<Integer, FinishReport> reports, List<String> problems) {
    run.listener().composing();
    run.listener().ownEvents().forEach(run.log()::add);
    return new ResultComposer(run, how, ready.lost()).compose(reports, problems);
  }
}
