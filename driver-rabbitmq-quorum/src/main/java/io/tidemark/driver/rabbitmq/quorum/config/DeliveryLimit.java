package io.tidemark.driver.rabbitmq.quorum.config;

import io.tidemark.driver.rabbitmq.BrokerVersion;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Consuming;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.QueueType;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Queues;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How often a quorum queue delivers a message again before it drops or dead-letters it. Policies of
 * the broker may lower it; they are not known here.
 */
public record DeliveryLimit(QuorumConfiguration configuration, String version) {
  /** The limit from RabbitMQ 4.0 on, unless an argument or a policy sets another one. */
  private static final long DEFAULT = 20;

  private OptionalLong messages() {
    Queues queues = configuration.queues();
    if (queues.arguments().get(QueueArguments.DELIVERY_LIMIT) instanceof Number limit) {
      return limit.longValue() < 0 ? OptionalLong.empty() : OptionalLong.of(limit.longValue());
    }
    boolean limited = BrokerVersion.of(version) >= BrokerVersion.of(4, 0);
    return limited ? OptionalLong.of(DEFAULT) : OptionalLong.empty();
  }

  private boolean isKnown() {
    return configuration.queues().type() == QueueType.QUORUM && !configuration.queues().existing();
  }

  /** Returns facts for the result; empty where there is no such limit to know. */
  public Map<String, String> facts() {
    String limit = messages().isPresent() ? String.valueOf(messages().getAsLong()) : "none";
    return isKnown() ? Map.of("queue.deliveryLimit", limit) : Map.of();
  }

  /**
   * @throws IOException where consumers would refuse messages until the broker drops them
   */
  public void requireRoomForRefusals() throws IOException {
    Consuming consuming = configuration.consuming();
    int refusals = consuming.nackRatio() > 0 && consuming.nackRequeue() ? consuming.nackTimes() : 0;
    boolean keepsDropped = configuration.queues().arguments().containsKey("x-dead-letter-exchange");
    if (isKnown() && refusals > messages().orElse(Long.MAX_VALUE) && !keepsDropped) {
      throw new IOException(
          String.format(
                  Locale.ROOT,
                  "nackTimes: got %d; the queues of RabbitMQ %s drop a message refused more than %d times; raise",
                  refusals,
                  version,
                  messages().getAsLong())
              + " queueArguments.x-delivery-limit, or set x-dead-letter-exchange");
    }
  }
}
