package io.tidemark.coordinator.delivery;

import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Forms of the stamps of a workload's messages by size, and their limits. */
final class StampForms {
  private final Workload workload;
  private final EnvelopeLayout layout;
  private final List<EnvelopeForm> forms;

  StampForms(Workload workload) {
    this.workload = workload;
    this.layout =
        EnvelopeLayout.forProducers(workload.messages().envelope(), workload.totalProducers());
    IntStream sizes = workload.allSizesBytes().stream().mapToInt(Integer::intValue);
    IntStream replies =
        workload.requestReply().stream()
            .flatMap(reply -> reply.replySizeBytes().stream())
            .mapToInt(Integer::intValue);
    this.forms = IntStream.concat(sizes, replies).mapToObj(layout::formOf).toList();
  }

  /** Whether some messages have a producer and a sequence. */
  boolean any() {
    return forms.stream().anyMatch(form -> form != EnvelopeForm.NONE);
  }

  /** Whether all have them, so that foreign messages are recognized. */
  boolean all() {
    return !forms.contains(EnvelopeForm.NONE);
  }

  /** Whether damage to any message is detected. */
  boolean showCorruption() {
    return workload.consumers().delivery() == DeliveryMode.FULL
        && forms.stream().allMatch(EnvelopeForm::hasCheck);
  }

  /** Limits of the audit, one sentence each. */
  List<String> limits() {
    List<String> limits = new ArrayList<>();
    if (workload.messages().envelope().position() == EnvelopeSpec.Position.OFF) {
      limits.add("Messages have no envelope: only numbers are compared, not individual messages.");
    } else if (!any()) {
      limits.add(
          ("Messages have no room for a stamp%s: only numbers are compared, not"
                  + " individual messages.")
              .formatted(becauseOfProducers()));
    } else if (!all()) {
      limits.add(
          String.format(
                  Locale.ROOT,
                  "Messages of less than %d bytes have no room for a stamp%s: they are only counted",
                  leastStampedBytes(),
                  becauseOfProducers())
              + " and have no end-to-end latency.");
    }
    if (any() && workload.consumers().delivery() == DeliveryMode.FULL && !showCorruption()) {
      limits.add(
          String.format(
              Locale.ROOT,
              "Messages of less than %d bytes have no check: corruption is not known.",
              layout.probeForm().envelopeBytes()));
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
        : String.format(
            Locale.ROOT, " for more than %,d producers", EnvelopeLayout.COMPACT_PRODUCERS);
  }
}
