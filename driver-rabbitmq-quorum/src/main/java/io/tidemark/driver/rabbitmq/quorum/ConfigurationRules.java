package io.tidemark.driver.rabbitmq.quorum;

import io.tidemark.driver.rabbitmq.ConfigurationTree;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Confirms;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Connecting;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.ConsumeBy;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Consuming;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Io;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Mode;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.OnClose;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Placement;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Publishing;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.QueueType;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Queues;
import java.util.IllegalFormatException;
import java.util.List;

/** What no single key can be wrong about. */
final class ConfigurationRules {
  private static final List<String> EXCHANGE_TYPES =
      List.of("fanout", "direct", "topic", "headers", Topology.CONSISTENT_HASH);

  private ConfigurationRules() {}

  static void check(ConfigurationTree tree, QuorumConfiguration read) {
    if (read.amqpUris().isEmpty() && tree.problems().isEmpty()) {
      tree.problem(
          "amqpUris", "none given; allowed a list of amqp://user:password@host:port/vhost");
    }
    checkQueues(tree, read.queues());
    checkPublishing(tree, read.publishing());
    checkConsuming(tree, read.consuming(), read.queues().type());
    checkConnecting(tree, read);
  }

  private static void checkQueues(ConfigurationTree tree, Queues queues) {
    if (!EXCHANGE_TYPES.contains(queues.exchangeType())) {
      tree.problem(
          "exchangeType",
          "got '" + queues.exchangeType() + "'; allowed " + String.join(", ", EXCHANGE_TYPES));
    }
    if (!queues.pattern().isEmpty() && !isPattern(queues.pattern())) {
      tree.problem("queues.pattern", "got '" + queues.pattern() + "'; allowed such as perf-%03d");
    }
    if (!queues.pattern().isEmpty() && queues.existing()) {
      tree.problem("queues.existing", "stands beside queues.pattern; allowed one of them");
    }
    if (queues.to() < queues.from()) {
      tree.problem("queues.to", "got " + queues.to() + "; allowed from queues.from on");
    }
    boolean transientQueue = !queues.durable() || queues.autoDelete() || queues.exclusive();
    if (queues.serverNamed()
        && (queues.exclusive() || queues.existing() || !queues.pattern().isEmpty())) {
      tree.problem("queues.serverNamed", "stands beside another way to name queues");
    }
    if (queues.serverNamed() && queues.type() != QueueType.CLASSIC) {
      tree.problem("queues.serverNamed", "only classic queues are named by the server");
    }
    if (queues.type() != QueueType.CLASSIC && transientQueue) {
      tree.problem("queues", "only classic queues can be transient, auto-delete or exclusive");
    }
    if (!queues.mirrorCopies().isEmpty()) {
      checkMirroring(tree, queues);
    }
  }

  private static void checkMirroring(ConfigurationTree tree, Queues queues) {
    if (!queues.mirrorCopies().matches("all|[1-9]\\d{0,3}")) {
      tree.problem(
          "mirroring.copies", "got '" + queues.mirrorCopies() + "'; allowed a number, all");
    }
    if (queues.type() != QueueType.CLASSIC) {
      tree.problem("mirroring", "only classic queues are mirrored; set queueType: classic");
    }
    if (!tree.has("managementUris")) {
      tree.problem("mirroring", "the policy is set by the management API; set managementUris");
    }
  }

  private static void checkPublishing(ConfigurationTree tree, Publishing publishing) {
    if (publishing.confirms() == Confirms.TRANSACTION
        && publishing.transactionMessages() > publishing.windowMessages()) {
      tree.problem("transactionSize", "is greater than confirmWindow: it would never be reached");
    }
    if (publishing.mandatory() && publishing.properties().getMessageId() != null) {
      tree.problem(
          "messageProperties.messageId",
          "is the driver's own with mandatory: true, which knows a returned message by it");
    }
    if (publishing.confirms() == Confirms.NONE && publishing.mandatory()) {
      tree.problem("mandatory", "returned messages cannot fail with confirms: none");
    }
    if (publishing.confirms() == Confirms.NONE && publishing.onClose() == OnClose.REPUBLISH) {
      tree.problem(
          "unconfirmedOnClose", "nothing is left unconfirmed with confirms: none; allowed fail");
    }
  }

  private static void checkConsuming(ConfigurationTree tree, Consuming consuming, QueueType type) {
    boolean automatic = consuming.autoAck();
    if (!automatic) {
      requireWithinPrefetch(tree, "ackEvery", consuming.ackEveryMessages(), consuming);
    } else if (tree.has("ackEvery")) {
      tree.problem("ackEvery", "nothing is acknowledged by hand with ack: auto");
    }
    checkChannelPrefetch(tree, consuming, type);
    checkTransactions(tree, consuming, type);
    if (type == QueueType.STREAM && (automatic || consuming.prefetchMessages() == 0)) {
      tree.problem("ack", "a stream read over AMQP needs ack: manual and a prefetch above 0");
    }
    if (automatic && consuming.nackRatio() > 0) {
      tree.problem("nackRatio", "nothing can be refused with ack: auto");
    }
    if (consuming.by() == ConsumeBy.POLL) {
      for (String key : List.of("consumerPriority", "consumerArguments")) {
        if (tree.has(key)) {
          tree.problem(key, "belongs to deliveries by the broker; set consumeBy: push");
        }
      }
    }
  }

  private static void requireWithinPrefetch(
      ConfigurationTree tree, String key, int messages, Consuming consuming) {
    if (messages > consuming.mostUnacknowledged()) {
      tree.problem(
          key,
          "got "
              + messages
              + " with "
              + (consuming.mostUnacknowledged() == consuming.prefetchMessages()
                  ? "prefetch "
                  : "channelPrefetch ")
              + consuming.mostUnacknowledged()
              + ": the broker would stop before the acknowledgement comes");
    }
  }

  private static void checkChannelPrefetch(
      ConfigurationTree tree, Consuming consuming, QueueType type) {
    if (consuming.channelPrefetchMessages() == 0) {
      return;
    }
    if (type != QueueType.CLASSIC) {
      tree.problem("channelPrefetch", "only classic queues know it; set queueType: classic");
    }
    if (consuming.autoAck() || consuming.by() == ConsumeBy.POLL) {
      tree.problem("channelPrefetch", "limits nothing with ack: auto or consumeBy: poll");
    }
  }

  private static void checkTransactions(
      ConfigurationTree tree, Consuming consuming, QueueType type) {
    if (!consuming.transacted()) {
      return;
    }
    String key = "consumerTransactionSize";
    requireWithinPrefetch(tree, key, consuming.transactionMessages(), consuming);
    if (consuming.autoAck()) {
      tree.problem(key, "there is nothing to commit with ack: auto");
    }
    if (type == QueueType.STREAM) {
      tree.problem(key, "a stream's acknowledgements are credits, which are not committed");
    }
    if (consuming.ackEveryMessages() > consuming.transactionMessages()) {
      tree.problem(
          "ackEvery",
          "got "
              + consuming.ackEveryMessages()
              + "; allowed up to consumerTransactionSize "
              + consuming.transactionMessages());
    }
  }

  private static void checkConnecting(ConfigurationTree tree, QuorumConfiguration read) {
    Connecting connecting = read.connecting();
    if (connecting.placement() == Placement.LEADER && read.managementUris().isEmpty()) {
      tree.problem("connections.placement", "the management API tells leaders; set managementUris");
    }
    if (connecting.placement() == Placement.LEADER && connecting.mode() != Mode.PER_CLIENT) {
      tree.problem(
          "connections.placement",
          "a connection of several clients cannot be at the leader of each one's queue; set"
              + " connections.mode: per-client, or placement: balanced");
    }
    if (connecting.startDelay().compareTo(StartDelay.MOST) > 0) {
      tree.problem(
          "connections.startDelay",
          "got "
              + connecting.startDelay().toSeconds()
              + "s; allowed up to "
              + StartDelay.MOST.toSeconds()
              + "s, because a run waits 120 s for its producers");
    }
    if (connecting.flushEveryMessages() > 1 && connecting.io() != Io.NETTY) {
      tree.problem("connections.flushEvery", "flushes are grouped by connections.io: netty only");
    }
    if (!connecting.recovers() && read.publishing().onClose() == OnClose.REPUBLISH) {
      tree.problem(
          "unconfirmedOnClose", "nothing is published again with connections.recovery: false");
    }
  }

  private static boolean isPattern(String pattern) {
    try {
      return !String.format(pattern, 1).equals(String.format(pattern, 2));
    } catch (IllegalFormatException e) {
      return false;
    }
  }
}
