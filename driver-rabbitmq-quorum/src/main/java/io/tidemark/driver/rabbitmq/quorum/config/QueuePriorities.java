package io.tidemark.driver.rabbitmq.quorum.config;

import io.tidemark.driver.rabbitmq.BrokerVersion;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.QueueType;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Queues;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/** Which queues have priorities; others silently ignore them. */
public final class QueuePriorities {
  private static final String MAXIMUM = "x-max-priority";
  private static final long FIRST = BrokerVersion.of(4, 0);

  /** Strict levels of quorum queues from RabbitMQ 4.3 on; earlier ones have two. */
  private static final int HIGHEST_OF_QUORUM = 31;

  private QueuePriorities() {}

  /** Why the queues of a file cannot have the priorities of a run; empty if they can. */
  public static Optional<String> problem(SortedSet<Integer> wanted, QuorumConfiguration read) {
    Queues queues = read.queues();
    if (queues.type() == QueueType.STREAM) {
      return Optional.of("streams have none; allowed with queueType: quorum or classic");
    }
    if (!read.publishing().priorities().isEmpty()
        || read.publishing().messageProperties().containsKey("priority")) {
      return Optional.of(
          "cannot be combined with priorities and messageProperties.priority of the driver file;"
              + " allowed without these");
    }
    boolean quorum = queues.type() == QueueType.QUORUM;
    int highest =
        quorum
            ? HIGHEST_OF_QUORUM
            : queues.arguments().get(MAXIMUM) instanceof Number most
                ? most.intValue()
                : Integer.MAX_VALUE;
    return wanted.last() <= highest
        ? Optional.empty()
        : Optional.of(
            "got "
                + wanted.last()
                + "; allowed 0 to "
                + highest
                + (quorum ? " with quorum queues" : ", the queues' " + MAXIMUM));
  }

  /** Adds what classic queues need for the priorities of a run. */
  public static Map<String, Object> arguments(Queues queues, SortedSet<Integer> ofRun) {
    Map<String, Object> arguments = queues.arguments();
    if (!ofRun.isEmpty() && queues.type() == QueueType.CLASSIC) {
      arguments.putIfAbsent(MAXIMUM, ofRun.last());
    }
    return arguments;
  }

  /**
   * @param ofRun empty if the run has none
   * @throws IOException where the broker would ignore priorities
   */
  public static void require(
      QuorumConfiguration configuration, SortedSet<Integer> ofRun, String version)
      throws IOException {
    long number = BrokerVersion.of(version);
    boolean wanted =
        !(configuration.publishing().priorities().isEmpty() && ofRun.isEmpty())
            && configuration.queues().type() == QueueType.QUORUM;
    if (wanted && number != BrokerVersion.UNKNOWN && number < FIRST) {
      throw new IOException(
          "priorities: quorum queues have priorities in RabbitMQ 4.0 and later; this one is "
              + version);
    }
  }
}
