package io.tidemark.driver.rabbitmq.quorum.topology;

import com.rabbitmq.client.Channel;
import io.tidemark.driver.rabbitmq.quorum.config.QueuePriorities;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Queues;
import io.tidemark.driver.rabbitmq.quorum.config.RunOutcomes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
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
 * <p>With {@code exchange.name} all topics are published to that exchange, which the run does not
 * delete; a topic has one partition then.
 *
 * <p>Dead letters of a subscription go to a queue of the topic's exchange {@code .dead}, or to the
 * existing one that the workload names.
 *
 * <p>Immutable; safe for several threads.
 *
 * @param priorities of the run's messages; empty if it has none
 */
public record QuorumTopology(Queues settings, RunOutcomes outcomes, SortedSet<Integer> priorities) {
  /** Messages that wait for a reader of copies; the broker drops earlier ones. */
  private static final int MOST_COPIES = 100_000;

  /** The key of a binding to such an exchange. */
  private static final String WEIGHT = "1";

  /** The framework numbers its topics with seven digits: prefix-0000000-suffix. */
  private static final Pattern TOPIC_NUMBER = Pattern.compile("-(\\d{7})-[^-]*.*$");

  /**
   * Where messages for one partition are published to.
   *
   * @param routingKey empty where the message's own key is used
   */
  public record Target(String exchange, String routingKey) {}

  public boolean topicsAreQueues() {
    return settings.topicsAreQueues();
  }

  boolean topicsExist() {
    return settings.existing();
  }

  public boolean queuesBelongToConsumers() {
    return settings.exclusive();
  }

  boolean queuesAreNamedByTheServer() {
    return settings.serverNamed();
  }

  /** The exchange that the file names; empty where the run makes its own, or needs none. */
  Optional<String> givenExchange() {
    return Optional.of(settings.exchange()).filter(name -> !name.isEmpty());
  }

  /** Whether each topic would also get the messages of the others. */
  boolean topicsShareMessages() {
    boolean keyOfTopic = topicsAreQueues() || settings.exchangeType().equals("direct");
    return givenExchange().isPresent() && !(keyOfTopic && settings.routingKey().isEmpty());
  }

  /** What the routing key of a message is. */
  public enum Routing {
    /** The routing key of the target. */
    FIXED,
    /** The message's key, or that of the target. */
    KEY,
    /** The message's key, or a number that differs from message to message. */
    KEY_OR_NUMBER
  }

  public Routing routing() {
    if (topicsAreQueues() || !settings.routingKey().isEmpty()) {
      return Routing.FIXED;
    }
    return switch (settings.exchangeType()) {
      case "topic" -> Routing.KEY;
      case Queues.CONSISTENT_HASH -> Routing.KEY_OR_NUMBER;
      default -> Routing.FIXED;
    };
  }

  private boolean hashes() {
    return settings.exchangeType().equals(Queues.CONSISTENT_HASH);
  }

  private static String deadLetterExchange(String topic) {
    return topic + ".dead";
  }

  /** The queue for dead letters of a subscription. */
  public String deadLetterQueue(String topic, String subscription) {
    return outcomes.namedQueue().orElse(queue(deadLetterExchange(topic), subscription));
  }

  private static String hashExchange(String topic) {
    return topic + ".hash";
  }

  /** Declares the exchanges and queues of a topic, before subscriptions. */
  void declareTopic(Channel channel, String topic, int partitions) throws IOException {
    if (topicsAreQueues() || givenExchange().isPresent()) {
      requireOnePartition(topic, partitions);
      declareGiven(channel, topic);
      return;
    }
    // The last one first, so that all partitions before an existing one exist.
    for (int k = partitions - 1; k >= 0; k--) {
      channel.exchangeDeclare(
          exchange(topic, k), hashes() ? "fanout" : settings.exchangeType(), true);
    }
    if (hashes()) {
      channel.exchangeDeclare(hashExchange(topic), Queues.CONSISTENT_HASH, true);
      for (int k = 0; k < partitions; k++) {
        channel.exchangeBind(exchange(topic, k), hashExchange(topic), WEIGHT);
      }
    }
  }

  private void declareGiven(Channel channel, String topic) throws IOException {
    if (!topicsAreQueues()) {
      return; // The exchange is there; queues come with subscriptions.
    }
    String queue = declareQueue(channel, queueOf(topic), outcomes.arguments(arguments(), "", ""));
    if (givenExchange().isPresent() && !settings.existing()) {
      channel.queueBind(queue, settings.exchange(), givenKey(topic));
    }
  }

  /** Declares the exchange that the file names. */
  void declareGivenExchange(Channel channel) throws IOException {
    channel.exchangeDeclare(settings.exchange(), settings.exchangeType(), true);
  }

  /** Routing key for the exchange that the file names, if messages are not routed by their keys. */
  private String givenKey(String topic) {
    if (!settings.routingKey().isEmpty()) {
      return settings.routingKey();
    }
    if (topicsAreQueues()) {
      return queueOf(topic);
    }
    return settings.exchangeType().equals("direct") ? topic : "";
  }

  private String bindingKey(String topic) {
    if (!settings.routingKey().isEmpty()) {
      return settings.routingKey();
    }
    if (settings.exchangeType().equals("topic")) {
      return "#";
    }
    if (givenExchange().isEmpty()) {
      return "";
    }
    return hashes() ? WEIGHT : givenKey(topic);
  }

  private static void requireOnePartition(String topic, int partitions) {
    if (partitions != 1) {
      throw new IllegalArgumentException(
          "topic "
              + topic
              + ": a topic that is a queue, or has exchange.name, has 1 partition, got "
              + partitions);
    }
  }

  /**
   * Declares the queues of a subscription, if it has any, and binds them.
   *
   * @return their names, by partition
   */
  public List<String> declareSubscription(
      Channel channel, String topic, String subscription, int partitions) throws IOException {
    List<String> queues = new ArrayList<>(partitions);
    if (topicsAreQueues()) {
      queues.add(queueOf(topic));
      return queues;
    }
    if (outcomes.makesDeadLetterQueues()) {
      channel.exchangeDeclare(deadLetterExchange(topic), "direct", true);
      String dead = declareQueue(channel, deadLetterQueue(topic, subscription), arguments());
      channel.queueBind(dead, deadLetterExchange(topic), subscription);
    }
    Map<String, Object> arguments =
        outcomes.arguments(arguments(), deadLetterExchange(topic), subscription);
    for (int k = 0; k < partitions; k++) {
      String exchange = exchange(topic, k);
      String queue =
          declareQueue(
              channel,
              settings.exclusive() || settings.serverNamed() ? "" : queue(exchange, subscription),
              arguments);
      channel.queueBind(queue, givenExchange().orElse(exchange), bindingKey(topic));
      queues.add(queue);
    }
    return queues;
  }

  /** Why no further queue can get a copy of the messages of a topic; empty if one can. */
  public Optional<String> noCopy(String topic) {
    if (givenExchange().isEmpty() && topicsAreQueues()) {
      return Optional.of(
          "topic "
              + topic
              + " is a queue, which gives each message to one consumer; name the exchange from"
              + " which it gets its messages with exchange.name (and exchange.routingKey), so that"
              + " another queue gets a copy, or use a stream");
    }
    return givenExchange().isPresent() && hashes()
        ? Optional.of(
            "exchange "
                + settings.exchange()
                + " gives each message to one of its queues (x-consistent-hash); a copy would take"
                + " messages from the others")
        : Optional.empty();
  }

  /**
   * Declares a queue that gets a copy of the messages of a partition: exclusive, deleted with its
   * consumer, and limited in length.
   */
  public String declareCopy(Channel channel, String topic, int partition) throws IOException {
    String source = givenExchange().orElse(exchange(topic, partition));
    channel.exchangeDeclarePassive(source);
    Map<String, Object> arguments = Map.of("x-max-length", MOST_COPIES);
    String queue = channel.queueDeclare("", false, true, true, arguments).getQueue();
    channel.queueBind(queue, source, bindingKey(topic));
    return queue;
  }

  private Map<String, Object> arguments() {
    return QueuePriorities.arguments(settings, priorities);
  }

  private String declareQueue(Channel channel, String name, Map<String, Object> arguments)
      throws IOException {
    if (settings.existing()) {
      channel.queueDeclarePassive(name);
      return name;
    }
    boolean durable = settings.durable() && !settings.exclusive();
    return channel
        .queueDeclare(name, durable, settings.exclusive(), settings.autoDelete(), arguments)
        .getQueue();
  }

  /** A queue of the configured type that no topic knows of. */
  public void declareOwnQueue(Channel channel, String name) throws IOException {
    boolean durable = settings.durable();
    channel.queueDeclare(name, durable, false, settings.autoDelete(), arguments());
  }

  public List<Target> targets(String topic, int partitions) {
    if (givenExchange().isPresent()) {
      return List.of(new Target(settings.exchange(), givenKey(topic)));
    }
    if (topicsAreQueues()) {
      return List.of(new Target("", queueOf(topic)));
    }
    if (hashes()) {
      return List.of(new Target(hashExchange(topic), ""));
    }
    List<Target> targets = new ArrayList<>(partitions);
    for (int k = 0; k < partitions; k++) {
      targets.add(new Target(exchange(topic, k), settings.routingKey()));
    }
    return targets;
  }

  /** The exchanges to delete with a topic; none where the run made none. */
  List<String> exchanges(String topic, int partitions) {
    List<String> exchanges = new ArrayList<>();
    boolean own = !topicsAreQueues() && givenExchange().isEmpty();
    for (int k = 0; k < partitions && own; k++) {
      exchanges.add(exchange(topic, k));
    }
    if (hashes() && !exchanges.isEmpty()) {
      exchanges.add(hashExchange(topic));
    }
    if (outcomes.makesDeadLetterQueues()) {
      exchanges.add(deadLetterExchange(topic));
    }
    return exchanges;
  }

  /** The exchanges to which queues of a topic are bound. */
  List<String> sources(String topic, int partitions) {
    return givenExchange().map(List::of).orElseGet(() -> exchanges(topic, partitions));
  }

  /** Whether a queue that is bound to one of them belongs to the topic. */
  boolean isOf(String topic, String queue) {
    return givenExchange().isEmpty() || queue.startsWith(topic + ".");
  }

  String exchange(String topic, int partition) {
    return partition == 0 ? topic : topic + "." + partition;
  }

  static String queue(String exchange, String subscription) {
    return exchange + "." + subscription;
  }

  /** The queue that a topic stands for, where topics are queues. */
  public String queueOf(String topic) {
    if (settings.pattern().isEmpty()) {
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
