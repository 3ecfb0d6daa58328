package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.model.load.ConnectionPer;
import io.tidemark.model.load.InFlightUntil;
import java.util.Optional;

/**
 * How many messages there may be at the same time, on one connection, and in all.
 *
 * @param maxInFlightPerProducer window or cap; empty: chosen from heap and number of producers
 * @param inFlightUntil what that limit counts
 * @param connectionPer after how many messages a connection is closed; empty: with the run
 * @param messageLimit messages over all producers, 0 for none
 */
@RecordBuilder
public record SendLimits(
    @Key(
            value =
                "Most unacknowledged messages per producer. If absent, calculated from the"
                    + " heap and the number of producers; in a closed loop from 1,000 to 10,000,"
                    + " as the driver's client buffers.",
            range = "1..1000000")
        Optional<Integer> maxInFlightPerProducer,
    @Key(
            value =
                "What ends the flight of a message: its acknowledgement, or both that and its"
                    + " reception. With `received` and `maxInFlightPerProducer: 1` a producer sends"
                    + " a message when the last one has been received; a lost message stops it."
                    + " `received` needs `pattern: pubsub`, one subscription, and producers and"
                    + " consumers in one worker.",
            orElse = "acknowledged")
        InFlightUntil inFlightUntil,
    @Key(
            value =
                "Messages or requests of a connection: `message`, `request` (one each), or a"
                    + " number. A producer or requester connects when the first is due, with TLS"
                    + " and authentication, and closes the connection after the last is"
                    + " acknowledged or answered. Connecting is part of the latency, and has its"
                    + " own: [clientOpen](../concepts/measuring.md#a-connection-per-message)."
                    + " Absent: they keep their connections. Consumers always do: what the broker"
                    + " has sent ahead to one that closes comes back, so the number would not be"
                    + " its; `churn.consumersPerSecond` opens them.",
            pattern = "message|request|[1-9][0-9]{0,8}",
            form = "message, request or a whole number from 1")
        Optional<ConnectionPer> connectionPer,
    @Key(
            value = "Messages over all producers; then the load ends. 0: no limit.",
            range = "0..9000000000000000000",
            orElse = "0")
        long messageLimit)
    implements SendLimitsBuilder.With {}
