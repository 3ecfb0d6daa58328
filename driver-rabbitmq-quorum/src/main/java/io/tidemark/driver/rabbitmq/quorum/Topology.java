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
 * <p>Immutable; safe for several threads.
 */
final class Topology {
  /** The framework numbers its topics with seven digits: prefix-0000000-suffix. */
  private static final Pattern TOPIC_NUMBER = Pattern.compile("-(\\d{7})-[^-]*.*$");

  private final Queues settings;

  Topology(Queues settings) {
    this.settings = settings;
  }

  /**
   * Where messages for one partition are published to.
   *
   * @param routingKey empty where the message's own key is used
   */
  record Target(String exchange, String routingKey) {}

  boolean topicsAreQueues() {
    return settings.existing() || !settings.pattern().isEmpty();
  }

  boolean queuesBelongToConsumers() {
    return settings.exclusive();
  }

  boolean keysRoute() {
    return settings.exchangeType().equals("topic") && !topicsAreQueues();
  }

  /** Declares what a topic needs before anybody subscribes. */
  void declareTopic(Channel channel, String topic, int partitions) throws IOException {
    if (topicsAreQueues()) {
      requireOnePartition(topic, partitions);
      declareQueue(channel, queueOf(topic));
      return;
    }
    // The last comes first: whoever finds a partition finds all before it.
    for (int k = partitions - 1; k >= 0; k--) {
      channel.exchangeDeclare(exchange(topic, k), settings.exchangeType(), true);
    }
  }

  private static void requireOnePartition(String topic, int partitions) {
    if (partitions != 1) {
      throw new IllegalArgumentException(
          "topic " + topic + ": a topic that is a queue has 1 partition, got " + partitions);
    }
  }

  /**
   * Declares the queues of a subscription, if it has any of its own, and binds them.
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
          declareQueue(channel, settings.exclusive() ? "" : queue(exchange, subscription));
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

  List<Target> targets(String topic, int partitions) {
    if (topicsAreQueues()) {
      return List.of(new Target("", queueOf(topic)));
    }
    List<Target> targets = new ArrayList<>(partitions);
    for (int k = 0; k < partitions; k++) {
      targets.add(new Target(exchange(topic, k), ""));
    }
    return targets;
  }

  /** The exchanges to delete with a topic; none where the topic is a queue. */
  List<String> exchanges(String topic, int partitions) {
    return topicsAreQueues()
        ? List.of()
        : targets(topic, partitions).stream().map(Target::exchange).toList();
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
