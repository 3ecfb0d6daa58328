package io.tidemark.driver.telemetry;

import java.util.Objects;

/**
 * One metric of the broker.
 *
 * @param name with unit and scope, for example {@code queueMessagesReady}, {@code nodeMemoryBytes},
 *     {@code brokerPublishRatePerSecond}
 * @param subject which node, queue or topic
 * @param value the figure; 1 and 0 for states
 * @param resolutionMillis refresh interval of the broker in milliseconds; 0 if read live
 */
public record TelemetryReading(String name, String subject, double value, long resolutionMillis) {
  /**
   * Messages received from publishers by the broker's count, each once for any number of
   * subscriptions: of one destination created by this driver, since its creation. The subject is
   * the topic; the readings of all topics are added up. If a driver reports this, or the next one,
   * the verdict compares it with the counts of the run. Report both: with one of them a run waits
   * some seconds longer, until the counts no longer change.
   */
  public static final String RUN_PUBLISHED = "runPublishedMessages";

  /**
   * Messages that the broker itself counted as sent to consumers of one such destination, for each
   * subscription, redeliveries included. The subject is the subscription's queue or group; the
   * readings of all are added up.
   */
  public static final String RUN_DELIVERED = "runDeliveredMessages";

  /**
   * Messages that consumers acknowledged, by the broker's count, with those that need no
   * acknowledgement. If it stays below what consumers received, that is a warning.
   */
  public static final String RUN_ACKNOWLEDGED = "runAcknowledgedMessages";

  /**
   * Topics whose messages the broker counts. Brokers refresh their counts late: a driver that
   * reports this before the first of them makes a short run wait for them.
   */
  public static final String RUN_COUNTED_TOPICS = "runCountedTopics";

  /**
   * Messages in a queue, in any state: waiting, or delivered and not acknowledged. The subject is
   * the queue; if it contains the name of the subscription, rules 5.9 and 5.10 use it. Not for
   * logs, whose messages stay after they are consumed. The last reading, at shutdown, is reported
   * as messages left; if consumers have received all, it is a warning. Negative readings are a
   * remark.
   */
  public static final String QUEUE_MESSAGES = "queueMessages";

  /** 1 or 0: whether a node runs. The counts of a stopped node may be lost. */
  public static final String NODE_RUNNING = "nodeRunning";

  public TelemetryReading {
    Objects.requireNonNull(name);
    Objects.requireNonNull(subject);
  }
}
