package io.tidemark.simulation.oracle;

import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.VerdictInputs.Clocks;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.plan.SeedPlan.BrokerFaults;
import io.tidemark.simulation.plan.SeedPlan.Kind;
import io.tidemark.simulation.plan.SitePlan;
import io.tidemark.simulation.world.SimulatedWorld;
import java.util.ArrayList;
import java.util.List;

/** Compares ending, status and findings of a run with what was injected. */
final class EndingOracle {
  /** A run looks at stop requests, and at its workers, several times in this time. */
  private static final long SOON_NANOS = 60_000_000;

  /** Below this share, the broker did not keep up by any rule; the threshold is 99 %. */
  private static final double FAR_BELOW = 0.98;

  /** A worker without a response for this time is lost; a call may be under way. */
  private static final long GONE_NANOS =
      HttpWorkerOptions.DEFAULT.silence().plus(HttpWorkerOptions.DEFAULT.callTimeout()).toNanos();

  private static final int LARGE_STEP_MILLIS = 200;

  /** Calls that are repeated when their connection is lost. */
  private static final List<String> REPEATED = List.of(": snapshot: ", ": announce-phases: ");

  private final SeedPlan plan;
  private final SimulatedWorld world;
  private final RunResult result;
  private final Ledger ledger;
  private final Discrepancies problems = new Discrepancies();

  EndingOracle(SeedPlan plan, SimulatedWorld world, RunResult result, Ledger ledger) {
    this.plan = plan;
    this.world = world;
    this.result = result;
    this.ledger = ledger;
  }

  List<String> problems() {
    ending();
    consequences();
    causes();
    result.verdict().findings().stream()
        .filter(finding -> !explained(finding))
        .forEach(finding -> problems.add("nothing that was injected explains " + finding));
    passedOn();
    return problems.all();
  }

  private void ending() {
    Ending ending = result.verdictInputs().ending();
    boolean explained =
        switch (ending) {
          case COMPLETED -> true;
          case INTERRUPTED -> plan.isStopped();
          case WORKER_LOST -> workersSuffer();
          case FAILED -> workersSuffer() || plan.sites().failing() != SitePlan.Step.NONE;
          case PROCESS_EXIT -> false;
        };
    problems.require(
        explained,
        "no planned fault explains the end: " + ending + " " + result.verdictInputs().reason());
    problems.require(
        (ending == Ending.COMPLETED) == (result.verdict().status() != Status.ABORTED),
        "ended " + ending + " and is " + result.verdict().status());
    // A class ends with the last of its workers, and all others with it.
    boolean allLost =
        result.verdictInputs().lostWorkers().size() >= plan.workers() || !plan.second().isEmpty();
    problems.require(
        ending != Ending.WORKER_LOST || !plan.continues() || allLost,
        "ended with a worker although it shall go on without it");
    result.verdictInputs().lostWorkers().stream()
        .filter(lost -> !suffers(lost))
        .forEach(lost -> problems.add("nothing that was injected explains the loss of " + lost));
  }

  /** What happened before the load was over is in the result of a run that went on. */
  private void consequences() {
    long loadEnd =
        result.phases().stream()
            .filter(phase -> phase.measured())
            .mapToLong(phase -> phase.startEpochNanos() + phase.lengthNanos())
            .max()
            .orElse(Long.MIN_VALUE);
    long soon = ledger.nanos(loadEnd) - SOON_NANOS;
    boolean completed = result.verdictInputs().ending() == Ending.COMPLETED;
    if (completed) {
      problems.require(
          world.happened(Kind.STOP) >= soon && world.happened(Kind.STOP_AT_ONCE) >= soon,
          "it was stopped, and completed");
      for (int i = 0; i < plan.workers(); i++) {
        String address = address(i);
        problems.require(
            world.killed(i) >= soon || lost(address),
            "worker " + address + " was killed, and is not lost");
      }
      problems.require(
          plan.continues() || lostBefore(soon).isEmpty(),
          "completed although these were lost: " + lostBefore(soon));
    }
    long begin = result.phases().isEmpty() ? 0 : result.phases().get(0).startEpochNanos();
    long stepped = world.happened(Kind.STEP);
    if (completed && stepped < soon && stepped > ledger.nanos(begin) + SOON_NANOS) {
      problems.require(
          plan.events().stream().noneMatch(EndingOracle::isLargeStep) || clocksAreDoubted(),
          "a clock jumped, and the result does not say it");
    }
    boolean valid = result.verdict().status() == Status.VALID;
    boolean exact = completed && result.verdictInputs().lostWorkers().isEmpty();
    if (exact
        && valid
        && !plan.has(Kind.STEP)
        && plan.ofWorkload().isEmpty()
        && plan.openLoop()
        && !plan.sites().two()) {
      double intended = plan.allRate() * (plan.testMillis() / 1e3);
      long acknowledged =
          ledger.count(
              Counter.ACKNOWLEDGED,
              message -> isMeasured(message.intendedNanos()),
              (worker, nanos) -> true,
              false);
      // Replies prove that requests arrived, whether or not their sends are acknowledged.
      boolean said =
          !plan.requests().isEmpty()
              && result.verdict().findings().stream()
                  .anyMatch(each -> each.code().equals("send-errors"));
      problems.require(
          said || acknowledged >= FAR_BELOW * intended - plan.allProducers() - 1,
          "VALID, and " + acknowledged + " of " + intended + " messages were acknowledged");
    }
  }

  /** What hangs, or is gone, is noticed by its own limit, not by that of a call around it. */
  private void causes() {
    boolean hangs = plan.faults().deleteHangs() && !plan.faults().closeHangs();
    boolean completed = result.verdictInputs().ending() == Ending.COMPLETED;
    if (hangs && completed && !workersSuffer() && !plan.isStopped()) {
      problems.require(
          result.verdict().findings().stream()
              .anyMatch(each -> each.message().contains("driver did not finish within")),
          "a deletion hung, and it is not said: " + result.verdict().findings());
    }
    boolean slow = plan.has(Kind.FREEZE) || plan.has(Kind.PARTITION) || plan.has(Kind.STEP);
    for (int i = 0; i < plan.workers() && !slow; i++) {
      String address = address(i);
      long latest = ledger.epochNanos(world.killed(i)) + GONE_NANOS;
      if (isGone(i)) {
        result.events().stream()
            .filter(event -> event.kind().equals(RunEvent.WORKER_LOST))
            .filter(event -> event.subject().equals(address) && event.epochNanos() > latest)
            .forEach(event -> problems.add("a machine was gone, and was missed late: " + event));
      }
    }
  }

  /** Whether its machine does not even refuse connections. */
  private boolean isGone(int worker) {
    return plan.events().stream()
        .anyMatch(
            event ->
                event.kind() == Kind.KILL
                    && event.silent()
                    && event.worker() == worker
                    && world.killed(worker) < Long.MAX_VALUE);
  }

  private static boolean isLargeStep(SeedPlan.Event event) {
    return event.kind() == Kind.STEP && event.lengthMillis() >= LARGE_STEP_MILLIS;
  }

  private boolean clocksAreDoubted() {
    Clocks clocks = result.verdictInputs().clocks();
    return clocks.worstStepNanos() > 0
        || !clocks.contradictions().isEmpty()
        || result.verdictInputs().leaseExpired()
        || !result.verdictInputs().lostWorkers().isEmpty();
  }

  private boolean isMeasured(long nanos) {
    long at = ledger.epochNanos(nanos);
    return result.phases().stream()
        .filter(phase -> phase.measured())
        .anyMatch(
            phase ->
                at >= phase.startEpochNanos()
                    && at < phase.startEpochNanos() + phase.lengthNanos());
  }

  private List<String> lostBefore(long nanos) {
    List<String> lost = new ArrayList<>();
    for (int i = 0; i < plan.workers(); i++) {
      if (world.killed(i) < nanos && lost(address(i))) {
        lost.add(address(i));
      }
    }
    return lost;
  }

  private String address(int worker) {
    return "127.0.0.1:" + world.workers().get(worker).port();
  }

  private boolean lost(String name) {
    return result.verdictInputs().lostWorkers().stream().anyMatch(lost -> lost.name().equals(name));
  }

  private boolean suffers(LostWorker lost) {
    if (world.network().failures() > 0 && REPEATED.stream().noneMatch(lost.why()::contains)) {
      return true;
    }
    for (SeedPlan.Event event : plan.events()) {
      boolean can =
          switch (event.kind()) {
            case FREEZE, KILL, PARTITION -> true;
            default -> false;
          };
      if (can && address(event.worker()).equals(lost.name())) {
        return true;
      }
    }
    return false;
  }

  private boolean workersSuffer() {
    return plan.has(Kind.KILL)
        || plan.has(Kind.FREEZE)
        || plan.has(Kind.PARTITION)
        || world.network().failures() > 0;
  }

  /** The cause that is named is one that was injected. */
  private boolean explained(Finding finding) {
    return plan.driver().explains(finding.code())
        || plan.requests().explains(finding.code(), plan.harmless())
        || explainedByOthers(finding);
  }

  private boolean explainedByOthers(Finding finding) {
    BrokerFaults faults = plan.faults();
    boolean clocks = !plan.aheadMicros().isEmpty() || plan.has(Kind.STEP);
    boolean blocks = faults.blocked() > 0 || workersSuffer() || plan.has(Kind.STEP);
    boolean refused =
        faults.refused() + faults.thrown() + faults.withoutFuture() > 0
            || !plan.ofWorkload().isEmpty();
    return switch (finding.code()) {
      case "interrupted" -> plan.isStopped();
      case "worker-lost" -> workersSuffer();
      case "broke-off" -> workersSuffer() || plan.sites().failing() != SitePlan.Step.NONE;
      case "schedule-missed", "schedule-held-back", "debt-at-end" -> blocks;
      case "generator-late" -> plan.has(Kind.FREEZE) || plan.has(Kind.STEP);
      case "lease-expired" -> workersSuffer() || plan.has(Kind.STEP);
      case "clock-uncertain", "negative-latencies" -> clocks;
      case "clocks-differ" -> plan.has(Kind.STEP);
      case "confirmation-unknown" -> true; // The model's driver states no facts.
      case "result-incomplete" -> world.disk().mayLackEntries();
      case "no-samples" ->
          finding.message().contains("result-incomplete")
              ? world.disk().mayLackEntries()
              : workersSuffer() || plan.isStopped() || refused || stalls() || clocks;
      case "rate-not-met" ->
          blocks || refused || faults.unanswered() + faults.lagNanos() > 0 || stalls();
      case "send-errors" -> refused || faults.unanswered() > 0 || stalls() || !isExact();
      case "unacknowledged" ->
          faults.unanswered() > 0 || stalls() || !isExact() || plan.requests().frozen();
      case "messages-lost" -> faults.lost() > 0 || stalls() || !isExact();
      case "messages-duplicated" -> faults.duplicated() > 0;
      case "messages-out-of-order" -> faults.delayed() + faults.duplicated() > 0 || stalls();
      case "overtaken" ->
          plan.priorities().overtaken() + faults.delayed() + faults.duplicated() > 0
              || faults.lagNanos() > 0
              || plan.has(Kind.STEP)
              || stalls();
      case "drain-incomplete" -> faults.lost() + faults.unanswered() > 0 || stalls() || !isExact();
      case "publish-latency-uncertain" ->
          faults.atOnce() > 0 || faults.answeredTwice() > 0 || plan.has(Kind.STEP);
      case "stuck-threads" -> blocks;
      case "clean-up" ->
          faults.closeFails()
              || faults.closeHangs()
              || faults.deleteHangs()
              || workersSuffer()
              || plan.isStopped();
      case "fault-failed" -> plan.ofWorkload().fails() || !isExact() || plan.isStopped();
      case "faults-overlap" -> plan.ofWorkload().all().size() > 1;
      case "failover" -> plan.sites().two();
      case "fault-outlasts-load" -> !plan.ofWorkload().isEmpty();
      case "drift" -> finding.severity() == Severity.REMARK;
      default -> false;
    };
  }

  private boolean stalls() {
    return plan.has(Kind.STALL) || !plan.ofWorkload().isEmpty() || plan.sites().two();
  }

  /** Whether all messages were counted until the end. */
  private boolean isExact() {
    return result.verdictInputs().ending() == Ending.COMPLETED
        && result.verdictInputs().lostWorkers().isEmpty()
        && !workersSuffer();
  }

  /** A driver may hang when it is closed: what was measured is passed on before. */
  private void passedOn() {
    problems.require(world.measuredNanos() < Long.MAX_VALUE, "the result was not passed on");
    boolean closedByRun = !workersSuffer() && plan.second().isEmpty();
    problems.require(
        !closedByRun || world.measuredNanos() <= world.broker().firstCloseNanos(),
        "clients were closed before the result was passed on");
  }
}
