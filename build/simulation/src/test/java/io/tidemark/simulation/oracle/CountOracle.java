package io.tidemark.simulation.oracle;

import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.VerdictInputs.PhaseEnd;
import io.tidemark.model.snapshot.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Compares counts of a result, and what it says of deliveries, with the messages of the broker. */
final class CountOracle {
  private final RunResult result;
  private final Ledger ledger;
  private final List<String> problems = new ArrayList<>();

  CountOracle(RunResult result, Ledger ledger) {
    this.result = result;
    this.ledger = ledger;
  }

  /** Whatever happened, a run cannot have seen more than there was. */
  List<String> atMost() {
    atMost(Counter.SENT, ledger.allSent());
    atMost(Counter.ACKNOWLEDGED, ledger.allAcknowledged());
    atMost(Counter.FAILED, ledger.allFailed());
    atMost(Counter.RECEIVED, ledger.allReceived());
    require(
        result.counts().get(Counter.FOREIGN) == 0 && result.counts().get(Counter.CORRUPTED) == 0,
        "foreign or corrupted messages: " + result.counts());
    return taken();
  }

  private List<String> taken() {
    List<String> found = List.copyOf(problems);
    problems.clear();
    return found;
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      problems.add(otherwise);
    }
  }

  private void atMost(Counter counter, long most) {
    long counted = result.counts().get(counter);
    require(counted <= most, counter + " " + counted + ", and there were " + most);
  }

  /** All workers were there until the end: every count is that of the last snapshots. */
  List<String> exact() {
    between(Counter.SENT, ledger::sent);
    between(Counter.ACKNOWLEDGED, ledger::acknowledged);
    between(Counter.FAILED, ledger::failed);
    between(Counter.RECEIVED, ledger::received);
    DeliveryReport delivery = result.delivery();
    between("backlog", Optional.of(lastBacklog()), ledger::backlog);
    require(
        result.verdictInputs().messagesMissing() == (ledger.lost(false) > 0)
            || ledger.lost(true) != ledger.lost(false),
        "messages are missing: " + result.verdictInputs().messagesMissing());
    boolean known =
        result.verdict().findings().stream()
            .noneMatch(finding -> finding.message().endsWith("had no answer is not known"));
    require(
        (delivery.unacknowledged() >= ledger.neverAnswered() || !known)
            && delivery.unacknowledged()
                <= Math.max(
                    ledger.neverAnswered(),
                    Math.max(ledger.unanswered(true), ledger.unanswered(false))),
        "unacknowledged is " + delivery.unacknowledged() + "; in truth " + ledger.neverAnswered());
    between("lost", delivery.lost(), ledger::lost);
    between("duplicated", delivery.duplicated(), ledger::duplicated);
    between("outOfOrder", delivery.outOfOrder(), ledger::outOfOrder);
    between(
        "unacknowledgedButReceived",
        delivery.unacknowledgedButReceived(),
        ledger::unacknowledgedButReceived);
    finding("messages-lost", ledger::lost);
    finding("messages-duplicated", ledger::duplicated);
    finding("messages-out-of-order", ledger::outOfOrder);
    return taken();
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
    require(
        said == expected || expected != truth.applyAsLong(false) > 0,
        code + " is" + (said ? "" : " not") + " among the findings");
  }

  private void between(Counter counter, ToLongFunction<Boolean> truth) {
    between(counter.name(), Optional.of(result.counts().get(counter)), truth);
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
