package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.WARNS;

import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.AuditedOffsets;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import java.util.List;
import java.util.Optional;

/** What a log promises at all times: no fault excuses it. */
public final class AuditRule {
  private static final int SHOWN_EXAMPLES = 5;
  private static final int SHOWN_OFFSETS = 3;

  @Found.Type(
      as = WARNS,
      value =
          "Consumers received messages of transactions whose abort the broker had confirmed. No"
              + " fault excuses it; only consumers that read uncommitted messages may receive them."
              + " [Aborted transactions](driver-kafka.md#keys).",
      next = "let consumers read only committed messages; if they do, report it for the broker")
  @Found.Says(
      value =
          "{brief}, the first (producer:sequence) {first}; consumers that read only committed "
              + "messages must not receive them",
      brief =
          "{#messages|message of an aborted transaction was|messages of aborted transactions "
              + "were} received")
  record AbortedRead(long messages, List<String> first) implements Found {}

  /** An audit of offsets; of a sample, the number in all messages is not known. */
  private interface Audited extends Found {
    long sampleOneIn();

    List<String> first();

    @Override
    default String sentence() {
      return brief() + (first().isEmpty() ? "" : "; the first: " + String.join("; ", first()));
    }

    @Override
    default String brief() {
      return Found.super.sentence()
          + (sampleOneIn() <= 1 ? "" : ", in a sample of 1/" + sampleOneIn() + " of the messages");
    }
  }

  @Found.Type(
      as = WARNS,
      value =
          "Two messages had the same offset of a partition. No fault excuses this and the other"
              + " [audits of a log](../concepts/measuring.md#audits-of-a-log); after a loss"
              + " (`acks=1` and a new leader) the broker gives an acknowledged offset to another"
              + " message.",
      next = "let more replicas acknowledge (acks=all); otherwise report it for the broker")
  @Found.Says("{#offsets|offset|offsets} had two messages")
  public record OffsetNotUnique(long offsets, long sampleOneIn, List<String> first)
      implements Audited {}

  @Found.Type(
      as = WARNS,
      value = "Messages were received at other offsets than those of their acknowledgements.",
      next = "check whether the driver's offsets are right; otherwise report it for the broker")
  @Found.Says(
      "{#messages|message was received at another offset|messages were received at other "
          + "offsets} than acknowledged")
  public record OffsetMismatch(long messages, long sampleOneIn, List<String> first)
      implements Audited {}

  @Found.Type(
      as = WARNS,
      value = "A committed offset went back, and the log was not truncated.",
      next = "check who else commits offsets of the group; otherwise report it for the broker")
  @Found.Says(
      "{#offsets|committed offset|committed offsets} went back, and the log was not truncated")
  public record CommitBack(long offsets, long sampleOneIn, List<String> first) implements Audited {}

  @Found.Type(
      as = WARNS,
      value =
          "An offset was committed although messages below it had not been received: they were"
              + " received more than 1 s later, or never. A restart of the consumers would have lost"
              + " them.",
      next = "let consumers commit what they have received")
  @Found.Says(
      "{#messages|message was|messages were} not received when a higher offset was committed: "
          + "a restart of consumers would have lost {messages|it|them}")
  public record CommitAhead(long messages, long sampleOneIn, List<String> first)
      implements Audited {}

  @Found.Type(
      as = WARNS,
      value =
          "Messages of one producer and key were received out of order, at any consumers of a"
              + " subscription. A redelivery is never out of order.",
      next = "check how the broker keeps the order of a key when consumers change")
  @Found.Says(
      "{#messages|message was|messages were} received after a later one of the same producer "
          + "and key")
  public record KeyOrder(long messages, long sampleOneIn, List<String> first) implements Audited {}

  private interface Audit {
    Found of(long number, long sampleOneIn, List<String> first);
  }

  private AuditRule() {}

  static void judge(RuleInput facts, Findings findings) {
    DeliveryReport delivery = facts.run().delivery();
    long aborted = delivery.abortedReads().orElse(0L);
    if (aborted > 0) {
      List<String> first =
          delivery.subscriptions().stream()
              .flatMap(each -> each.firstAbortedReads().stream())
              .limit(SHOWN_EXAMPLES)
              .toList();
      findings.warns(new AbortedRead(aborted, first));
    }
    Auditor auditor = new Auditor(delivery, findings);
    auditor.look(delivery.offsetsNotUnique(), OffsetNotUnique.class, OffsetNotUnique::new);
    auditor.look(delivery.offsetsMismatched(), OffsetMismatch.class, OffsetMismatch::new);
    auditor.look(delivery.commitsBack(), CommitBack.class, CommitBack::new);
    auditor.look(delivery.commitsAhead(), CommitAhead.class, CommitAhead::new);
    auditor.look(delivery.keyOrderViolations(), KeyOrder.class, KeyOrder::new);
  }

  private record Auditor(DeliveryReport delivery, Findings findings) {
    void look(Optional<Long> number, Class<? extends Found> type, Audit audit) {
      if (number.orElse(0L) > 0) {
        long oneIn = Math.round(1 / delivery.sampleShare().orElse(1));
        findings.warns(audit.of(number.get(), oneIn, examples(Found.code(type))));
      }
    }

    private List<String> examples(String code) {
      return delivery.subscriptions().stream()
          .map(SubscriptionDelivery::offsets)
          .flatMap(Optional::stream)
          .flatMap(each -> each.examples().stream())
          .filter(each -> each.code().equals(code))
          .map(AuditedOffsets.Example::text)
          .limit(SHOWN_OFFSETS)
          .toList();
    }
  }
}
