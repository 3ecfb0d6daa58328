package io.tidemark.coordinator.delivery;

import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.measure.DeliveryAudit;
import io.tidemark.measure.DeliveryAudit.Outcome;
import io.tidemark.measure.offsets.OffsetOutcome;
import io.tidemark.model.result.DeliveryReport.ProducerDelivery;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.yaml.DriverSecrets;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Result of the audit, by subscription and producer. Its cost is linear in their number. */
final class AuditedDelivery {
  private static final int[] NONE = {};

  private final Assignment assignment;
  private final DeliveryAudit audit;
  private final Map<Integer, OffsetOutcome> offsets;
  private final Expectation expectation;
  private final List<BitSet> workers;
  private final BitSet lostWorkers = new BitSet();
  private final boolean anyAborted;

  AuditedDelivery(
      Assignment assignment,
      DeliveryAudit audit,
      Map<Integer, OffsetOutcome> offsets,
      Expectation expectation,
      Set<Integer> lostWorkers) {
    this.assignment = assignment;
    this.audit = audit;
    this.offsets = offsets;
    this.expectation = expectation;
    this.workers = assignment.workersBySubscription();
    this.anyAborted = audit.anyAborted();
    lostWorkers.forEach(this.lostWorkers::set);
  }

  List<SubscriptionDelivery> all() {
    return assignment.subscriptions().stream().map(this::of).toList();
  }

  private SubscriptionDelivery of(SubscriptionHandle subscription) {
    int[] expected = expectation.producersOf(subscription);
    int[] strays = expectation.strays(subscription, audit.producersSeenBy(subscription.index()));
    Outcome outcome = audit.outcome(subscription.index(), expected, strays);
    if (assignment.isOfReplies(subscription)) {
      return replies(subscription, outcome, outcome(assignment.requestsOf(subscription)));
    }
    return new SubscriptionDelivery(
        subscription.name(),
        DriverSecrets.masked(subscription.topic().name()),
        outcome.expected(),
        outcome.received(),
        known(outcome.lost()),
        Optional.of(outcome.duplicated()),
        outOfOrder(subscription, outcome),
        known(outcome.unacknowledgedButReceived()),
        anyAborted ? Optional.of(outcome.abortedReads()) : Optional.empty(),
        outcome.firstLost(),
        outcome.firstAbortedReads(),
        Optional.ofNullable(offsets.get(subscription.index()))
            .map(found -> OffsetReports.of(found, receivedAllReports(subscription))),
        producers(subscription, expected, strays));
  }

  private Outcome outcome(SubscriptionHandle subscription) {
    return audit.outcome(subscription.index(), expectation.producersOf(subscription));
  }

  /** Requests without a responder have no reply: only replies to received requests are expected. */
  private static SubscriptionDelivery replies(
      SubscriptionHandle subscription, Outcome replies, Outcome requests) {
    return new SubscriptionDelivery(
        subscription.name(),
        DriverSecrets.masked(subscription.topic().name()),
        replies.expected() - requests.lost(),
        replies.received(),
        Optional.of(Math.max(0, replies.lost() - requests.lost())),
        Optional.of(replies.duplicated()),
        Optional.empty(),
        Optional.of(replies.unacknowledgedButReceived()),
        replies.lost() > requests.lost() ? replies.firstLost() : List.of(),
        List.of());
  }

  private List<ProducerDelivery> producers(
      SubscriptionHandle subscription, int[] expected, int[] strays) {
    int index = subscription.index();
    Stream<ProducerDelivery> ofExpected =
        IntStream.of(expected)
            .mapToObj(each -> of(subscription, each, audit.outcome(index, new int[] {each})));
    Stream<ProducerDelivery> ofStrays =
        IntStream.of(strays)
            .mapToObj(each -> of(subscription, each, audit.outcome(index, NONE, new int[] {each})));
    return Stream.concat(ofExpected, ofStrays)
        .sorted(Comparator.comparingInt(ProducerDelivery::producer))
        .toList();
  }

  private ProducerDelivery of(SubscriptionHandle subscription, int producer, Outcome outcome) {
    return new ProducerDelivery(
        producer,
        outcome.expected(),
        outcome.received(),
        known(outcome.lost()),
        outcome.duplicated(),
        outOfOrder(subscription, outcome),
        known(outcome.unacknowledgedButReceived()),
        anyAborted ? Optional.of(outcome.abortedReads()) : Optional.empty());
  }

  private Optional<Long> known(long number) {
    return expectation.known() ? Optional.of(number) : Optional.empty();
  }

  private boolean receivedAllReports(SubscriptionHandle subscription) {
    return !workers.get(subscription.index()).intersects(lostWorkers);
  }

  /** Another worker may have received a late message before, and its report was lost. */
  private Optional<Long> outOfOrder(SubscriptionHandle subscription, Outcome outcome) {
    BitSet consuming = workers.get(subscription.index());
    boolean known = consuming.cardinality() == 1 || receivedAllReports(subscription);
    return outcome.orderJudged() && known ? Optional.of(outcome.outOfOrder()) : Optional.empty();
  }
}
