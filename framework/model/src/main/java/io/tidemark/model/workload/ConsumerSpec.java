package io.tidemark.model.workload;

import io.tidemark.driver.Setting;
import io.tidemark.model.load.DeliveryMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How messages are consumed, and what is recorded of their delivery.
 *
 * @param processingTime of each consumer for one message
 * @param backlogSizeBytes OMB's {@code consumerBacklogSizeGB} in bytes: build such a backlog, then
 *     drain it; 0 for none
 * @param backlogDrainRatio OMB's: the drain is over when this share of the backlog is gone
 * @param delivery how much the audit keeps
 * @param drainTimeout longest wait for outstanding messages after the load has stopped
 */
public record ConsumerSpec(
    Duration processingTime,
    long backlogSizeBytes,
    double backlogDrainRatio,
    DeliveryMode delivery,
    Duration drainTimeout) {
  private static final long BYTES_PER_GIB = 1L << 30;

  static final List<Setting> KEYS = new ArrayList<>();
  private static final WorkloadKey<Duration> PROCESSING_TIME =
      WorkloadKey.duration(
              "consumerProcessingTime",
              "Processing time of a consumer for each message, before it acknowledges.")
          .byDefault(Duration.ZERO)
          .in(KEYS);
  static final WorkloadKey<Integer> BACKLOG_GIB =
      WorkloadKey.count(
              "consumerBacklogSizeGB",
              "Size in GiB, over all subscriptions, of a backlog to build and then"
                  + " drain. 0: none.")
          .byDefault(0)
          .in(KEYS);
  static final WorkloadKey<Double> DRAIN_RATIO =
      WorkloadKey.share(
              "backlogDrainRatio",
              "Share of the backlog that must be consumed for it to count as drained.")
          .byDefault(1.0)
          .in(KEYS);
  static final WorkloadKey<DeliveryMode> DELIVERY =
      WorkloadKey.words(
              "delivery",
              "Delivery audit: every message, only counts, or off.",
              DeliveryMode.values())
          .byDefault(DeliveryMode.FULL)
          .in(KEYS);
  private static final WorkloadKey<Duration> DRAIN_TIMEOUT =
      WorkloadKey.duration("drainTimeout", "Longest wait for outstanding messages after the load.")
          .byDefault(Duration.ofSeconds(30))
          .in(KEYS);

  static ConsumerSpec read(WorkloadFields fields) {
    return new ConsumerSpec(
        fields.get(PROCESSING_TIME),
        fields.get(BACKLOG_GIB) * BYTES_PER_GIB,
        fields.get(DRAIN_RATIO),
        fields.get(DELIVERY),
        fields.get(DRAIN_TIMEOUT));
  }

  void write(Map<String, Object> map) {
    PROCESSING_TIME.put(map, processingTime);
    BACKLOG_GIB.put(map, (int) (backlogSizeBytes / BYTES_PER_GIB));
    DRAIN_RATIO.put(map, backlogDrainRatio);
    DELIVERY.put(map, delivery);
    DRAIN_TIMEOUT.put(map, drainTimeout);
  }
}
