package io.tidemark.model.workload;

import io.tidemark.model.load.DeliveryMode;
import java.time.Duration;
import java.util.Objects;

/**
 * How messages are consumed, and what is recorded of their delivery.
 *
 * @param processingTime of each consumer for one message
 * @param backlogSizeBytes OMB's {@code consumerBacklogSizeGB} in bytes: build such a backlog, then
 *     drain it; 0 for none
 * @param backlogDrainRatio OMB's: the drain is over when this share of the backlog is gone
 * @param delivery how much the audit keeps
 * @param drainTimeout how long to wait for what is outstanding after the load has stopped
 */
public record ConsumerSpec(
    Duration processingTime,
    long backlogSizeBytes,
    double backlogDrainRatio,
    DeliveryMode delivery,
    Duration drainTimeout) {
  public ConsumerSpec {
    Objects.requireNonNull(processingTime);
    Objects.requireNonNull(delivery);
    Objects.requireNonNull(drainTimeout);
  }
}
