package io.tidemark.coordinator;

import io.tidemark.measure.DeliveryAudit;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.ProducerDelivery;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.worker.AuditDelta;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** What became of the messages: the audit over all workers, or the counts where there is none. */
final class DeliveryLedger {
  private static final String ALL = "(all)";
  private static final String UNSTAMPED = "(without stamp)";

  private final Workload workload;
  private final Assignment assignment;
  private final StampForms stamps;
  private final DeliveryAudit audit = new DeliveryAudit();
  private boolean attributed;
  private long redelivered;
  private Set<Integer> lost = Set.of();

  DeliveryLedger(Workload workload, Assignment assignment) {
    this.workload = workload;
    this.assignment = assignment;
    this.stamps = new StampForms(workload);
  }

  /** What a worker saw since it was last heard. */
  void add(int worker, AuditDelta delta) {
    for (AuditDelta.Published published : delta.published()) {
      audit.published(published.producer(), published.acknowledged(), published.failed());
      attributed = true;
    }
    for (AuditDelta.Delivered delivered : delta.delivered()) {
      long again =
          audit.delivered(
              worker,
              delivered.subscription(),
              delivered.producer(),
              delivered.received(),
              delivered.regressed(),
              delivered.duplicated(),
              delivered.orderJudged());
      redelivered += assignment.isOfRequests(delivered.subscription()) ? 0 : again;
      attributed = true;
    }
  }

  /** Received beyond the first time so far, as far as the audit knows; repeated requests apart. */
  long redelivered() {
    return redelivered;
  }

  /** Every worker has been heard once more. */
  void roundEnded() {
    audit.roundEnded();
  }

  /**
   * What a lost worker received at last nobody knows: another one may have got it again, too late.
   */
  void lost(Set<Integer> workers) {
    lost = Set.copyOf(workers);
  }

  private boolean orderKnown(SubscriptionHandle subscription) {
    List<Integer> consuming =
        IntStream.range(0, assignment.consumers().size())
            .filter(worker -> consumes(worker, subscription))
            .boxed()
            .toList();
    return consuming.size() == 1 || consuming.stream().noneMatch(lost::contains);
  }

  private boolean consumes(int worker, SubscriptionHandle subscription) {
    return assignment.consumers().get(worker).stream()
        .anyMatch(consumer -> consumer.subscription().equals(subscription));
  }

  private Optional<Long> outOfOrder(
      SubscriptionHandle subscription, DeliveryAudit.Outcome outcome) {
    return outcome.orderJudged() && orderKnown(subscription)
        ? Optional.of(outcome.outOfOrder())
        : Optional.empty();
  }

  /** Whether no acknowledged message is missing; true also where that cannot be known. */
  boolean nothingMissing() {
    return !audits()
        || assignment.subscriptions().stream().allMatch(each -> outcome(each).lost() == 0);
  }

  /**
   * Whether messages are missing: by the audit, and by numbers where it does not know them all.
   *
   * @param backlog acknowledged messages that have not been received, by numbers
   */
  boolean missing(long backlog) {
    return !nothingMissing() || backlog > 0 && !(audits() && stamps.all());
  }

  DeliveryReport report(Counters total, long unacknowledged, List<String> limits) {
    List<String> all = new ArrayList<>(limits);
    boolean complete = total.failed() == 0 && unacknowledged == 0;
    List<SubscriptionDelivery> subscriptions =
        switch (workload.delivery()) {
          case FULL ->
              audits() && (attributed || total.received() == 0)
                  ? audited(total, complete)
                  : counted(total, complete, all);
          case COUNTS -> counted(total, complete, all);
          case OFF -> List.of();
        };
    all.addAll(stamps.limits());
    return new DeliveryReport(
        workload.delivery(),
        total.sent(),
        total.acknowledged(),
        total.failed(),
        unacknowledged,
        stamps.tellsCorruption() ? Optional.of(total.corrupted()) : Optional.empty(),
        stamps.all() ? Optional.of(total.foreign()) : Optional.empty(),
        subscriptions,
        all);
  }

  /** A message without a stamp tells nobody who sent it: received ones can only be counted. */
  private boolean audits() {
    return workload.delivery() == DeliveryMode.FULL && stamps.any();
  }

  private List<SubscriptionDelivery> audited(Counters total, boolean complete) {
    if (workload.fromRun().isPresent()) {
      return assignment.subscriptions().stream().map(this::ofEarlierRun).toList();
    }
    List<SubscriptionDelivery> audited =
        new ArrayList<>(assignment.subscriptions().stream().map(this::audited).toList());
    if (!stamps.all()) {
      long expected = audited.stream().mapToLong(SubscriptionDelivery::expected).sum();
      long received = audited.stream().mapToLong(SubscriptionDelivery::received).sum();
      audited.add(
          counted(
              UNSTAMPED,
              ALL,
              total.acknowledged() * workload.subscriptionsPerTopic() - expected,
              total.received() - received,
              complete));
    }
    return audited;
  }

  private SubscriptionDelivery audited(SubscriptionHandle subscription) {
    DeliveryAudit.Outcome outcome = outcome(subscription);
    if (assignment.isOfReplies(subscription)) {
      return replies(subscription, outcome, outcome(assignment.requestsOf(subscription)));
    }
    return new SubscriptionDelivery(
        subscription.name(),
        subscription.topic().name(),
        outcome.expected(),
        outcome.received(),
        Optional.of(outcome.lost()),
        Optional.of(outcome.duplicated()),
        outOfOrder(subscription, outcome),
        Optional.of(outcome.unacknowledgedButReceived()),
        outcome.firstLost(),
        producers(subscription, assignment.producersOf(subscription), true));
  }

  /** What no responder has seen cannot be answered: only the replies to the rest are expected. */
  private static SubscriptionDelivery replies(
      SubscriptionHandle subscription,
      DeliveryAudit.Outcome replies,
      DeliveryAudit.Outcome requests) {
    return new SubscriptionDelivery(
        subscription.name(),
        subscription.topic().name(),
        replies.expected() - requests.lost(),
        replies.received(),
        Optional.of(Math.max(0, replies.lost() - requests.lost())),
        Optional.of(replies.duplicated()),
        Optional.empty(),
        Optional.of(replies.unacknowledgedButReceived()),
        replies.lost() > requests.lost() ? replies.firstLost() : List.of(),
        List.of());
  }

  /** Lost on one of the two ways; empty where the audit cannot know. */
  Optional<Long> lostOf(DeliveryReport report, boolean replies) {
    if (report.subscriptions().size() != assignment.subscriptions().size() || !audits()) {
      return Optional.empty();
    }
    long lost = 0;
    for (SubscriptionHandle subscription : assignment.subscriptions()) {
      if (assignment.isOfReplies(subscription) == replies) {
        lost += report.subscriptions().get(subscription.index()).lost().orElse(0L);
      }
    }
    return Optional.of(lost);
  }

  /** What an earlier run was acknowledged is not known here: nothing can be missing. */
  private SubscriptionDelivery ofEarlierRun(SubscriptionHandle subscription) {
    DeliveryAudit.Outcome outcome =
        audit.outcome(subscription.index(), audit.heard(subscription.index()));
    return new SubscriptionDelivery(
        subscription.name(),
        subscription.topic().name(),
        0,
        outcome.received(),
        Optional.empty(),
        Optional.of(outcome.duplicated()),
        outOfOrder(subscription, outcome),
        Optional.empty(),
        List.of(),
        producers(subscription, audit.heard(subscription.index()), false));
  }

  private List<ProducerDelivery> producers(
      SubscriptionHandle subscription, int[] producers, boolean acknowledgedHere) {
    return Arrays.stream(producers)
        .sorted()
        .mapToObj(
            producer -> {
              DeliveryAudit.Outcome outcome =
                  audit.outcome(subscription.index(), new int[] {producer});
              return new ProducerDelivery(
                  producer,
                  acknowledgedHere ? outcome.expected() : 0,
                  outcome.received(),
                  known(acknowledgedHere, outcome.lost()),
                  outcome.duplicated(),
                  outOfOrder(subscription, outcome),
                  known(acknowledgedHere, outcome.unacknowledgedButReceived()));
            })
        .toList();
  }

  private static Optional<Long> known(boolean is, long number) {
    return is ? Optional.of(number) : Optional.empty();
  }

  private List<SubscriptionDelivery> counted(
      Counters total, boolean complete, List<String> limits) {
    int subscriptions = assignment.subscriptions().size();
    if (subscriptions == 0 || assignment.totalProducers() == 0) {
      return List.of();
    }
    limits.add(
        "Counts only: a duplicate hides a loss, and neither order nor single subscriptions can be"
            + " told.");
    SubscriptionHandle first = assignment.subscriptions().get(0);
    return List.of(
        counted(
            subscriptions == 1 ? first.name() : ALL,
            subscriptions == 1 ? first.topic().name() : ALL,
            total.acknowledged() * workload.subscriptionsPerTopic(),
            total.received(),
            complete));
  }

  /**
   * What is missing in number is lost. Where nothing is, something may be all the same: hidden by
   * duplicates, which show when there are too many, or by what came of sends that failed.
   *
   * @param complete whether every send was acknowledged
   */
  private static SubscriptionDelivery counted(
      String subscription, String topic, long expected, long received, boolean complete) {
    boolean known = received < expected || received == expected && complete;
    return new SubscriptionDelivery(
        subscription,
        topic,
        expected,
        received,
        known(known, expected - received),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of());
  }

  private DeliveryAudit.Outcome outcome(SubscriptionHandle subscription) {
    return audit.outcome(subscription.index(), assignment.producersOf(subscription));
  }
}
