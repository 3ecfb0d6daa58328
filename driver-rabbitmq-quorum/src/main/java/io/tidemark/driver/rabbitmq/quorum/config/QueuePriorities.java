package io.tidemark.driver.rabbitmq.quorum.config;

import io.tidemark.driver.rabbitmq.BrokerVersion;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.QueueType;
import java.io.IOException;

/** Which brokers have quorum queues with priorities; older ones silently ignore them. */
public final class QueuePriorities {
  private static final long FIRST = BrokerVersion.of(4, 0);

  private QueuePriorities() {}

  /**
   * @throws IOException where the broker would ignore {@code priorities}
   */
  public static void require(QuorumConfiguration configuration, String version) throws IOException {
    long number = BrokerVersion.of(version);
    boolean wanted =
        !configuration.publishing().priorities().isEmpty()
            && configuration.queues().type() == QueueType.QUORUM;
    if (wanted && number != BrokerVersion.UNKNOWN && number < FIRST) {
      throw new IOException(
          "priorities: quorum queues have priorities in RabbitMQ 4.0 and later; this one is "
              + version);
    }
  }
}
