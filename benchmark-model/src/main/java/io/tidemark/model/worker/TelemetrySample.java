package io.tidemark.model.worker;

import java.util.Objects;

/**
 * One figure that the broker told of itself.
 *
 * @param epochNanos when it was read, in the worker's clock
 * @param name with unit and scope, for example {@code queueMessagesReady}
 * @param subject which node, queue or topic
 * @param value the figure
 * @param resolutionMillis how often the broker refreshes it; 0 when read live
 */
public record TelemetrySample(
    long epochNanos, String name, String subject, double value, long resolutionMillis) {
  public TelemetrySample {
    Objects.requireNonNull(name);
    Objects.requireNonNull(subject);
  }
}
