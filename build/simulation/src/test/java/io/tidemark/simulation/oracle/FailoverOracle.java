package io.tidemark.simulation.oracle;

import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.world.Network;
import io.tidemark.simulation.world.SentMessage;
import io.tidemark.simulation.world.SimulatedWorld;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Compares RPO and RTO of a result with what the simulated sites know. */
final class FailoverOracle {
  /** Between a step and its time in the report, which has microseconds. */
  private static final long STEP_NANOS = 1_000_000;

  private final SeedPlan plan;
  private final SimulatedWorld world;
  private final RunResult result;
  private final Ledger ledger;
  private final Discrepancies problems = new Discrepancies();

  FailoverOracle(SeedPlan plan, SimulatedWorld world, RunResult result, Ledger ledger) {
    this.plan = plan;
    this.world = world;
    this.result = result;
    this.ledger = ledger;
  }

  List<String> problems() {
    boolean planned = plan.sites().two();
    boolean promoted = planned && world.sites().promotedNanos() < Long.MAX_VALUE;
    problems.require(
        planned || result.failover().isEmpty(), "a failover is reported, and there was none");
    boolean completed = result.verdictInputs().ending() == Ending.COMPLETED;
    problems.require(
        !planned || !completed || promoted && result.failover().isPresent(),
        "completed without a failover; promoted: " + promoted);
    if (planned && result.failover().isPresent()) {
      FailoverReport report = result.failover().get();
      steps(report);
      if (completed && result.verdictInputs().lostWorkers().isEmpty()) {
        recoveryPoint(report);
        recoveryTime(report);
      }
    }
    return problems.all();
  }

  private void near(String what, Optional<Long> value, long least, long most) {
    problems.require(
        value.isPresent() && value.get() >= least - STEP_NANOS && value.get() <= most + STEP_NANOS,
        what + " is " + value + "; in truth " + least + " to " + most);
  }

  private long failing() {
    return world.sites().failingNanos();
  }

  private void steps(FailoverReport report) {
    long failed = ledger.nanos(report.failedEpochNanos());
    near("the time of the failure", Optional.of(failed), failing(), failing());
    long promotion = world.sites().promotedNanos() - failing();
    near("the time of the promotion", Optional.of(report.promotedNanos()), promotion, promotion);
  }

  private static boolean isMissing(SentMessage message) {
    return message.acknowledgedNanos() < SentMessage.NEVER && message.arrivals().isEmpty();
  }

  /** What was acknowledged and never arrived; its age counts from a reading of its worker. */
  private void recoveryPoint(FailoverReport report) {
    if (ledger.lost(true) != ledger.lost(false)
        || ledger.acknowledged(true) != ledger.acknowledged(false)) {
      return; // Something happened during the last snapshot.
    }
    long missing = ledger.messages().stream().filter(FailoverOracle::isMissing).count();
    problems.require(
        report.missing().equals(Optional.of(missing)),
        "missing are " + report.missing() + ", in truth " + missing);
    problems.require(
        report.confirmed() == ledger.allAcknowledged(),
        "confirmed are " + report.confirmed() + ", in truth " + ledger.allAcknowledged());
    if (missing == 0) {
      near("the age of the oldest missing message", report.oldestMissingNanos(), 0, 0);
      return;
    }
    long earliest = Long.MAX_VALUE;
    long latest = Long.MAX_VALUE;
    for (SentMessage message : ledger.messages()) {
      if (isMissing(message)) {
        long error = ledger.clockErrors().nanos(message.worker(), message.acknowledgedNanos());
        earliest = Math.min(earliest, begin(message, false) - error);
        latest = Math.min(latest, begin(message, true) + error);
      }
    }
    near(
        "the age of the oldest missing message",
        report.oldestMissingNanos(),
        Math.max(0, failing() - latest),
        Math.max(0, failing() - earliest));
  }

  /** The begin of the reading of its worker in which an acknowledgement is, at least or at most. */
  private long begin(SentMessage message, boolean atMost) {
    long at = message.acknowledgedNanos();
    long begin = ledger.nanos(result.phases().get(0).startEpochNanos());
    Set<Integer> requests = new HashSet<>();
    int port = world.workers().get(message.worker()).port();
    for (Network.Span each : world.network().served(port, "snapshot")) {
      boolean repeated = !requests.add(each.request());
      if (!repeated && atMost && each.beginNanos() <= at) {
        begin = Math.max(begin, Math.min(at, each.endNanos()));
      } else if (!repeated && !atMost && each.endNanos() < at) {
        begin = Math.max(begin, each.beginNanos());
      }
    }
    return begin;
  }

  private void recoveryTime(FailoverReport report) {
    long[] arrivals = ledger.times(Counter.RECEIVED);
    if (arrivals.length == 0) {
      problems.require(
          report.firstMessageNanos().isEmpty() && report.lastMessageNanos().isEmpty(),
          "times of messages that never arrived: " + report);
      return;
    }
    if (ledger.received(true) == ledger.received(false)
        && ledger.received(false) == arrivals.length) {
      time("the first message", report.firstMessageNanos(), arrivals[0]);
      time("the last message", report.lastMessageNanos(), arrivals[arrivals.length - 1]);
    }
  }

  private void time(String what, Optional<Long> value, long at) {
    long error = ledger.clockErrors().largestNanos(at);
    near(what, value, Math.max(0, at - failing() - error), Math.max(0, at - failing() + error));
  }
}
