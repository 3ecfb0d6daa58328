package io.tidemark.coordinator.delivery;

import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.measure.DeliveryAudit;
import io.tidemark.measure.offsets.OffsetAudit;
import io.tidemark.measure.outcome.OutcomeAudit;
import io.tidemark.model.earlier.AcknowledgedMessages;
import io.tidemark.model.earlier.AcknowledgedWriter;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.outcome.OutcomePlan;
import io.tidemark.model.outcome.OutcomeReport;
import io.tidemark.model.outcome.OutcomeReport.SubscriptionOutcomes;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.OffsetSamples.Committed;
import io.tidemark.model.snapshot.Settled;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.yaml.DriverSecrets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Outcomes of messages: the audit over all workers, or counts without an audit. */
public final class DeliveryLedger {
  private final Workload workload;
  private final Assignment assignment;
  private final StampForms stamps;
  private final DeliveryAudit audit;
  private final Expectation expectation;
  private final OffsetAudit offsets;
  private final Optional<OutcomeAudit> outcomes;
  private long endedRefused;
  private boolean attributed;
  private long redelivered;
  private Set<Integer> lost = Set.of();

  /**
   * @param seed of the run
   */
  public DeliveryLedger(Workload workload, Assignment assignment, long seed) {
    this.workload = workload;
    this.assignment = assignment;
    this.stamps = new StampForms(workload);
    this.audit = new DeliveryAudit(workload.messages().options().priorityPlan());
    this.expectation = Expectation.of(workload, assignment, audit);
    this.offsets = new OffsetAudit(new RunTopology(assignment));
    this.outcomes =
        workload.consumers().outcomes().map(keys -> new OutcomeAudit(new OutcomePlan(keys, seed)));
  }

  /** Data of a worker since its last report. */
  public void add(int worker, AuditDelta delta) {
    for (AuditDelta.Published published : delta.published()) {
      audit.published(published.producer(), published.acknowledged(), published.failed());
      audit.aborted(published.producer(), published.aborted());
      attributed = true;
    }
    delta.settled().forEach(each -> outcomes.ifPresent(audited -> settled(audited, each)));
    for (AuditDelta.Delivered delivered : delta.delivered()) {
      long again =
          audit.delivered(
              worker,
              delivered.subscription(),
              delivered.producer(),
              delivered.received(),
              inTurn(delivered),
              delivered.duplicated(),
              delivered.orderJudged());
      redelivered += assignment.isOfRequests(delivered.subscription()) ? 0 : again;
      attributed = true;
    }
    offsets.add(worker, delta.offsets());
  }

  private void settled(OutcomeAudit audited, Settled settled) {
    Roaring64Bitmap ended = audited.add(settled);
    if (!settled.refused().isEmpty()) { // The first list has those of all others.
      audit.returned(settled.subscription(), settled.producer(), settled.refused().get(0));
    }
    if (!ended.isEmpty()) {
      endedRefused += audit.refused(settled.subscription(), settled.producer(), ended);
    }
  }

  /** Of the messages that came late, those that had not been refused, which come again later. */
  private Roaring64Bitmap inTurn(AuditDelta.Delivered delivered) {
    return outcomes
        .map(audited -> audited.refused(delivered.subscription(), delivered.producer()))
        .map(refused -> Roaring64Bitmap.andNot(delivered.regressed(), refused))
        .orElse(delivered.regressed());
  }

  /** Messages out of order by the level of their priority. */
  public long[] outOfOrderByLevel() {
    return audit.outOfOrderByLevel();
  }

  /** What became of messages, in a run whose consumers refuse some. */
  public Optional<OutcomeReport> outcomes() {
    return outcomes.map(
        audited ->
            new OutcomeReport(
                assignment.subscriptions().stream().map(each -> outcomes(audited, each)).toList()));
  }

  private SubscriptionOutcomes outcomes(OutcomeAudit audited, SubscriptionHandle subscription) {
    OutcomeAudit.Account account = audited.account(subscription.index());
    for (int producer : expectation.producersOf(subscription)) {
      Roaring64Bitmap acknowledged = new Roaring64Bitmap();
      audit.acknowledged(producer, acknowledged::addRange);
      account.add(producer, acknowledged);
    }
    return account.report(subscription.name(), DriverSecrets.masked(subscription.topic().name()));
  }

  /**
   * Correction from (acknowledged - received) to the backlog: plus expected messages of an earlier
   * run, plus known duplicates, without repeated requests, minus what is not received because it
   * was refused.
   */
  public long stillOwed() {
    return redelivered + earlierMessages().orElse(0) - endedRefused;
  }

  /** Every worker has reported once more. */
  public void roundEnded() {
    audit.roundEnded();
  }

  /**
   * The last messages that a lost worker received are unknown: another worker may have received
   * them again, late.
   */
  public void lost(Set<Integer> workers) {
    lost = Set.copyOf(workers);
  }

  /**
   * Messages of the earlier run ({@code fromRun}) that the subscriptions of this run have to
   * receive, each counted once for every subscription; empty when that is not known.
   */
  public OptionalLong earlierMessages() {
    return workload.fromRun().isPresent() && audits() && expectation.known()
        ? OptionalLong.of(expectation.earlierMessages())
        : OptionalLong.empty();
  }

  /** Whether no acknowledged message is missing; also true if this is not known. */
  public boolean nothingMissing() {
    return !audits()
        || assignment.subscriptions().stream()
            .allMatch(each -> audit.nothingMissing(each.index(), expectation.producersOf(each)));
  }

  /** Acknowledged messages that are missing, over all subscriptions; 0 where it is not known. */
  public long missing() {
    return audits()
        ? assignment.subscriptions().stream()
            .mapToLong(each -> audit.outcome(each.index(), expectation.producersOf(each)).lost())
            .sum()
        : 0;
  }

  /** Acknowledged messages that are missing, by producer; with one subscription for each topic. */
  public Map<Integer, Roaring64Bitmap> missingByProducer() {
    Map<Integer, Roaring64Bitmap> missing = new HashMap<>();
    for (SubscriptionHandle subscription : assignment.subscriptions()) {
      for (int producer : expectation.producersOf(subscription)) {
        missing.put(producer, audit.missing(subscription.index(), producer));
      }
    }
    return missing;
  }

  /**
   * Whether messages are missing: by the audit, and by numbers where it does not know them all.
   *
   * @param backlog acknowledged messages that have not been received, by numbers
   */
  public boolean missing(long backlog) {
    return !nothingMissing() || backlog > 0 && !(audits() && stamps.all());
  }

  /** The acknowledged messages, for a later run; empty where their identity is not known. */
  public Optional<AcknowledgedMessages> acknowledged(String runId) {
    boolean consumed = workload.pattern() == Pattern.REQUEST_REPLY;
    if (!audits() || consumed || assignment.totalProducers() == 0) {
      return Optional.empty();
    }
    AcknowledgedWriter writer = new AcknowledgedWriter(runId);
    for (ProducerRequest producer : assignment.allProducers()) {
      writer.producer(DriverSecrets.masked(producer.topic().name()));
      audit.acknowledged(producer.index(), writer::range);
    }
    return Optional.of(writer.finish());
  }

  public DeliveryReport report(
      Counters total, long unacknowledged, List<String> limits, String runId) {
    List<String> all = new ArrayList<>(limits);
    boolean complete = total.get(Counter.FAILED) == 0 && unacknowledged == 0;
    List<SubscriptionDelivery> subscriptions =
        switch (workload.consumers().delivery()) {
          case FULL ->
              audits() && (attributed || total.get(Counter.RECEIVED) == 0)
                  ? audited(total, complete)
                  : counted(total, complete, all);
          case COUNTS -> counted(total, complete, all);
          case OFF -> List.of();
        };
    all.addAll(expectation.limits(subscriptions));
    all.addAll(stamps.limits());
    if (workload.consumers().auditOffsets()) {
      all.addAll(OffsetReports.limits(subscriptions));
    }
    return new DeliveryReport(
        workload.consumers().delivery(),
        total.get(Counter.SENT),
        total.get(Counter.ACKNOWLEDGED),
        total.get(Counter.FAILED),
        unacknowledged,
        stamps.showCorruption() ? Optional.of(total.get(Counter.CORRUPTED)) : Optional.empty(),
        stamps.all() ? Optional.of(total.get(Counter.FOREIGN)) : Optional.empty(),
        subscriptions,
        all,
        acknowledged(runId));
  }

  /** The sender of a message without a stamp is unknown: received ones are only counted. */
  private boolean audits() {
    return workload.consumers().delivery() == DeliveryMode.FULL && stamps.any();
  }

  private List<SubscriptionDelivery> audited(Counters total, boolean complete) {
    List<SubscriptionDelivery> audited =
        new ArrayList<>(
            new AuditedDelivery(assignment, audit, offsets.outcomes(), expectation, lost).all());
    if (!stamps.all() && workload.fromRun().isEmpty()) {
      long expected = audited.stream().mapToLong(SubscriptionDelivery::expected).sum();
      long received = audited.stream().mapToLong(SubscriptionDelivery::received).sum();
      audited.add(
          CountedDelivery.of(
              CountedDelivery.UNSTAMPED,
              CountedDelivery.ALL,
              total.owedToSubscriptions() * workload.destinations().subscriptionsPerTopic()
                  - expected,
              total.get(Counter.RECEIVED) - received,
              complete));
    }
    return audited;
  }

  private List<SubscriptionDelivery> counted(
      Counters total, boolean complete, List<String> limits) {
    int subscriptions = assignment.subscriptions().size();
    if (subscriptions == 0 || assignment.totalProducers() == 0) {
      return List.of();
    }
    limits.add(CountedDelivery.LIMIT);
    SubscriptionHandle first = assignment.subscriptions().get(0);
    return List.of(
        CountedDelivery.of(
            subscriptions == 1 ? first.name() : CountedDelivery.ALL,
            subscriptions == 1 ? first.topic().name() : CountedDelivery.ALL,
            total.owedToSubscriptions() * workload.destinations().subscriptionsPerTopic(),
            total.get(Counter.RECEIVED),
            complete));
  }

  /** Lost requests or replies; empty if not known. */
  public Optional<Long> lostOf(DeliveryReport report, boolean replies) {
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

  /** Delivery of messages without identity: only counts are compared. */
  static final class CountedDelivery {
    static final String ALL = "(all)";
    static final String UNSTAMPED = "(without stamp)";
    static final String LIMIT =
        "Counts only: duplicates hide losses; order and single subscriptions are not known.";

    private CountedDelivery() {}

    /**
     * The missing number is lost. If it is 0, loss may be hidden by duplicates or by received
     * messages of failed sends.
     *
     * @param complete whether every send was acknowledged
     */
    static SubscriptionDelivery of(
        String subscription, String topic, long expected, long received, boolean complete) {
      boolean known = received < expected || received == expected && complete;
      return new SubscriptionDelivery(
          subscription,
          DriverSecrets.masked(topic),
          expected,
          received,
          known ? Optional.of(expected - received) : Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of(),
          List.of());
    }
  }

  /** The topics of a run's producers and subscriptions, for the audit of offsets. */
  static final class RunTopology implements OffsetAudit.Topology {
    private static final int NONE = -1;

    private final Map<Integer, Integer> topicsOfProducers = new HashMap<>();
    private final Map<Integer, Integer> topicsOfSubscriptions = new HashMap<>();
    private final Map<List<String>, Integer> subscriptions = new HashMap<>();

    RunTopology(Assignment assignment) {
      Map<TopicHandle, Integer> topics = new HashMap<>();
      for (ProducerRequest producer : assignment.allProducers()) {
        topicsOfProducers.put(
            producer.index(), topics.computeIfAbsent(producer.topic(), key -> topics.size()));
      }
      for (SubscriptionHandle each : assignment.subscriptions()) {
        topicsOfSubscriptions.put(
            each.index(), topics.computeIfAbsent(each.topic(), key -> topics.size()));
        subscriptions.put(List.of(each.topic().name(), each.name()), each.index());
      }
    }

    @Override
    public int topicOfProducer(int producer) {
      return topicsOfProducers.getOrDefault(producer, NONE);
    }

    @Override
    public int topicOfSubscription(int subscription) {
      return topicsOfSubscriptions.getOrDefault(subscription, NONE);
    }

    @Override
    public OptionalInt subscriptionOf(Committed reading) {
      Integer found = subscriptions.get(List.of(reading.topic(), reading.subscription()));
      return found == null ? OptionalInt.empty() : OptionalInt.of(found);
    }
  }
}
