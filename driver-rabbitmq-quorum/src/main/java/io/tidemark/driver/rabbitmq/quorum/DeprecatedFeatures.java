package io.tidemark.driver.rabbitmq.quorum;

import com.rabbitmq.client.Channel;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.QueueType;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Queues;
import java.io.IOException;
import java.util.Map;

/**
 * Features that RabbitMQ 4.3 refuses by default. Its configuration may permit them, and that of an
 * older broker forbid them, so they are tried before the run. RabbitMQ 4.0 does not refuse global
 * QoS where it is forbidden, but ignores it.
 */
final class DeprecatedFeatures {
  private static final Map<String, Object> CLASSIC = Map.of(QueueArguments.TYPE, "classic");

  private DeprecatedFeatures() {}

  /**
   * @throws IOException where the file needs a feature that the broker refuses
   */
  static void require(
      Administration administration, QuorumConfiguration configuration, String version)
      throws IOException {
    int limit = configuration.consuming().channelPrefetchMessages();
    if (limit > 0 && configuration.queues().type() == QueueType.CLASSIC) {
      attempt(
          administration,
          channel -> channel.basicQos(limit, true),
          "channelPrefetch: RabbitMQ %s does not permit a limit for a whole channel (global QoS); use prefetch"
              .formatted(version));
    }
    if (declaresTransientQueues(configuration.queues())) {
      attempt(
          administration,
          DeprecatedFeatures::declareTransientQueue,
          "queues.durable: RabbitMQ %s does not permit queues that are neither durable nor exclusive; remove queues.durable, or set queues.exclusive: true"
              .formatted(version));
    }
  }

  private static boolean declaresTransientQueues(Queues queues) {
    return queues.type() == QueueType.CLASSIC
        && !queues.durable()
        && !queues.exclusive()
        && !queues.existing();
  }

  private static void declareTransientQueue(Channel channel) throws IOException {
    channel.queueDelete(channel.queueDeclare("", false, false, true, CLASSIC).getQueue());
  }

  private static void attempt(
      Administration administration, Administration.Attempt attempt, String refused)
      throws IOException {
    try {
      administration.attempt(attempt);
    } catch (IOException e) {
      throw new IOException(refused + ": " + e.getMessage(), e);
    }
  }
}
