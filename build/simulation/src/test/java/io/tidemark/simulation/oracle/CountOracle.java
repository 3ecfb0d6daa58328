package io.tidemark.simulation.oracle;

import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.result.VerdictInputs.PhaseEnd;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.simulation.plan.SeedPlan;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Compares counts of a result, and what it says of deliveries, with the messages of the broker. */
final class CountOracle {
  private final RunResult result;
  private final Ledger ledger;
  private final Discrepancies problems;

  /**
   * @param problems takes what is wrong
   */
  CountOracle(RunResult result, Ledger ledger, Discrepancies problems) {
    this.result = result;
    this.ledger = ledger;
    this.problems = problems;
  }

  /** In each case a run cannot have seen more than there was. */
  void atMost() {
    atMost(Counter.SENT, ledger.allSent());
    atMost(Counter.ACKNOWLEDGED, ledger.allAcknowledged());
    atMost(Counter.FAILED, ledger.allFailed());
    atMost(Counter.RECEIVED, ledger.allReceived());
    problems.require(
        result.counts().get(Counter.FOREIGN) == 0 && result.counts().get(Counter.CORRUPTED) == 0,
        "foreign or corrupted messages: " + result.counts());
  }

  private void atMost(Counter counter, long most) {
    long counted = result.counts().get(counter);
    problems.require(counted <= most, counter + " " + counted + ", and there were " + most);
  }

  /** Whether all workers were there until the end, so that counts are exact. */
  boolean isWhole(SeedPlan plan) {
    return result.verdictInputs().ending() == Ending.COMPLETED
        && result.verdictInputs().lostWorkers().isEmpty()
        && !plan.driver().hangsInSend();
  }

  /** Sends without an answer, of messages or of requests. */
  void unacknowledged() {
    long counted = result.delivery().unacknowledged();
    long never = ledger.neverAnswered();
    boolean known =
        result.verdict().findings().stream()
            .noneMatch(finding -> finding.message().endsWith("had no answer is not known"));
    long most = Math.max(never, Math.max(ledger.unanswered(true), ledger.unanswered(false)));
    problems.require(
        (counted >= never || !known) && counted <= most,
        "unacknowledged is " + counted + "; in truth " + never);
  }

  /** Checks a whole run: every count is that of the last snapshots. */
  void exact() {
    between(Counter.SENT, ledger::sent);
    between(Counter.ACKNOWLEDGED, ledger::acknowledged);
    between(Counter.FAILED, ledger::failed);
    between(Counter.RECEIVED, ledger::received);
    DeliveryReport delivery = result.delivery();
    problems.between("backlog", Optional.of(lastBacklog()), ledger::backlog);
    problems.require(
        result.verdictInputs().messagesMissing() == (ledger.lost(false) > 0)
            || ledger.lost(true) != ledger.lost(false),
        "messages are missing: " + result.verdictInputs().messagesMissing());
    unacknowledged();
    problems.between("lost", delivery.lost(), ledger::lost);
    problems.between("duplicated", delivery.duplicated(), ledger::duplicated);
    problems.between("outOfOrder", delivery.outOfOrder(), ledger::outOfOrder);
    problems.between(
        "unacknowledgedButReceived",
        delivery.unacknowledgedButReceived(),
        ledger::unacknowledgedButReceived);
    finding("messages-lost", ledger::lost);
    finding("messages-duplicated", ledger::duplicated);
    finding("messages-out-of-order", ledger::outOfOrder);
  }

  private long lastBacklog() {
    List<PhaseEnd> ends = result.verdictInputs().phaseEnds();
    return ends.get(ends.size() - 1).backlogMessages();
  }

  /** What is counted is also said, and nothing else. */
  private void finding(String code, ToLongFunction<Boolean> truth) {
    boolean expected = truth.applyAsLong(true) > 0;
    boolean said =
        result.verdict().findings().stream().anyMatch(finding -> finding.code().equals(code));
    problems.require(
        said == expected || expected != truth.applyAsLong(false) > 0,
        code + " is" + (said ? "" : " not") + " among the findings");
  }

  private void between(Counter counter, ToLongFunction<Boolean> truth) {
    problems.between(counter.name(), Optional.of(result.counts().get(counter)), truth);
  }
}
