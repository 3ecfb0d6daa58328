package io.tidemark.model.workloadfile;

import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.ObjectiveKeys;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.WorkloadKeys;
import java.util.Locale;
import java.util.Optional;

/**
 * The metrics that a workload measures, of all objectives.
 *
 * @param consumers whether messages are received
 * @param stamped whether messages have a sequence number
 * @param known whether the run knows which messages there are to receive
 * @param offsets whether offsets are audited
 * @param keys whether messages have keys
 * @param faults whether faults are injected
 */
record MeasuredKeys(
    Pattern pattern,
    boolean consumers,
    DeliveryMode delivery,
    boolean stamped,
    boolean known,
    boolean offsets,
    boolean keys,
    boolean faults) {

  MeasuredKeys(Fields fields, WorkloadKeys file) {
    this(
        file.kind().pattern(),
        file.kind().pattern() == Pattern.REQUEST_REPLY
            || (file.destinations().subscriptionsPerTopic() > 0
                && file.destinations().consumerPerSubscription() > 0),
        file.consumers().delivery(),
        file.messages().envelope().position() != Position.OFF,
        file.kind().pattern() != Pattern.CONSUME_ONLY || fields.has("fromRun"),
        file.consumers().auditOffsets(),
        file.messages().keys() != KeyDistribution.NO_KEY || fields.has("replay"),
        fields.has("faults"));
  }

  /** The metrics of a complete workload. */
  static MeasuredKeys of(Workload workload) {
    return new MeasuredKeys(
        workload.pattern(),
        workload.totalConsumers() > 0,
        workload.consumers().delivery(),
        workload.messages().envelope().position() != Position.OFF,
        workload.pattern() != Pattern.CONSUME_ONLY || workload.destinations().fromRun().isPresent(),
        workload.consumers().auditOffsets(),
        workload.messages().keys() != KeyDistribution.NO_KEY
            || workload.load().replay().isPresent(),
        !workload.faults().isEmpty());
  }

  /** Why an objective would be missed by every run of the workload; empty when it is measured. */
  Optional<String> whyNot(String key) {
    return switch (ObjectiveKeys.needs(key)) {
      case NOTHING -> Optional.empty();
      case REQUESTS -> withoutRequests();
      case AUDITED_REQUESTS -> withoutRequests().or(this::withoutAudit);
      case FAULTS -> unless(faults, "without faults; allowed with faults");
      case FAILOVER ->
          unless(
              pattern == Pattern.FAILOVER,
              "with pattern: " + pattern.key() + "; allowed with failover");
      case PRODUCERS ->
          unless(
              pattern != Pattern.CONSUME_ONLY,
              "with pattern: " + pattern.key() + ", which has no producers");
      case CONSUMERS -> withoutConsumers();
      case DELIVERY -> withoutDelivery();
      case AUDIT -> withoutDelivery().or(this::withoutAudit);
      case OFFSETS -> withoutDelivery().or(this::withoutAudit).or(this::withoutOffsets);
      case KEYS ->
          withoutDelivery()
              .or(this::withoutAudit)
              .or(this::withoutOffsets)
              .or(
                  () ->
                      unless(
                          keys, "without keys; allowed with another keyDistributor than NO_KEY"));
      case STAMPS -> withoutStamps();
      case CHECKS -> withoutAudit();
    };
  }

  private Optional<String> withoutRequests() {
    return unless(
        pattern == Pattern.REQUEST_REPLY,
        "with pattern: " + pattern.key() + "; allowed with request-reply");
  }

  private Optional<String> withoutDelivery() {
    return withoutConsumers()
        .or(() -> unless(delivery != DeliveryMode.OFF, "with delivery: off; allowed with full"))
        .or(() -> unless(known, "with pattern: " + pattern.key() + "; allowed with fromRun"));
  }

  private Optional<String> withoutAudit() {
    return unless(
            delivery == DeliveryMode.FULL,
            "with delivery: " + delivery.name().toLowerCase(Locale.ROOT) + "; allowed with full")
        .or(this::withoutStamps);
  }

  private Optional<String> withoutStamps() {
    return unless(stamped, "with envelope.position: off; allowed with another envelope.position");
  }

  private Optional<String> withoutOffsets() {
    return unless(offsets, "without auditOffsets; allowed with auditOffsets: true");
  }

  /** Whether it is of messages that are due: in a pause there are none. */
  static boolean isOfSending(String key) {
    boolean latency =
        ObjectiveKeys.measure(key).filter(any -> any.side() != Measure.Side.CLIENTS).isPresent();
    return latency || ObjectiveKeys.needs(key) == ObjectiveKeys.Needs.PRODUCERS;
  }

  private Optional<String> withoutConsumers() {
    return unless(consumers, "without consumers; allowed with consumerPerSubscription");
  }

  private static Optional<String> unless(boolean measured, String why) {
    return measured ? Optional.empty() : Optional.of("is not measured " + why);
  }
}
