package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.FAILS;
import static io.tidemark.model.result.Verdict.Severity.INVALIDATES;
import static io.tidemark.model.result.Verdict.Severity.REMARK;
import static io.tidemark.model.result.Verdict.Severity.WARNS;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.verdict.Found.Reach;
import io.tidemark.verdict.ScheduleRule.Phases;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.LongFunction;

/** What became of messages, requests and replies: lost, duplicated, failed and damaged ones. */
record MessageRule(RuleInput facts, Findings findings) {
  /** What may have caused a loss, a duplicate or a change of the order. */
  enum Circumstance {
    DISTURBED(""),
    WORKER_LOST("; what lost workers received after their last answer is not known"),
    CONSUMER_ERRORS(
        "; after errors of consumers brokers deliver again what these have not acknowledged"),
    UNDISTURBED(", without a fault or an interruption");

    private final String words;

    Circumstance(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  @Found.Type(
      as = {REMARK, WARNS},
      value =
          "Acknowledged messages were not received. A remark after a disturbance; the objective"
              + " `lost: 0` enforces it.",
      next = "check what the broker promises for this acknowledgement: replicas, and storage")
  @Found.Says(
      "{#messages|acknowledged message was|acknowledged messages were} not "
          + "received{circumstance}")
  record MessagesLost(long messages, Circumstance circumstance) implements Found {}

  @Found.Type(
      as = {REMARK, WARNS},
      value =
          "Messages were received more than once. A remark after a disturbance; the objective"
              + " `duplicated: 0` enforces it.",
      next = "check when consumers acknowledge, and the timeouts after which the broker repeats")
  @Found.Says("{#deliveries|delivery was a duplicate|deliveries were duplicates}{circumstance}")
  record MessagesDuplicated(long deliveries, Circumstance circumstance) implements Found {}

  @Found.Type(
      as = {REMARK, WARNS},
      value =
          "Messages of one producer and partition were received out of order. A remark after a"
              + " disturbance; the objective `outOfOrder: 0` enforces it.",
      next = "check retries of the producer with several requests in flight, and redeliveries")
  @Found.Says("{#messages|message was|messages were} received out of order{circumstance}")
  record MessagesOutOfOrder(long messages, Circumstance circumstance) implements Found {}

  @Found.Type(
      as = {REMARK, FAILS},
      value =
          "Sends failed or were never answered. Closed loop: more than `failedShare` of the sends of"
              + " a phase; latencies cover the other sends. A remark within the limit, and in an open"
              + " loop.",
      next = "see the errors in the events; check the queue limits of the broker",
      limits = Threshold.FAILED_SHARE)
  interface SendErrors extends Found {}

  @Found.Says(
      "{#failed|send|sends} failed[, {unanswered} of them without an answer][; the first: "
          + "{first}]")
  record FailedSends(long failed, long unanswered, String first) implements SendErrors {}

  @Found.Says(
      value = "{brief}; latencies are those of the others[; the first: {first}]",
      brief =
          "{in}of {#sent|send|sends} {failed} failed and {unanswered} had no answer "
              + "({percent}, limit {limitPercent})")
  record MostlyFailed(
      @JsonUnwrapped Phases in,
      long sent,
      long failed,
      long unanswered,
      double percent,
      double limitPercent,
      String first)
      implements SendErrors {}

  @Found.Type(
      "Sends were neither acknowledged nor failed at the end. They count as failed for every"
          + " share, threshold and objective.")
  @Found.Says("{#sends|send was|sends were} never acknowledged")
  record Unacknowledged(long sends) implements Found {}

  @Found.Type("Consumers reported errors.")
  @Found.Says("{#errors|error was|errors were} reported by consumers[; the first: {first}]")
  record ConsumerErrors(long errors, String first) implements Found {}

  @Found.Type(
      as = {REMARK, INVALIDATES},
      value =
          "Latencies above 12 h, the range of the histograms. A remark with `fromRun`: the messages"
              + " are older than that.",
      next = "check the messages on the topic",
      damages = Reach.LATENCIES,
      limits = Threshold.OVERFLOW_COUNT)
  @Found.Says(
      "{#latencies|value was|values were} beyond the histograms' range of 12 h{olderMessages|: "
          + "the messages are older than that|}")
  record HistogramOverflow(long latencies, boolean olderMessages) implements Found {}

  @Found.Type(
      as = {REMARK, INVALIDATES},
      value =
          "Messages that this run did not send. They arrived in topics that this run had created. A"
              + " remark in topics that existed before, or within `foreignCount`: they are counted and"
              + " not measured.",
      next = "stop the other application that uses the topics",
      damages = Reach.ALL,
      limits = Threshold.FOREIGN_COUNT)
  @Found.Says(
      "{#messages|foreign message was|foreign messages were} received and not "
          + "measured{inOwnTopics|, in topics that the run created|}")
  record ForeignMessages(long messages, boolean inOwnTopics) implements Found {}

  @Found.Type(
      as = INVALIDATES,
      value = "A message arrived with a damaged stamp or body.",
      next = "check whether the broker, a proxy or the driver changes messages",
      damages = Reach.RECEIVED)
  @Found.Says("{#messages|message|messages} arrived with a damaged stamp or body")
  record CorruptedMessages(long messages) implements Found {}

  @Found.Type(
      as = INVALIDATES,
      value = "Request/reply: a requester received replies to requests that it had not sent.",
      next = "check the driver",
      damages = Reach.REPLIES)
  @Found.Says("{#replies|reply|replies} matched no request of their receiver")
  record RepliesNeverAsked(long replies) implements Found {}

  @Found.Type("Request/reply: requests had no reply within the timeout.")
  @Found.Says("{#requests|request|requests} had no reply within the timeout")
  record ReplyTimeouts(long requests) implements Found {}

  @Found.Type("Request/reply: replies arrived after the timeout of their request.")
  @Found.Says(
      "{#replies|reply arrived|replies arrived} after the timeout of {replies|its|their} "
          + "request")
  record RepliesLate(long replies) implements Found {}

  @Found.Type("Request/reply: replies arrived for requests that had been answered.")
  @Found.Says("{#replies|reply|replies} arrived for answered requests")
  record RepliesDuplicated(long replies) implements Found {}

  @Found.Type("Request/reply: replies could not be sent.")
  @Found.Says("{#replies|reply|replies} could not be sent[; the first: {first}]")
  record ReplyErrors(long replies, String first) implements Found {}

  @Found.Type("Request/reply: requests were still waiting when the run ended.")
  @Found.Says("{#requests|request was|requests were} still waiting when the run ended")
  record Unanswered(long requests) implements Found {}

  void judge() {
    Counters total = facts.total();
    overflowed(total.get(Counter.OVERFLOWED));
    foreign(total.get(Counter.FOREIGN));
    if (total.get(Counter.CORRUPTED) > 0) {
      findings.invalidates(new CorruptedMessages(total.get(Counter.CORRUPTED)));
    }
    long unanswered = facts.run().delivery().unacknowledged();
    // A missing answer counts as a failure reported by the driver.
    long failed = total.get(Counter.FAILED) + unanswered;
    if (!mostlyFailed() && failed > 0) {
      findings.remark(new FailedSends(failed, unanswered, facts.reason("SEND_ERROR")));
    }
    remark(
        total.get(Counter.CONSUMER_ERRORS),
        errors -> new ConsumerErrors(errors, facts.reason("CONSUMER_ERROR")));
    remark(unanswered, Unacknowledged::new);
    boolean disturbed = facts.disturbed();
    boolean reported = facts.inputs().lostWorkers().isEmpty();
    fate(
        facts.run().delivery().lost(),
        disturbed,
        false,
        (messages, circumstance) ->
            new MessagesLost(messages, reported ? circumstance : Circumstance.WORKER_LOST));
    // What a consumer that leaves has not acknowledged is delivered again.
    boolean again = disturbed || facts.workload().clientsChange();
    boolean errors = total.get(Counter.CONSUMER_ERRORS) > 0;
    fate(facts.run().delivery().duplicated(), again, errors, MessagesDuplicated::new);
    // Messages of different connections have no order.
    boolean mixed = again || facts.workload().limits().connectionPer().isPresent();
    fate(facts.run().delivery().outOfOrder(), mixed, errors, MessagesOutOfOrder::new);
  }

  void replies(RequestReplyReport report) {
    Counters counts = report.counts();
    if (counts.get(Counter.NEVER_ASKED) > 0) {
      findings.invalidates(new RepliesNeverAsked(counts.get(Counter.NEVER_ASKED)));
    }
    remark(counts.get(Counter.TIMED_OUT), ReplyTimeouts::new);
    remark(counts.get(Counter.LATE), RepliesLate::new);
    remark(counts.get(Counter.DUPLICATE_REPLIES), RepliesDuplicated::new);
    remark(
        counts.get(Counter.REPLIES_FAILED),
        replies -> new ReplyErrors(replies, facts.reason("REPLY_ERROR")));
    remark(report.unanswered(), Unanswered::new);
  }

  private void remark(long number, LongFunction<Found> found) {
    if (number > 0) {
      findings.remark(found.apply(number));
    }
  }

  private void overflowed(long latencies) {
    boolean older = facts.workload().fromRun().isPresent();
    if (latencies > facts.limit(Threshold.OVERFLOW_COUNT)) {
      HistogramOverflow found = new HistogramOverflow(latencies, older);
      if (older) {
        findings.remark(found);
      } else {
        findings.invalidates(found);
      }
    }
  }

  private void foreign(long messages) {
    if (facts.ownTopics() && messages > facts.limit(Threshold.FOREIGN_COUNT)) {
      findings.invalidates(new ForeignMessages(messages, true));
    } else if (messages > 0) {
      findings.remark(new ForeignMessages(messages, false));
    }
  }

  /** A warning without a fault, not a failure, because not every broker guarantees more. */
  private void fate(
      Optional<Long> number,
      boolean expected,
      boolean consumerErrors,
      BiFunction<Long, Circumstance, Found> type) {
    long messages = number.orElse(0L);
    if (messages > 0 && expected) {
      findings.remark(type.apply(messages, Circumstance.DISTURBED));
    } else if (messages > 0) {
      findings.warns(
          type.apply(
              messages, consumerErrors ? Circumstance.CONSUMER_ERRORS : Circumstance.UNDISTURBED));
    }
  }

  /** Whether a closed loop's latencies cover only a part of the sends. */
  private boolean mostlyFailed() {
    double limit = facts.limit(Threshold.FAILED_SHARE);
    List<String> names = new ArrayList<>();
    double worstPercent = limit;
    PhaseResult worst = null;
    for (PhaseResult phase : facts.measuredPhases()) {
      long sent = phase.counters().get(Counter.SENT);
      long ofFaults =
          facts.faultsIn(phase.name()).stream()
              .flatMap(fault -> fault.effect().stream())
              .mapToLong(FaultReport.Effect::failed)
              .sum();
      long failed = Math.max(0, sent - phase.counters().get(Counter.ACKNOWLEDGED) - ofFaults);
      double percent = sent == 0 ? 0 : 100.0 * failed / sent;
      if (percent > limit && facts.intended(phase).isEmpty()) {
        names.add(phase.name());
        worst = percent > worstPercent ? phase : worst;
        worstPercent = Math.max(worstPercent, percent);
      }
    }
    if (worst == null) {
      return false;
    }
    findings.fails(
        new MostlyFailed(
            new Phases(names, worst.name()),
            worst.counters().get(Counter.SENT),
            worst.counters().get(Counter.FAILED),
            worst.counters().unanswered(),
            worstPercent,
            limit,
            facts.reason("SEND_ERROR")));
    return true;
  }
}
