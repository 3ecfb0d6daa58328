package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.load.CloudEventsSpec;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PriorityPlan;
import io.tidemark.model.load.SpanShare;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keys and stamps of messages, and the seed of everything random. */
@RecordBuilder
public record MessageOptions(
    @Key(
            name = "keyDistributor",
            value =
                "Keys of the messages. KEY_ROUND_ROBIN, RANDOM_NANO (uniform) and KEY_ZIPF draw"
                    + " from 10,000 keys.",
            capitals = true,
            orElse = "NO_KEY")
        KeyDistribution keys,
    @Key(
            value =
                "With `keyDistributor: KEY_ZIPF`: the k-th key has a weight of 1 divided by k to"
                    + " this power, 1 if absent. More makes the first keys more frequent.",
            types = Type.NUMBER,
            range = "0.01..10")
        Optional<Double> keyZipfExponent,
    @Key(
            value =
                "Headers of every message, in addition to those of the driver file: a `name` with"
                    + " a `value`, or random text of a `size`. The driver must have headers.",
            each = "A header, or several with the same form.")
        List<HeaderSpec> headers,
    @Key(value = "Messages are CloudEvents 1.0.", shorthand = "mode")
        Optional<CloudEventsSpec> cloudEvents,
    @Key(
            value =
                "Which messages are traced: the first of each producer, and then one of N, as"
                    + " `1/1000`. They have a `traceparent` header, and their spans are exported to"
                    + " `telemetry.otlp` of the driver file. The driver must have headers.")
        Optional<SpanShare> trace,
    @Key(
            "Shares of messages by priority: `{9: 5 %, 4: 95 %}` in one destination, chosen by"
                + " `seed` and number of the message. A higher priority goes first. See"
                + " [priorities](../concepts/measuring.md#priorities).")
        Map<String, Object> priorities,
    @Key("Time stamp, producer and sequence number in messages.") EnvelopeSpec envelope,
    @Key(
            value = "Seed of all random values: payloads, keys, arrivals, names of subscriptions.",
            range = "-9000000000000000000..9000000000000000000",
            orElse = "1")
        long seed)
    implements MessageOptionsBuilder.With {

  /** Whether the stamp of a message is in a header. */
  public boolean stampInHeader() {
    return envelope.position() == EnvelopeSpec.Position.HEADER;
  }

  /** The priority of each message; empty if the run has none. */
  public Optional<PriorityPlan> priorityPlan() {
    return priorities.isEmpty()
        ? Optional.empty()
        : Optional.of(new PriorityPlan(priorities, seed));
  }

  /** Whether messages have headers of the framework. */
  public boolean needHeaders() {
    return !headers.isEmpty() || cloudEvents.isPresent() || trace.isPresent() || stampInHeader();
  }
}
