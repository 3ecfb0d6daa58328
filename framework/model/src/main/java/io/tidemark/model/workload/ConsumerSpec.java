package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.grammar.WrittenRecord;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.ProcessingKeys;
import io.tidemark.model.outcome.OutcomeKeys;
import java.time.Duration;
import java.util.Optional;

/** How messages are consumed, and what is recorded of their delivery. */
@RecordBuilder
public record ConsumerSpec(
    @Key(
            name = "consumerProcessingTime",
            value =
                "Processing time of a consumer for each message, before it acknowledges; of"
                    + " responders, before they reply. A time span, or a distribution by `seed`. If"
                    + " a phase has another one, that is the mean (the median with `median`) of the"
                    + " same distribution.",
            shorthand = "mean")
        ProcessingKeys processing,
    @Key(
            name = "consumerBacklogSizeGB",
            value =
                "Size in GiB, over all subscriptions, of a backlog to build and then"
                    + " drain. 0: none.",
            types = Type.INTEGER,
            range = DestinationSpec.COUNT,
            orElse = "0")
        Gibibytes backlog,
    @Key(
            value = "Share of the backlog that must be consumed for it to count as drained.",
            range = "0..1",
            orElse = "1.0")
        double backlogDrainRatio,
    @Key(value = "Delivery audit: every message, only counts, or off.", orElse = "full")
        DeliveryMode delivery,
    @Key(
            value =
                "Whether offsets, committed offsets and the order of keys are audited, in a sample"
                    + " of the messages. With a driver that passes the positions of messages.",
            orElse = "false")
        boolean auditOffsets,
    @Key(
            "What consumers do with messages other than to accept them, chosen by `seed` and number"
                + " of the message. See [outcomes](../concepts/measuring.md#outcomes).")
        Optional<OutcomeKeys> outcomes,
    @Key(
            value = "Longest wait for outstanding messages after the load.",
            range = "0..",
            orElse = "30s")
        Duration drainTimeout)
    implements ConsumerSpecBuilder.With {

  /** A size that OMB's file has in GiB. */
  public record Gibibytes(long bytes) implements WrittenRecord.Written {
    private static final long UNIT = 1L << 30;

    static Optional<Gibibytes> parse(String text) {
      return Type.INTEGER.number(text).map(number -> new Gibibytes(number.longValue() * UNIT));
    }

    @Override
    public Object written() {
      return (int) (bytes / UNIT);
    }
  }

  /** OMB's {@code consumerBacklogSizeGB} in bytes; 0 for none. */
  public long backlogSizeBytes() {
    return backlog.bytes();
  }
}
