package io.tidemark.simulation.oracle;

import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.VerdictInputs.PhaseEnd;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.simulation.plan.SeedPlan;
import java.util.List;
import java.util.Optional;

/** Compares a complete run with requests with what became of each of them. */
final class RequestOracle {
  /** Below this share, the broker did not keep up by any rule; the threshold is 99 %. */
  private static final double FAR_BELOW = 0.98;

  private final SeedPlan plan;
  private final RunResult result;
  private final RequestLedger ledger;
  private final Discrepancies problems = new Discrepancies();

  RequestOracle(SeedPlan plan, RunResult result, RequestLedger ledger) {
    this.plan = plan;
    this.result = result;
    this.ledger = ledger;
  }

  List<String> problems() {
    problems.addAll(ledger.world.broker().requests().problems());
    ledger.counters().forEach(this::between);
    between(Counter.NEVER_ASKED);
    delivery();
    new CountOracle(result, ledger, problems).unacknowledged();
    result
        .requestReply()
        .ifPresentOrElse(this::report, () -> problems.add("no report of requests and replies"));
    return problems.all();
  }

  private void delivery() {
    List<PhaseEnd> ends = result.verdictInputs().phaseEnds();
    problems.between(
        "backlog", Optional.of(ends.get(ends.size() - 1).backlogMessages()), ledger::backlog);
    problems.between("lost", result.delivery().lost(), ledger::lost);
    problems.between("duplicated", result.delivery().duplicated(), ledger::duplicated);
  }

  /** Each request has one outcome. */
  private void report(RequestReplyReport report) {
    problems.require(report.requestsSent() == result.counts().get(Counter.SENT), "sent: " + report);
    for (Counter counter : Counter.values()) {
      if (counter.group() == Counter.Group.ROUND_TRIPS) {
        problems.require(
            report.counts().get(counter) == result.counts().get(counter),
            counter + " of the report is not that of the run: " + report);
      }
    }
    problems.require(
        report.nativeWay() == plan.requests().nativeWay()
            && report.responders() == plan.requests().responders()
            && report.pairs() == plan.requests().pairs(),
        "not what was planned: " + report);
    problems.between("unanswered", Optional.of(report.unanswered()), ledger::inFlight);
    problems.between("lost requests", report.requestsLost(), ledger::lostRequests);
    problems.between("lost replies", report.repliesLost(), ledger::lostReplies);
    long ended =
        report.counts().get(Counter.ANSWERED)
            + report.counts().get(Counter.TIMED_OUT)
            + result.counts().get(Counter.FAILED);
    problems.require(
        report.unanswered() > 0 || ended == report.requestsSent(),
        report.requestsSent() + " requests were sent, and " + ended + " have ended: " + report);
    if (result.verdict().status() == Status.VALID && plan.openLoop()) {
      long measured =
          result.phases().stream()
              .filter(phase -> phase.measured())
              .mapToLong(phase -> phase.counters().get(Counter.ANSWERED))
              .sum();
      double intended = plan.rate() * (plan.testMillis() / 1e3);
      problems.require(
          measured >= FAR_BELOW * intended - plan.allProducers() - 1,
          "VALID, and " + measured + " of " + intended + " requests were answered");
    }
  }

  private void between(Counter counter) {
    problems.between(
        counter.name(),
        Optional.of(result.counts().get(counter)),
        begin -> ledger.count(counter, begin));
  }
}
