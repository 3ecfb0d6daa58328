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
  public TelemetryReading {
    Objects.requireNonNull(name);
    Objects.requireNonNull(subject);
  }
}
