package io.tidemark.simulation.oracle;

import io.tidemark.model.outcome.OutcomeReport;
import io.tidemark.model.outcome.OutcomeReport.SubscriptionOutcomes;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.simulation.plan.RefusalPlan;
import io.tidemark.simulation.world.SentMessage;
import io.tidemark.simulation.world.SentMessage.Arrival;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Compares the ends of messages in a whole run with those that the broker knows. */
final class OutcomeOracle {
  private final RefusalPlan plan;
  private final RunResult result;
  private final Ledger ledger;
  private final Discrepancies problems = new Discrepancies();

  /** What became of a message in a subscription, until a moment. */
  private interface End {
    boolean is(List<Arrival> accepted, List<Arrival> dead, List<Arrival> dropped);
  }

  OutcomeOracle(RefusalPlan plan, RunResult result, Ledger ledger) {
    this.plan = plan;
    this.result = result;
    this.ledger = ledger;
  }

  List<String> problems() {
    Optional<OutcomeReport> report = result.part(OutcomeReport.PART);
    problems.require(report.isPresent(), "a run with outcomes has no report of them");
    report.ifPresent(this::ends);
    int most =
        ledger.messages().stream()
            .flatMap(message -> message.refusals().values().stream())
            .mapToInt(List::size)
            .max()
            .orElse(0);
    problems.require(
        most <= plan.times(), "a message was refused " + most + " times; planned " + plan.times());
    problems.between(
        "refusals",
        Optional.of(result.counts().get(Counter.REFUSALS)),
        begin -> ledger.events(SentMessage::refusals, begin));
    problems.between(
        "dead letters, and dropped ones",
        Optional.of(result.counts().get(Counter.DEAD_LETTERS)),
        begin ->
            ledger.events(SentMessage::deadLetters, begin)
                + ledger.events(SentMessage::dropped, begin));
    return problems.all();
  }

  private void ends(OutcomeReport report) {
    end(
        "accepted",
        report,
        SubscriptionOutcomes::accepted,
        (accepted, dead, dropped) -> !accepted.isEmpty() && dead.isEmpty());
    end(
        "dead letters",
        report,
        SubscriptionOutcomes::deadLetters,
        (accepted, dead, dropped) -> accepted.isEmpty() && !dead.isEmpty());
    end(
        "dropped",
        report,
        SubscriptionOutcomes::dropped,
        (accepted, dead, dropped) -> !dropped.isEmpty());
    end(
        "neither",
        report,
        SubscriptionOutcomes::neither,
        (accepted, dead, dropped) -> accepted.isEmpty() && dead.isEmpty() && dropped.isEmpty());
    none("accepted again", report.sum(SubscriptionOutcomes::acceptedAgain));
    none("dead letters again", report.sum(SubscriptionOutcomes::deadLettersAgain));
    none("both", report.sum(SubscriptionOutcomes::both));
    none("given up early", report.sum(SubscriptionOutcomes::givenUpEarly));
    none("delivered again", report.sum(SubscriptionOutcomes::deliveredAgain));
    none("other reason", report.sum(SubscriptionOutcomes::otherReason));
    problems.between(
        "reasons of dead letters",
        Optional.of(report.reasons().values().stream().mapToLong(Long::longValue).sum()),
        begin ->
            ledger.ofAcknowledged(
                begin, (message, to) -> !ledger.until(message.deadLetters(), to, begin).isEmpty()));
    problems.between(
        "deliveries",
        Optional.of(
            report.deliveries().entrySet().stream()
                .mapToLong(each -> each.getKey() * each.getValue())
                .sum()),
        begin ->
            ledger.acknowledgedEvents(SentMessage::arrivals, begin)
                + ledger.acknowledgedEvents(SentMessage::refusals, begin));
  }

  private void none(String what, long counted) {
    problems.require(counted == 0, what + " is " + counted + "; the broker did none of that");
  }

  private void end(
      String what, OutcomeReport report, ToLongFunction<SubscriptionOutcomes> number, End end) {
    problems.between(
        what,
        Optional.of(report.sum(number)),
        begin ->
            ledger.ofAcknowledged(
                begin,
                (message, to) ->
                    end.is(
                        ledger.until(message.arrivals(), to, begin),
                        ledger.until(message.deadLetters(), to, begin),
                        ledger.until(message.dropped(), to, begin))));
  }
}
