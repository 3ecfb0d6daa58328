package io.tidemark.driver.topics;

import io.tidemark.driver.telemetry.TelemetrySource;
import java.util.Map;

/**
 * A driver that reports which broker node leads each queue or partition of the run, so that a fault
 * can be for the leader.
 */
public interface LeaderSource {

  /**
   * The leaders as they were when {@link TelemetrySource#readTelemetry} last read the broker. Does
   * not block; called on any thread.
   *
   * @return by queue or partition, the node as the broker names it: RabbitMQ's node name, Kafka's
   *     node id, or {@code host:port}; those without a leader are absent
   */
  Map<String, String> leaders();
}
