package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.ABORTS;
import static io.tidemark.model.result.Verdict.Severity.INVALIDATES;
import static io.tidemark.model.result.Verdict.Severity.REMARK;

import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.verdict.Found.Reach;

/** How a run ended, and which workers it lost. */
final class EndingRule {
  @Found.Says("{reason}; the results so far have been kept")
  private interface Ended extends Found {}

  @Found.Type(
      as = ABORTS,
      value =
          "The run was stopped by the user or a signal before its planned end. An `unlimited` test"
              + " that is stopped ends normally.",
      next = "use what was measured until then, or run it again",
      damages = Reach.ALL)
  public record Interrupted(String reason) implements Ended {}

  @Found.Type(
      as = ABORTS,
      value =
          "After the load had begun a call to a worker failed, no broker answered, or an internal"
              + " error occurred.",
      next = "see worker, operation and reason in the message, and their logs",
      damages = Reach.ALL)
  record BrokeOff(String reason) implements Ended {}

  @Found.Type(
      as = ABORTS,
      value = "Code in the process called `System.exit`. The message names class, line and thread.",
      next = "correct the driver: it must report failures through futures and exceptions",
      damages = Reach.ALL)
  record ProcessExit(String reason) implements Ended {}

  @Found.Type(
      as = {REMARK, INVALIDATES, ABORTS},
      value =
          "A worker stopped answering. It did not answer for 3.5 s (17.5 s before its first answer,"
              + " if its machine accepts connections). With `--on-worker-loss continue` the others"
              + " continue and the run is INVALID; \"before the load\": they had its share from the"
              + " start (with `topicNames` a lost worker that still runs consumes for up to 3"
              + " minutes). A remark within `lostWorkers`, and if a fault killed or froze it.",
      next = "check the worker's log and machine: killed, out of memory, or network",
      damages = Reach.ALL,
      limits = Threshold.LOST_WORKERS)
  @Found.Says(
      "worker {worker} stopped answering: {why}{othersContinued|; the others continued|}[. It "
          + "is an effect of {fault}]")
  record WorkerLost(String worker, String why, boolean othersContinued, String fault)
      implements Found {}

  @Found.Type(
      as = {REMARK, INVALIDATES, ABORTS},
      value =
          "A worker left: a signal stopped it, or a driver in it called `System.exit`. The message"
              + " says which. Otherwise as `worker-lost`.",
      next = "start the worker again; if the driver called System.exit, correct it",
      damages = Reach.ALL,
      limits = Threshold.LOST_WORKERS)
  @Found.Says("{why}{othersContinued|; the others continued|}[. It is an effect of {fault}]")
  record WorkerStopped(String worker, String why, boolean othersContinued, String fault)
      implements Found {}

  @Found.Type(
      as = INVALIDATES,
      value = "A worker received no heartbeat for 20 s and stopped its load.",
      next = "check the network between coordinator and worker",
      damages = Reach.ALL)
  @Found.Says("the lease of a worker expired (no call of the coordinator) and it stopped its load")
  record LeaseExpired() implements Found {}

  private EndingRule() {}

  static void judge(RuleInput facts, Findings findings) {
    facts.inputs().lostWorkers().forEach(worker -> lost(worker, facts, findings));
    String reason = facts.inputs().reason();
    switch (facts.inputs().ending()) {
      case INTERRUPTED -> findings.aborts(new Interrupted(reason));
      case FAILED -> findings.aborts(new BrokeOff(reason));
      case PROCESS_EXIT -> findings.aborts(new ProcessExit(reason));
      case COMPLETED, WORKER_LOST -> {}
    }
    if (facts.inputs().leaseExpired()) {
      findings.invalidates(new LeaseExpired());
    }
  }

  private static void lost(LostWorker worker, RuleInput facts, Findings findings) {
    boolean continued = facts.inputs().ending() != Ending.WORKER_LOST;
    String fault =
        facts.faultOf(worker.name()).filter(any -> continued).map(FaultReport::name).orElse("");
    Found found =
        worker.announced()
            ? new WorkerStopped(worker.name(), worker.why(), continued, fault)
            : new WorkerLost(worker.name(), worker.why(), continued, fault);
    if (!continued) {
      findings.aborts(found);
    } else if (fault.isEmpty() && facts.unexplainedLosses() > facts.limit(Threshold.LOST_WORKERS)) {
      findings.invalidates(found);
    } else {
      findings.remark(found);
    }
  }
}
