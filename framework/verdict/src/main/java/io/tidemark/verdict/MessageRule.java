package io.tidemark.verdict;

import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.AuditedOffsets;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Findings on lost, duplicated and failed messages. */
final class MessageRule {
  /** The shortest silence of the broker that is a disruption. */
  private static final long LEAST_SILENCE_NANOS = 1_000_000_000L;

  private static final int SHOWN_EXAMPLES = 5;
  private static final int SHOWN_OFFSETS = 3;

  private final RuleInput facts;
  private final Findings findings;

  MessageRule(RuleInput facts, Findings findings) {
    this.facts = facts;
    this.findings = findings;
  }

  void judge() {
    Counters total = facts.total();
    if (total.get(Counter.OVERFLOWED) > facts.limit(Threshold.OVERFLOW_COUNT)) {
      String text =
          Text.count(total.get(Counter.OVERFLOWED))
              + " values were beyond the histograms' range of 12 h";
      if (facts.workload().destinations().fromRun().isPresent()) {
        findings.remark(
            FindingCode.HISTOGRAM_OVERFLOW, text + ": the messages are older than that");
      } else {
        findings.invalidates(FindingCode.HISTOGRAM_OVERFLOW, text);
      }
    }
    if (total.get(Counter.FOREIGN) > 0) {
      String text =
          Text.count(total.get(Counter.FOREIGN))
              + " foreign messages were received and not measured";
      if (facts.ownTopics() && total.get(Counter.FOREIGN) > facts.limit(Threshold.FOREIGN_COUNT)) {
        findings.invalidates(
            FindingCode.FOREIGN_MESSAGES, text + ", in topics that the run created");
      } else {
        findings.remark(FindingCode.FOREIGN_MESSAGES, text);
      }
    }
    if (total.get(Counter.CORRUPTED) > 0) {
      findings.invalidates(
          FindingCode.CORRUPTED_MESSAGES,
          Text.count(total.get(Counter.CORRUPTED))
              + " messages arrived with a damaged stamp or body");
    }
    if (!mostlyFailed()) {
      failedSends();
    }
    counted(
        FindingCode.CONSUMER_ERRORS,
        total.get(Counter.CONSUMER_ERRORS),
        "errors were reported by consumers" + reason("CONSUMER_ERROR"));
    counted(
        FindingCode.UNACKNOWLEDGED,
        facts.delivery().unacknowledged(),
        "sends were never acknowledged");
    facts.requestReply().ifPresent(this::roundTrips);
    fate(
        FindingCode.MESSAGES_LOST,
        facts.delivery().lost(),
        "acknowledged messages were not received");
    fate(
        FindingCode.MESSAGES_DUPLICATED,
        facts.delivery().duplicated(),
        "deliveries were duplicates");
    fate(
        FindingCode.MESSAGES_OUT_OF_ORDER,
        facts.delivery().outOfOrder(),
        "messages were received out of order");
    abortedReads();
    offsets();
  }

  /** No fault excuses them: a log promises them at all times. */
  private void offsets() {
    DeliveryReport delivery = facts.delivery();
    found(FindingCode.OFFSET_NOT_UNIQUE, delivery.offsetsNotUnique(), "offsets had two messages");
    found(
        FindingCode.OFFSET_MISMATCH,
        delivery.offsetsMismatched(),
        "messages were received at other offsets than acknowledged");
    found(
        FindingCode.COMMIT_BACK,
        delivery.commitsBack(),
        "committed offsets went back, and the log was not truncated");
    found(
        FindingCode.COMMIT_AHEAD,
        delivery.commitsAhead(),
        "messages were not received when a higher offset was committed: a restart of consumers"
            + " would have lost them");
    found(
        FindingCode.KEY_ORDER,
        delivery.keyOrderViolations(),
        "messages were received after a later one of the same producer and key");
  }

  private void found(FindingCode code, Optional<Long> number, String what) {
    long all = number.orElse(0L);
    if (all > 0) {
      findings.warns(code, Text.count(all) + " " + what + ofSample() + examples(code));
    }
  }

  /** Of a sample, the number in all messages is not known. */
  private String ofSample() {
    double least = facts.delivery().sampleShare().orElse(1);
    return least >= 1 ? "" : ", in a sample of 1/" + Math.round(1 / least) + " of the messages";
  }

  private String examples(FindingCode code) {
    String first =
        facts.delivery().subscriptions().stream()
            .map(SubscriptionDelivery::offsets)
            .flatMap(Optional::stream)
            .flatMap(each -> each.examples().stream())
            .filter(each -> each.code().equals(code.key()))
            .map(AuditedOffsets.Example::text)
            .limit(SHOWN_OFFSETS)
            .collect(Collectors.joining("; "));
    return first.isEmpty() ? "" : "; the first: " + first;
  }

  /** No fault excuses them: only consumers that read uncommitted messages may receive them. */
  private void abortedReads() {
    long messages = facts.delivery().abortedReads().orElse(0L);
    if (messages > 0) {
      List<String> first =
          facts.delivery().subscriptions().stream()
              .flatMap(each -> each.firstAbortedReads().stream())
              .limit(SHOWN_EXAMPLES)
              .toList();
      findings.warns(
          FindingCode.ABORTED_READ,
          Text.count(messages)
              + " messages of aborted transactions were received, the first (producer:sequence) "
              + String.join(", ", first)
              + "; consumers that read only committed messages must not receive them");
    }
  }

  /** A warning without a fault, not a failure, because not every broker guarantees more. */
  private void fate(FindingCode code, Optional<Long> number, String what) {
    long messages = number.orElse(0L);
    // What a consumer that leaves has not acknowledged is delivered again.
    boolean intended = code != FindingCode.MESSAGES_LOST && facts.workload().clientsChange();
    if (messages > 0 && (intended || disturbed())) {
      findings.remark(code, Text.count(messages) + " " + what);
    } else if (messages > 0) {
      findings.warns(code, Text.count(messages) + " " + what + circumstance(code));
    }
  }

  private String circumstance(FindingCode code) {
    boolean again =
        code != FindingCode.MESSAGES_LOST && facts.total().get(Counter.CONSUMER_ERRORS) > 0;
    return again
        ? "; after errors of consumers brokers deliver again what these have not acknowledged"
        : ", without a fault or an interruption";
  }

  /** Whether the run had a disturbance that may cause loss. */
  private boolean disturbed() {
    boolean events =
        facts.events().stream()
            .map(RunEvent::kind)
            .anyMatch(kind -> kind.equals("CONNECTION_LOST") || kind.startsWith("FAULT"));
    return events
        || facts.total().get(Counter.FAILED) > 0
        || !facts.inputs().lostWorkers().isEmpty()
        || !facts.completed()
        || facts.samples().longestSilenceNanos() >= LEAST_SILENCE_NANOS;
  }

  /** A missing answer counts as a failure reported by the driver. */
  private void failedSends() {
    long unanswered = facts.delivery().unacknowledged();
    long failed = facts.total().get(Counter.FAILED) + unanswered;
    counted(
        FindingCode.SEND_ERRORS,
        failed,
        "sends failed"
            + (unanswered == 0 ? "" : ", " + Text.count(unanswered) + " of them without an answer")
            + reason("SEND_ERROR"));
  }

  /** The driver's reason in the first event of this kind. */
  private String reason(String eventKind) {
    return facts.events().stream()
        .filter(event -> event.kind().equals(eventKind))
        .findFirst()
        .map(event -> "; the first: %s: %s".formatted(event.subject(), event.detail()))
        .orElse("");
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
    long sent = worst.counters().get(Counter.SENT);
    long failed = worst.counters().get(Counter.FAILED);
    findings.fails(
        FindingCode.SEND_ERRORS,
        Text.phases(names, worst.name())
            + "of %s sends %s failed and %s had no answer (%s, limit %s); latencies are those of the others"
                .formatted(
                    Text.count(sent),
                    Text.count(failed),
                    Text.count(worst.counters().unanswered()),
                    Text.percent(worstPercent),
                    Text.percent(limit))
            + reason("SEND_ERROR"));
    return true;
  }

  private void roundTrips(RequestReplyReport report) {
    Counters counts = report.counts();
    if (counts.get(Counter.NEVER_ASKED) > 0) {
      findings.invalidates(
          FindingCode.REPLIES_NEVER_ASKED,
          Text.count(counts.get(Counter.NEVER_ASKED))
              + " replies matched no request of their receiver");
    }
    counted(
        FindingCode.REPLY_TIMEOUTS,
        counts.get(Counter.TIMED_OUT),
        "requests had no reply within the timeout");
    counted(
        FindingCode.REPLIES_LATE,
        counts.get(Counter.LATE),
        "replies arrived after the timeout of their request");
    counted(
        FindingCode.REPLIES_DUPLICATED,
        counts.get(Counter.DUPLICATE_REPLIES),
        "replies arrived for answered requests");
    counted(
        FindingCode.REPLY_ERRORS,
        counts.get(Counter.REPLIES_FAILED),
        "replies could not be sent" + reason("REPLY_ERROR"));
    counted(
        FindingCode.UNANSWERED,
        report.unanswered(),
        "requests were still waiting when the run ended");
  }

  private void counted(FindingCode code, long number, String what) {
    if (number > 0) {
      findings.remark(code, Text.count(number) + " " + what);
    }
  }
}
