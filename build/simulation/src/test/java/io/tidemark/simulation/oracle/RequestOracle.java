package io.tidemark.simulation.oracle;

import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.VerdictInputs.PhaseEnd;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.simulation.plan.SeedPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Compares a complete run with requests with what became of each of them. */
final class RequestOracle {
  /** Below this share, the broker did not keep up by any rule; the threshold is 99 %. */
  private static final double FAR_BELOW = 0.98;

  private final SeedPlan plan;
  private final RunResult result;
  private final RequestLedger ledger;
  private final List<String> problems = new ArrayList<>();

  RequestOracle(SeedPlan plan, RunResult result, RequestLedger ledger) {
    this.plan = plan;
    this.result = result;
    this.ledger = ledger;
  }

  List<String> problems() {
    problems.addAll(ledger.world.broker().requests().problems());
    for (Counter counter : ledger.counters()) {
      between(counter, result.counts().get(counter));
    }
    between(Counter.NEVER_ASKED, result.counts().get(Counter.NEVER_ASKED));
    problems.addAll(new FlowOracle(plan, plan.testMillis(), result, ledger).problems());
    delivery();
    result
        .requestReply()
        .ifPresentOrElse(this::report, () -> problems.add("no report of requests and replies"));
    return problems;
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      problems.add(otherwise);
    }
  }

  private void delivery() {
    List<PhaseEnd> ends = result.verdictInputs().phaseEnds();
    between("backlog", Optional.of(ends.get(ends.size() - 1).backlogMessages()), ledger::backlog);
    between("lost", result.delivery().lost(), ledger::lost);
    between("duplicated", result.delivery().duplicated(), ledger::duplicated);
  }

  /** Each request has one outcome. */
  private void report(RequestReplyReport report) {
    require(report.requestsSent() == result.counts().get(Counter.SENT), "sent: " + report);
    for (Counter counter : Counter.values()) {
      if (counter.group() == Counter.Group.ROUND_TRIPS) {
        require(
            report.counts().get(counter) == result.counts().get(counter),
            counter + " of the report is not that of the run: " + report);
      }
    }
    require(
        report.nativeWay() == plan.requests().nativeWay()
            && report.responders() == plan.requests().responders()
            && report.pairs() == plan.requests().pairs(),
        "not what was planned: " + report);
    between("unanswered", Optional.of(report.unanswered()), ledger::inFlight);
    between("lost requests", report.requestsLost(), ledger::lostRequests);
    between("lost replies", report.repliesLost(), ledger::lostReplies);
    long ended =
        report.counts().get(Counter.ANSWERED)
            + report.counts().get(Counter.TIMED_OUT)
            + result.counts().get(Counter.FAILED);
    require(
        report.unanswered() > 0 || ended == report.requestsSent(),
        report.requestsSent() + " requests were sent, and " + ended + " have ended: " + report);
    if (result.verdict().status() == Status.VALID && plan.openLoop()) {
      long measured =
          result.phases().stream()
              .filter(phase -> phase.measured())
              .mapToLong(phase -> phase.counters().get(Counter.ANSWERED))
              .sum();
      double intended = plan.rate() * (plan.testMillis() / 1e3);
      require(
          measured >= FAR_BELOW * intended - plan.allProducers() - 1,
          "VALID, and " + measured + " of " + intended + " requests were answered");
    }
  }

  private void between(Counter counter, long counted) {
    between(counter.name(), Optional.of(counted), begin -> ledger.count(counter, begin));
  }

  /** Events during the last snapshots may or may not be in them. */
  private void between(String what, Optional<Long> counted, ToLongFunction<Boolean> truth) {
    long atBegin = truth.applyAsLong(true);
    long atEnd = truth.applyAsLong(false);
    boolean holds =
        counted.isPresent()
            && counted.get() >= Math.min(atBegin, atEnd)
            && counted.get() <= Math.max(atBegin, atEnd);
    require(
        holds,
        String.format(Locale.ROOT, "%s is %s; in truth %d to %d", what, counted, atBegin, atEnd));
  }
}
