package io.tidemark.coordinator;

import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Which stamps a workload's messages carry, by their sizes, and what those cannot tell. */
final class StampForms {
  private final Workload workload;
  private final EnvelopeLayout layout;
  private final List<EnvelopeForm> forms;

  StampForms(Workload workload) {
    EnvelopeSpec spec = workload.messages().envelope();
    this.workload = workload;
    this.layout =
        new EnvelopeLayout(
            EnvelopeLayout.Position.valueOf(spec.position().name()),
            spec.form() == EnvelopeSpec.Form.TEXT,
            workload.totalProducers());
    IntStream sizes =
        workload.messages().payload().sizes().stream()
            .mapToInt(PayloadSpec.WeightedSize::payloadBytes);
    IntStream replies =
        workload.requestReply().stream()
            .flatMap(reply -> reply.replySizeBytes().stream())
            .mapToInt(Integer::intValue);
    this.forms = IntStream.concat(sizes, replies).mapToObj(layout::formOf).toList();
  }

  /** Whether some messages tell who sent them, and which of theirs they are. */
  boolean any() {
    return forms.stream().anyMatch(form -> form != EnvelopeForm.NONE);
  }

  /** Whether all do, so that a message of somebody else is seen to be foreign. */
  boolean all() {
    return !forms.contains(EnvelopeForm.NONE);
  }

  /** Whether damage to any message would be seen. */
  boolean tellsCorruption() {
    return workload.consumers().delivery() == DeliveryMode.FULL
        && forms.stream().allMatch(EnvelopeForm::hasCheck);
  }

  /** What cannot be told, one sentence each. */
  List<String> limits() {
    List<String> limits = new ArrayList<>();
    if (workload.messages().envelope().position() == EnvelopeSpec.Position.OFF) {
      limits.add("Messages carry no envelope: only numbers can be compared, not identities.");
    } else if (!any()) {
      limits.add(
          "Messages have no room for a stamp%s: only numbers can be compared, not identities."
              .formatted(becauseOfProducers()));
    } else if (!all()) {
      limits.add(
          "Messages of less than %d bytes have no room for a stamp%s: they are only counted, and in"
                  .formatted(leastStampedBytes(), becauseOfProducers())
              + " no end-to-end latency.");
    }
    if (any() && workload.consumers().delivery() == DeliveryMode.FULL && !tellsCorruption()) {
      limits.add(
          "Messages of less than %d bytes carry no check: what was damaged of them is not known."
              .formatted(layout.probeForm().envelopeBytes()));
    }
    return limits;
  }

  private int leastStampedBytes() {
    return IntStream.rangeClosed(0, layout.probeForm().envelopeBytes())
        .filter(bytes -> layout.formOf(bytes) != EnvelopeForm.NONE)
        .findFirst()
        .orElseThrow();
  }

  private String becauseOfProducers() {
    return layout.text() || layout.producers() <= EnvelopeLayout.COMPACT_PRODUCERS
        ? ""
        : " that tells more than %,d producers apart".formatted(EnvelopeLayout.COMPACT_PRODUCERS);
  }
}
