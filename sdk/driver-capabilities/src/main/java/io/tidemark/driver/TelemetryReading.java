package io.tidemark.driver;

import java.util.Objects;

/**
 * One figure of the broker.
 *
 * @param name with unit and scope, for example {@code queueMessagesReady}, {@code nodeMemoryBytes},
 *     {@code brokerPublishRatePerSecond}
 * @param subject which node, queue or topic
 * @param value the figure; 1 and 0 for states
 * @param resolutionMillis how often the broker itself refreshes the figure, in milliseconds; 0 when
 *     it is read live
 */
public record TelemetryReading(String name, String subject, double value, long resolutionMillis) {
  /**
   * Messages that the broker itself counted as taken from publishers, each once however many
   * subscriptions there are: of one destination that this driver made, since it was made. A driver
   * that tells this, or the next, has the verdict compare it with what the run counted.
   */
  public static final String RUN_PUBLISHED = "runPublishedMessages";

  /** Messages that the broker itself counted as sent to consumers of one such destination. */
  public static final String RUN_DELIVERED = "runDeliveredMessages";

  /** Messages that consumers acknowledged, by the broker's count; shown, not judged. */
  public static final String RUN_ACKNOWLEDGED = "runAcknowledgedMessages";

  /**
   * Messages that a queue holds, in whatever state. What is read last, when everything is closed,
   * stands in the result as what was left.
   */
  public static final String QUEUE_MESSAGES = "queueMessages";

  /** 1 or 0: whether a node runs. What a node had counted may be gone with it. */
  public static final String NODE_RUNNING = "nodeRunning";

  public TelemetryReading {
    Objects.requireNonNull(name);
    Objects.requireNonNull(subject);
  }
}
