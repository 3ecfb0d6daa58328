package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.FAILS;
import static io.tidemark.model.result.Verdict.Severity.INVALIDATES;
import static io.tidemark.model.result.Verdict.Severity.REMARK;
import static io.tidemark.model.result.Verdict.Severity.WARNS;

import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.verdict.Found.Reach;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** What became of messages: lost, duplicated, reordered, failed and damaged ones. */
final class MessageRule {
  /** The shortest silence of the broker that is a disruption. */
  private static final long LEAST_SILENCE_NANOS = 1_000_000_000L;

  /** What may have caused a loss, a duplicate or a change of the order. */
  enum Circumstance {
    DISTURBED(""),
    CONSUMER_ERRORS(
        "; after errors of consumers brokers deliver again what these have not acknowledged"),
    UNDISTURBED(", without a fault or an interruption");

    private final String words;

    Circumstance(String words) {
      this.words = words;
    }
  }

  @Found.Type(
      as = {REMARK, WARNS},
      value =
          "Acknowledged messages were not received. A remark after a disturbance; the objective"
              + " `lost: 0` enforces it.",
      next = "check what the broker promises for this acknowledgement: replicas, and storage")
  record MessagesLost(long messages, Circumstance circumstance) implements Found {
    @Override
    public String sentence() {
      return Text.plural(messages, "acknowledged message was", "acknowledged messages were")
          + " not received"
          + circumstance.words;
    }
  }

  @Found.Type(
      as = {REMARK, WARNS},
      value =
          "Messages were received more than once. A remark after a disturbance; the objective"
              + " `duplicated: 0` enforces it.",
      next = "check when consumers acknowledge, and the timeouts after which the broker repeats")
  record MessagesDuplicated(long deliveries, Circumstance circumstance) implements Found {
    @Override
    public String sentence() {
      return Text.plural(deliveries, "delivery was a duplicate", "deliveries were duplicates")
          + circumstance.words;
    }
  }

  @Found.Type(
      as = {REMARK, WARNS},
      value =
          "Messages of one producer and partition were received out of order. A remark after a"
              + " disturbance; the objective `outOfOrder: 0` enforces it.",
      next = "check retries of the producer with several requests in flight, and redeliveries")
  record MessagesOutOfOrder(long messages, Circumstance circumstance) implements Found {
    @Override
    public String sentence() {
      return Text.plural(messages, "message was", "messages were")
          + " received out of order"
          + circumstance.words;
    }
  }

  @Found.Type(
      as = {REMARK, FAILS},
      value =
          "Sends failed or were never answered. Closed loop: more than `failedShare` of the sends of"
              + " a phase; latencies cover the other sends. A remark within the limit, and in an open"
              + " loop.",
      next = "see the errors in the events; check the queue limits of the broker",
      limits = Threshold.FAILED_SHARE)
  interface SendErrors extends Found {}

  record FailedSends(long failed, long unanswered, String first) implements SendErrors {
    @Override
    public String sentence() {
      return Text.plural(failed, "send")
          + " failed"
          + (unanswered == 0 ? "" : ", " + Text.count(unanswered) + " of them without an answer")
          + theFirst(first);
    }
  }

  record MostlyFailed(
      List<String> phases,
      String worst,
      long sent,
      long failed,
      long unanswered,
      double percent,
      double limitPercent,
      String first)
      implements SendErrors {
    @Override
    public String sentence() {
      return brief() + "; latencies are those of the others" + theFirst(first);
    }

    @Override
    public String brief() {
      return Text.phases(phases, worst)
          + "of %s %s failed and %s had no answer (%s, limit %s)"
              .formatted(
                  Text.plural(sent, "send"),
                  Text.count(failed),
                  Text.count(unanswered),
                  Text.percent(percent),
                  Text.percent(limitPercent));
    }
  }

  @Found.Type(
      "Sends were neither acknowledged nor failed at the end. They count as failed for every"
          + " share, threshold and objective.")
  record Unacknowledged(long sends) implements Found {
    @Override
    public String sentence() {
      return Text.plural(sends, "send was", "sends were") + " never acknowledged";
    }
  }

  @Found.Type("Consumers reported errors.")
  record ConsumerErrors(long errors, String first) implements Found {
    @Override
    public String sentence() {
      return Text.plural(errors, "error was", "errors were")
          + " reported by consumers"
          + theFirst(first);
    }
  }

  @Found.Type(
      as = {REMARK, INVALIDATES},
      value =
          "Latencies above 12 h, the range of the histograms. A remark with `fromRun`: the messages"
              + " are older than that.",
      next = "check the messages on the topic",
      damages = Reach.LATENCIES,
      limits = Threshold.OVERFLOW_COUNT)
  record HistogramOverflow(long latencies, boolean olderMessages) implements Found {
    @Override
    public String sentence() {
      return Text.plural(latencies, "value was", "values were")
          + " beyond the histograms' range of 12 h"
          + (olderMessages ? ": the messages are older than that" : "");
    }
  }

  @Found.Type(
      as = {REMARK, INVALIDATES},
      value =
          "Messages that this run did not send. They arrived in topics that this run had created. A"
              + " remark in topics that existed before, or within `foreignCount`: they are counted and"
              + " not measured.",
      next = "stop the other application that uses the topics",
      damages = Reach.ALL,
      limits = Threshold.FOREIGN_COUNT)
  record ForeignMessages(long messages, boolean inOwnTopics) implements Found {
    @Override
    public String sentence() {
      return Text.plural(messages, "foreign message was", "foreign messages were")
          + " received and not measured"
          + (inOwnTopics ? ", in topics that the run created" : "");
    }
  }

  @Found.Type(
      as = INVALIDATES,
      value = "A message arrived with a damaged stamp or body.",
      next = "check whether the broker, a proxy or the driver changes messages",
      damages = Reach.RECEIVED)
  record CorruptedMessages(long messages) implements Found {
    @Override
    public String sentence() {
      return Text.plural(messages, "message") + " arrived with a damaged stamp or body";
    }
  }

  static String theFirst(String reason) {
    return reason.isEmpty() ? "" : "; the first: " + reason;
  }

  private final RuleInput facts;
  private final Findings findings;
  private final Counters total;

  private MessageRule(RuleInput facts, Findings findings) {
    this.facts = facts;
    this.findings = findings;
    this.total = facts.total();
  }

  static void judge(RuleInput facts, Findings findings) {
    new MessageRule(facts, findings).judge();
  }

  private void judge() {
    overflowed(total.get(Counter.OVERFLOWED));
    foreign(total.get(Counter.FOREIGN));
    if (total.get(Counter.CORRUPTED) > 0) {
      findings.invalidates(new CorruptedMessages(total.get(Counter.CORRUPTED)));
    }
    long unanswered = facts.delivery().unacknowledged();
    // A missing answer counts as a failure reported by the driver.
    long failed = total.get(Counter.FAILED) + unanswered;
    if (!mostlyFailed() && failed > 0) {
      findings.remark(new FailedSends(failed, unanswered, facts.reason("SEND_ERROR")));
    }
    if (total.get(Counter.CONSUMER_ERRORS) > 0) {
      findings.remark(
          new ConsumerErrors(total.get(Counter.CONSUMER_ERRORS), facts.reason("CONSUMER_ERROR")));
    }
    if (unanswered > 0) {
      findings.remark(new Unacknowledged(unanswered));
    }
    boolean disturbed = disturbed();
    fate(facts.delivery().lost(), disturbed, false, MessagesLost::new);
    // What a consumer that leaves has not acknowledged is delivered again.
    boolean again = disturbed || facts.workload().clientsChange();
    boolean errors = total.get(Counter.CONSUMER_ERRORS) > 0;
    fate(facts.delivery().duplicated(), again, errors, MessagesDuplicated::new);
    fate(facts.delivery().outOfOrder(), again, errors, MessagesOutOfOrder::new);
  }

  private void overflowed(long latencies) {
    boolean older = facts.workload().destinations().fromRun().isPresent();
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

  /** Whether the run had a disturbance that may cause loss. */
  private boolean disturbed() {
    boolean events =
        facts.events().stream()
            .map(RunEvent::kind)
            .anyMatch(kind -> kind.equals("CONNECTION_LOST") || kind.startsWith("FAULT"));
    return events
        || total.get(Counter.FAILED) > 0
        || !facts.inputs().lostWorkers().isEmpty()
        || !facts.completed()
        || facts.samples().longestSilenceNanos() >= LEAST_SILENCE_NANOS;
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
            names,
            worst.name(),
            worst.counters().get(Counter.SENT),
            worst.counters().get(Counter.FAILED),
            worst.counters().unanswered(),
            worstPercent,
            limit,
            facts.reason("SEND_ERROR")));
    return true;
  }
}
