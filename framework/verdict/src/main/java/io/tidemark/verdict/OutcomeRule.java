package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.REMARK;
import static io.tidemark.model.result.Verdict.Severity.WARNS;

import io.tidemark.model.outcome.OutcomeReport;
import io.tidemark.model.outcome.OutcomeReport.SubscriptionOutcomes;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Whether each message that consumers refuse ends once, as planned. Lost ones are messages. */
public final class OutcomeRule {
  private static final int SHOWN = 3;

  /** An answer that was on its way when a connection was lost is given again. */
  private static final String AFTER = " A remark after a disturbance.";

  @Found.Type(
      as = {REMARK, WARNS},
      value =
          "Messages are more than once in a dead-letter destination: who repairs and sends them"
              + " again processes them twice."
              + AFTER,
      next = "check whether a node or connection was lost; otherwise report it for the broker")
  @Found.Says("{#messages|message is|messages are} more than once among the dead letters")
  record DeadLetterAgain(long messages) implements Found {}

  @Found.Type(
      as = {REMARK, WARNS},
      value = "Messages were accepted by a consumer, and are dead letters." + AFTER,
      next = "check whether a node or connection was lost; otherwise report it for the broker")
  @Found.Says("{#messages|message was|messages were} accepted, and {messages|is|are} dead letters")
  record EndedTwice(long messages) implements Found {}

  @Found.Type(
      as = WARNS,
      value =
          "Consumers refused messages for good, and they are not among the dead letters. Many"
              + " brokers move them at most once: RabbitMQ loses those that are on their way when a"
              + " node fails.",
      next =
          "RabbitMQ's quorum queues: queueArguments {x-dead-letter-strategy: at-least-once,"
              + " x-overflow: reject-publish}; otherwise report it for the broker")
  @Found.Says("{#messages|refused message is|refused messages are} not among the dead letters")
  record DeadLetterLost(long messages) implements Found {}

  private interface Deviating extends Found {
    List<String> first();

    @Override
    default String sentence() {
      return Found.super.sentence()
          + (first().isEmpty()
              ? ""
              : "; the first (producer:sequence): " + String.join(", ", first()));
    }
  }

  @Found.Type(
      as = {REMARK, WARNS},
      value =
          "The broker gave messages up although consumers had refused them less often than"
              + " `outcomes` says."
              + AFTER,
      next =
          "raise the broker's limit of deliveries above outcomes.times, or set"
              + " outcomes.giveUpAfter; deliveries that a lost connection took count, too")
  @Found.Says("{#messages|message became a dead letter|messages became dead letters} too early")
  record GivenUpEarly(long messages, List<String> first) implements Deviating {}

  @Found.Type(
      as = {REMARK, WARNS},
      value =
          "Messages were delivered again after consumers had rejected them, or after"
              + " `outcomes.giveUpAfter` deliveries."
              + AFTER,
      next = "check the broker's limit of deliveries, and whether a connection was lost")
  @Found.Says(
      "{#messages|message was|messages were} delivered again after the broker was to give "
          + "{messages|it|them} up")
  record DeliveredAgain(long messages, List<String> first) implements Deviating {}

  @Found.Type(
      as = WARNS,
      value =
          "The broker says of dead letters that they are there for another reason than `outcomes`"
              + " plans: they expired or a queue was full, or a rejected message counts as one that"
              + " was delivered too often.",
      next = "check the time to live, the maximum length and the limit of deliveries of the queue")
  @Found.Says("{#messages|dead letter has|dead letters have} another reason than the planned one")
  record OtherReason(long messages, List<String> first) implements Deviating {}

  private OutcomeRule() {}

  static void judge(RuleInput facts, Findings findings) {
    // What a lost worker received and refused last, and what comes after an early end, is not
    // known.
    boolean known = facts.completed() && facts.inputs().lostWorkers().isEmpty();
    Consumer<Found> deviation = facts.disturbed() ? findings::remark : findings::warns;
    facts
        .run()
        .part(OutcomeReport.PART)
        .ifPresent(report -> judge(report, known, findings, deviation));
  }

  private static void judge(
      OutcomeReport report, boolean known, Findings findings, Consumer<Found> deviation) {
    long again = report.sum(SubscriptionOutcomes::deadLettersAgain);
    if (again > 0) {
      deviation.accept(new DeadLetterAgain(again));
    }
    long lost = report.sum(SubscriptionOutcomes::lostRefused);
    if (known && lost > 0) {
      findings.warns(new DeadLetterLost(lost));
    }
    long both = report.sum(SubscriptionOutcomes::both);
    if (both > 0) {
      deviation.accept(new EndedTwice(both));
    }
    long early = report.sum(SubscriptionOutcomes::givenUpEarly);
    if (known && early > 0) {
      deviation.accept(new GivenUpEarly(early, first(report, SubscriptionOutcomes::firstEarly)));
    }
    long late = report.sum(SubscriptionOutcomes::deliveredAgain);
    if (late > 0) {
      deviation.accept(new DeliveredAgain(late, first(report, SubscriptionOutcomes::firstAgain)));
    }
    long other = report.sum(SubscriptionOutcomes::otherReason);
    if (other > 0) {
      findings.warns(new OtherReason(other, first(report, SubscriptionOutcomes::firstOther)));
    }
  }

  private static List<String> first(
      OutcomeReport report, Function<SubscriptionOutcomes, List<String>> examples) {
    return report.subscriptions().stream()
        .flatMap(each -> examples.apply(each).stream())
        .limit(SHOWN)
        .toList();
  }
}
