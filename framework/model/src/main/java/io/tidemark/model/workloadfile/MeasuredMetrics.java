package io.tidemark.model.workloadfile;

import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.Metric.Needs;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.MetricReference.Scale;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseScale;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.WorkloadKeys;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The metrics that each complete run of a workload measures.
 *
 * @param consumers whether messages are received
 * @param stamped whether messages have a sequence number
 * @param known whether the run knows which messages there are to receive
 * @param offsets whether offsets are audited
 * @param keys whether messages have keys
 * @param faults whether faults are injected
 * @param outcomes whether consumers refuse messages
 * @param priorities of messages; empty if they have none
 * @param workload empty while its file is read, where only objectives need an answer
 */
public record MeasuredMetrics(
    Pattern pattern,
    boolean consumers,
    DeliveryMode delivery,
    boolean stamped,
    boolean known,
    boolean offsets,
    boolean keys,
    boolean faults,
    boolean outcomes,
    Set<String> priorities,
    Optional<Workload> workload) {

  static MeasuredMetrics ofFile(Fields fields, WorkloadKeys file) {
    Pattern pattern = file.pattern();
    return new MeasuredMetrics(
        pattern,
        pattern == Pattern.REQUEST_REPLY
            || (file.destinations().subscriptionsPerTopic() > 0
                && file.destinations().consumerPerSubscription() > 0),
        file.consumers().delivery(),
        file.messages().envelope().position() != Position.OFF,
        pattern != Pattern.CONSUME_ONLY || fields.has("fromRun"),
        file.consumers().auditOffsets(),
        file.messages().keys() != KeyDistribution.NO_KEY || fields.has("replay"),
        fields.has("faults"),
        fields.has("outcomes"),
        file.messages().priorities().keySet(),
        Optional.empty());
  }

  /** The metrics of a complete workload. */
  public static MeasuredMetrics of(Workload workload) {
    return new MeasuredMetrics(
        workload.pattern(),
        workload.totalConsumers() > 0,
        workload.consumers().delivery(),
        workload.messages().envelope().position() != Position.OFF,
        workload.pattern() != Pattern.CONSUME_ONLY || workload.fromRun().isPresent(),
        workload.consumers().auditOffsets(),
        workload.messages().keys() != KeyDistribution.NO_KEY
            || workload.load().replay().isPresent(),
        !workload.faults().isEmpty(),
        workload.consumers().outcomes().isPresent(),
        workload.messages().options().priorities().keySet(),
        Optional.of(workload));
  }

  /** Returns the names that a question may be about, without a number of clients. */
  public List<String> names() {
    return Metrics.all().stream()
        .filter(metric -> metric.isAsked() && whyNot(metric.needs()).isEmpty())
        .map(Metric::id)
        .toList();
  }

  /** What a file may ask for instead of a metric that runs do not have. */
  String allowed(MetricReference other) {
    return String.join(", ", names())
        + workload
            .flatMap(file -> file.classes().stream().findFirst())
            .map(
                one ->
                    ", and rates and latencies of a class: "
                        + MetricReference.of(Metrics.of(Measure.END_TO_END, "p99"))
                            .ofClass(one.name()))
            .orElse("")
        + priorities.stream()
            .findFirst()
            .map(
                one ->
                    ", and rates and latencies of a priority: "
                        + MetricReference.of(Metrics.of(Measure.END_TO_END, "p99"))
                            .ofPriority(Integer.valueOf(one)))
            .orElse("")
        + (other.at().isPresent() ? ", at a number of clients that a phase or a step has" : "");
  }

  /** Whether runs have the metric, also at its number of clients. */
  public boolean has(MetricReference metric) {
    if (metric.trafficClass().isPresent()) {
      return workload
          .flatMap(file -> file.trafficClass(metric.trafficClass().get()))
          .filter(each -> of(each.workload()).has(metric.ofAll()))
          .isPresent();
    }
    return whyNot(metric.metric().needs()).isEmpty()
        && metric.priority().map(one -> priorities.contains(one.toString())).orElse(true)
        && metric.at().map(this::hasScale).orElse(true);
  }

  /** Why no run of the workload has such a metric; empty if each has it. */
  Optional<String> whyNot(Needs needs) {
    return switch (needs) {
      case NOTHING, CONSUMER_ERRORS -> Optional.empty();
      case REQUESTS -> withoutRequests();
      case AUDITED_REQUESTS -> withoutRequests().or(this::withoutAudit);
      case FAULTS -> unless(faults, "without faults; allowed with faults");
      case FAILOVER ->
          unless(
              pattern == Pattern.FAILOVER,
              "with pattern: " + pattern.key() + "; allowed with failover");
      case OUTCOMES -> unless(outcomes, "without outcomes; allowed with outcomes");
      case PRIORITIES ->
          unless(!priorities.isEmpty(), "without priorities; allowed with priorities");
      case PRODUCERS ->
          unless(
              pattern != Pattern.CONSUME_ONLY,
              "with pattern: " + pattern.key() + ", which has no producers");
      case CONSUMERS -> withoutConsumers();
      case DELIVERY -> withoutDelivery();
      case AUDIT, ORDER, ABORTED_SENDS -> withoutDelivery().or(this::withoutAudit);
      case OFFSETS, COMMITS -> withoutOffsets();
      case KEYS ->
          withoutOffsets()
              .or(
                  () ->
                      unless(
                          keys, "without keys; allowed with another keyDistributor than NO_KEY"));
      case STAMPS -> withoutStamps();
      case CHECKS -> withoutAudit();
      case NEW_CLIENTS ->
          unless(
              workload.filter(MeasuredMetrics::opensClients).isPresent(),
              "without connectionPer; allowed with that, churn, or clients that join");
      case SEARCHED_RATE ->
          unless(
              workload.flatMap(Workload::search).filter(spec -> spec.over().isOfRate()).isPresent(),
              "without search; allowed with a search for a rate");
      case MADE_BODIES ->
          unless(
              workload.filter(MeasuredMetrics::makesBodies).isPresent(),
              "without schema or a template of bodies");
      case NO_CLASSES ->
          withoutConsumers()
              .or(
                  () ->
                      unless(
                          workload.filter(file -> !file.classes().isEmpty()).isEmpty(),
                          "with classes"));
    };
  }

  private static boolean opensClients(Workload workload) {
    return workload.limits().connectionPer().isPresent() || workload.clientsChange();
  }

  private static boolean makesBodies(Workload workload) {
    return workload.messages().schema().isPresent()
        || workload.messages().payload().content() instanceof PayloadSpec.Sized;
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
    return withoutDelivery()
        .or(this::withoutAudit)
        .or(() -> unless(offsets, "without auditOffsets; allowed with auditOffsets: true"));
  }

  private Optional<String> withoutConsumers() {
    return unless(consumers, "without consumers; allowed with consumerPerSubscription");
  }

  private static Optional<String> unless(boolean measured, String why) {
    return measured ? Optional.empty() : Optional.of("is not measured " + why);
  }

  private boolean hasScale(Scale scale) {
    return switch (scale.clients()) {
      case REQUESTERS ->
          workload
              .flatMap(Workload::requestReply)
              .filter(spec -> spec.requesters().contains(scale.number()))
              .isPresent();
      case PRODUCERS ->
          scales().stream().anyMatch(each -> each.producers().filter(scale::is).isPresent());
      case CONSUMERS ->
          scales().stream().anyMatch(each -> each.consumers().filter(scale::is).isPresent());
    };
  }

  private List<PhaseScale> scales() {
    return workload.stream()
        .flatMap(file -> file.phases().stream().map(phase -> PhaseScale.in(file, phase.name())))
        .toList();
  }
}
