package io.tidemark.model.workloadfile;

import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.ObjectiveKeys;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.WorkloadKeys;
import java.util.Optional;

/** The metrics that a workload measures, of all objectives. */
final class MeasuredKeys {
  private final Pattern pattern;
  private final boolean consumers;
  private final boolean audit;
  private final boolean faults;

  MeasuredKeys(Fields fields, WorkloadKeys file) {
    this.pattern = file.kind().pattern();
    this.consumers =
        pattern == Pattern.REQUEST_REPLY
            || (file.destinations().subscriptionsPerTopic() > 0
                && file.destinations().consumerPerSubscription() > 0);
    this.faults = fields.has("faults");
    this.audit = file.consumers().delivery() != DeliveryMode.OFF;
  }

  private MeasuredKeys(Pattern pattern, boolean consumers, boolean audit, boolean faults) {
    this.pattern = pattern;
    this.consumers = consumers;
    this.audit = audit;
    this.faults = faults;
  }

  /** The metrics of a complete workload. */
  static MeasuredKeys of(Workload workload) {
    return new MeasuredKeys(
        workload.pattern(),
        workload.totalConsumers() > 0,
        workload.consumers().delivery() != DeliveryMode.OFF,
        !workload.faults().isEmpty());
  }

  /** Why an objective would be missed by every run of the workload; empty when it is measured. */
  Optional<String> whyNot(String key) {
    return switch (ObjectiveKeys.needs(key)) {
      case NOTHING -> Optional.empty();
      case REQUESTS ->
          unless(
              pattern == Pattern.REQUEST_REPLY,
              "with pattern: " + pattern.key() + "; allowed with request-reply");
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
      case AUDIT ->
          withoutConsumers().or(() -> unless(audit, "with delivery: off; allowed with full"));
    };
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
