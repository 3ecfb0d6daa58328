package io.tidemark.coordinator.delivery;

import io.tidemark.measure.offsets.OffsetOutcome;
import io.tidemark.measure.offsets.OffsetOutcome.Check;
import io.tidemark.model.result.DeliveryReport.AuditedOffsets;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.verdict.AuditRule.CommitAhead;
import io.tidemark.verdict.AuditRule.CommitBack;
import io.tidemark.verdict.AuditRule.KeyOrder;
import io.tidemark.verdict.AuditRule.OffsetMismatch;
import io.tidemark.verdict.AuditRule.OffsetNotUnique;
import io.tidemark.verdict.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The audit of offsets in the report of a run. */
final class OffsetReports {
  private OffsetReports() {}

  /**
   * @param complete whether all workers that consume have reported what they received; the first
   *     reception of a message is not known otherwise
   */
  static AuditedOffsets of(OffsetOutcome found, boolean complete) {
    return new AuditedOffsets(
        found.share(),
        found.checked(),
        found.notUnique(),
        found.mismatched(),
        found.committedBack(),
        found.committedAhead().filter(any -> complete),
        found.keyOrder().filter(any -> complete),
        found.examples().stream()
            .map(each -> new AuditedOffsets.Example(code(each.check()), each.text()))
            .toList());
  }

  private static String code(Check check) {
    return Found.code(
        switch (check) {
          case NOT_UNIQUE -> OffsetNotUnique.class;
          case MISMATCH -> OffsetMismatch.class;
          case COMMIT_BACK -> CommitBack.class;
          case COMMIT_AHEAD -> CommitAhead.class;
          case KEY_ORDER -> KeyOrder.class;
        });
  }

  /** What was not audited although the workload asks for it, one sentence each. */
  static List<String> limits(List<SubscriptionDelivery> subscriptions) {
    List<AuditedOffsets> audited =
        subscriptions.stream()
            .map(SubscriptionDelivery::offsets)
            .flatMap(Optional::stream)
            .toList();
    if (audited.isEmpty() && subscriptions.stream().anyMatch(each -> each.received() > 0)) {
      return List.of("Offsets were not audited: the driver passes no positions of messages.");
    }
    List<String> limits = new ArrayList<>();
    if (audited.stream().anyMatch(each -> each.mismatched().isEmpty())) {
      limits.add(
          "The driver's acknowledgements have no offsets: those of deliveries were audited.");
    }
    if (audited.stream().anyMatch(each -> each.committedBack().isEmpty())) {
      limits.add("Committed offsets were not audited: the driver reads none.");
    }
    return limits;
  }
}
