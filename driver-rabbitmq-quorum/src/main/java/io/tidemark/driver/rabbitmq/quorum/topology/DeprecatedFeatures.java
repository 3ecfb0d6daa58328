package io.tidemark.driver.rabbitmq.quorum.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.Channel;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.QueueType;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Queues;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Features that a broker of version 4 may forbid: 4.3 forbids global QoS by default. Its
 * configuration may permit or forbid them, so they are tried before the run. Where global QoS is
 * forbidden, the broker accepts it without a limit for the channel; the management API of 4.3
 * reports that, the one of 4.0 does not.
 */
public final class DeprecatedFeatures {
  private static final Map<String, Object> CLASSIC = Map.of(Queues.TYPE, "classic");

  private DeprecatedFeatures() {}

  /**
   * @throws IOException where the file needs a feature that the broker refuses or ignores
   */
  public static void require(
      Administration administration,
      Optional<ManagementApi> management,
      QuorumConfiguration configuration,
      String version)
      throws IOException, InterruptedException {
    int limit = configuration.consuming().channelPrefetchMessages();
    if (limit > 0 && configuration.queues().type() == QueueType.CLASSIC) {
      String refused =
          "channelPrefetch: RabbitMQ %s does not permit a limit for a whole channel (global QoS); use prefetch"
              .formatted(version);
      attempt(administration, channel -> channel.basicQos(limit, true), refused);
      if (management.isPresent() && denies(management.get(), "global_qos")) {
        throw new IOException(refused + ": the broker denies global_qos");
      }
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

  /** False, too, if this user may not see it, or the broker is older than this list. */
  private static boolean denies(ManagementApi management, String feature)
      throws InterruptedException {
    try {
      for (JsonNode each : management.get("deprecated-features")) {
        if (each.path("name").asText().equals(feature)) {
          return each.path("state").asText().equals("denied");
        }
      }
      return false;
    } catch (IOException e) {
      return false;
    }
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
