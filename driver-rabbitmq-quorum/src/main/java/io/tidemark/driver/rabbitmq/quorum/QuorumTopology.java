package io.tidemark.driver.rabbitmq.quorum;

import com.rabbitmq.client.Channel;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Queues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How topics, partitions and subscriptions become exchanges and queues.
 *
 * <p>Partition k of a topic is an exchange, named as the topic with {@code .k} added from the
 * second on. A subscription is one queue per partition, bound to its exchange and named as the
 * exchange with {@code .subscription} added. With {@code queues.pattern} or {@code queues.existing}
 * a topic is a queue, sent to through the default exchange, and all subscriptions are the same.
 *
 * <p>With {@code exchangeType: x-consistent-hash} the broker chooses the partition: an exchange of
 * that type, named as the topic with {@code .hash} added, stands before the partitions' exchanges.
 *
 * <p>Immutable; safe for several threads.
 */
record QuorumTopology(Queues settings) {
  static final String CONSISTENT_HASH = "x-consistent-hash";

  /** The framework numbers its topics with seven digits: prefix-0000000-suffix. */
  private static final Pattern TOPIC_NUMBER = Pattern.compile("-(\\d{7})-[^-]*.*$");

  /**
   * Where messages for one partition are published to.
   *
   * @param routingKey empty where the message's own key is used
   */
  record Target(String exchange, String routingKey) {}

  boolean topicsAreQueues() {
    return settings.existing() || !settings.pattern().isEmpty();
  }

  boolean topicsExist() {
    return settings.existing();
  }

  boolean queuesBelongToConsumers() {
    return settings.exclusive();
  }

  boolean queuesAreNamedByTheServer() {
    return settings.serverNamed();
  }

  /** What the routing key of a message is. */
  enum Routing {
    /** That of the target. */
    FIXED,
    /** The message's key, or that of the target. */
    KEY,
    /** The message's key, or a number that differs from message to message. */
    KEY_OR_NUMBER
  }

  Routing routing() {
    if (topicsAreQueues()) {
      return Routing.FIXED;
    }
    return switch (settings.exchangeType()) {
      case "topic" -> Routing.KEY;
      case CONSISTENT_HASH -> Routing.KEY_OR_NUMBER;
      default -> Routing.FIXED;
    };
  }

  private boolean hashes() {
    return settings.exchangeType().equals(CONSISTENT_HASH);
  }

  private static String hashExchange(String topic) {
    return topic + ".hash";
  }

  /** Declares the exchanges and queues of a topic, before subscriptions. */
  void declareTopic(Channel channel, String topic, int partitions) throws IOException {
    if (topicsAreQueues()) {
      requireOnePartition(topic, partitions);
      declareQueue(channel, queueOf(topic));
      return;
    }
    // The last one first, so that all partitions before an existing one exist.
    for (int k = partitions - 1; k >= 0; k--) {
      channel.exchangeDeclare(
          exchange(topic, k), hashes() ? "fanout" : settings.exchangeType(), true);
    }
    if (hashes()) {
      channel.exchangeDeclare(hashExchange(topic), CONSISTENT_HASH, true);
      for (int k = 0; k < partitions; k++) {
        // The binding's key is its weight.
        channel.exchangeBind(exchange(topic, k), hashExchange(topic), "1");
      }
    }
  }

  private static void requireOnePartition(String topic, int partitions) {
    if (partitions != 1) {
      throw new IllegalArgumentException(
          "topic " + topic + ": a topic that is a queue has 1 partition, got " + partitions);
    }
  }

  /**
   * Declares the queues of a subscription, if it has any, and binds them.
   *
   * @return their names, by partition
   */
  List<String> declareSubscription(
      Channel channel, String topic, String subscription, int partitions) throws IOException {
    List<String> queues = new ArrayList<>(partitions);
    if (topicsAreQueues()) {
      queues.add(queueOf(topic));
      return queues;
    }
    for (int k = 0; k < partitions; k++) {
      String exchange = exchange(topic, k);
      String queue =
          declareQueue(
              channel,
              settings.exclusive() || settings.serverNamed() ? "" : queue(exchange, subscription));
      channel.queueBind(queue, exchange, settings.exchangeType().equals("topic") ? "#" : "");
      queues.add(queue);
    }
    return queues;
  }

  private String declareQueue(Channel channel, String name) throws IOException {
    if (settings.existing()) {
      channel.queueDeclarePassive(name);
      return name;
    }
    Map<String, Object> arguments = settings.arguments();
    boolean durable = settings.durable() && !settings.exclusive();
    return channel
        .queueDeclare(name, durable, settings.exclusive(), settings.autoDelete(), arguments)
        .getQueue();
  }

  /** A queue of the configured type that no topic knows of. */
  void declareOwnQueue(Channel channel, String name) throws IOException {
    boolean durable = settings.durable();
    channel.queueDeclare(name, durable, false, settings.autoDelete(), settings.arguments());
  }

  List<Target> targets(String topic, int partitions) {
    if (topicsAreQueues()) {
      return List.of(new Target("", queueOf(topic)));
    }
    if (hashes()) {
      return List.of(new Target(hashExchange(topic), ""));
    }
    List<Target> targets = new ArrayList<>(partitions);
    for (int k = 0; k < partitions; k++) {
      targets.add(new Target(exchange(topic, k), ""));
    }
    return targets;
  }

  /** The exchanges to delete with a topic; none where the topic is a queue. */
  List<String> exchanges(String topic, int partitions) {
    List<String> exchanges = new ArrayList<>();
    for (int k = 0; k < partitions && !topicsAreQueues(); k++) {
      exchanges.add(exchange(topic, k));
    }
    if (hashes() && !exchanges.isEmpty()) {
      exchanges.add(hashExchange(topic));
    }
    return exchanges;
  }

  String exchange(String topic, int partition) {
    return partition == 0 ? topic : topic + "." + partition;
  }

  static String queue(String exchange, String subscription) {
    return exchange + "." + subscription;
  }

  /** The queue that a topic stands for, where topics are queues. */
  String queueOf(String topic) {
    if (settings.existing()) {
      return topic;
    }
    Matcher matcher = TOPIC_NUMBER.matcher(topic);
    if (!matcher.find()) {
      throw new IllegalArgumentException(
          "topic " + topic + " has no number to find its queue by, as queues.pattern needs");
    }
    int number = settings.from() + Integer.parseInt(matcher.group(1));
    if (number > settings.to()) {
      throw new IllegalArgumentException(
          "topic " + topic + " would be queue " + number + "; queues.to is " + settings.to());
    }
    return String.format(settings.pattern(), number);
  }
}
