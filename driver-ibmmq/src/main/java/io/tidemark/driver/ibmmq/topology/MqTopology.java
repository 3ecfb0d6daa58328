package io.tidemark.driver.ibmmq.topology;

import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.DestinationType;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Destinations;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.SubscriptionType;
import io.tidemark.driver.ibmmq.provider.JmsProvider;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.jms.Destination;
import javax.jms.JMSException;
import javax.jms.MessageConsumer;
import javax.jms.Session;
import javax.jms.Topic;

/**
 * What the framework's topics and subscriptions are. A queue is one topic with one subscription; a
 * topic has as many as there are, of the file's {@code subscriptionType}. There are no partitions:
 * a queue keeps the order of all its messages. Thread-safe.
 */
public final class MqTopology {
  /** The framework's names: prefix, index, seven random characters as OMB, a mark. */
  private static final Pattern GENERATED = Pattern.compile(".*-(\\d{7})-[-\\w]{7}(tm)?");

  private final Destinations settings;
  private final JmsProvider provider;
  private final Optional<String> deadLetterQueue;
  private final Map<String, String> subscriptionByTopic = new ConcurrentHashMap<>();
  private final Set<String> consumed = ConcurrentHashMap.newKeySet();

  /**
   * @param deadLetterQueue an existing one for dead letters; empty if each queue has its own
   */
  public MqTopology(Destinations settings, JmsProvider provider, Optional<String> deadLetterQueue) {
    this.settings = settings;
    this.provider = provider;
    this.deadLetterQueue = deadLetterQueue;
  }

  /** Whether the framework made up this name. */
  static boolean isGenerated(String topic) {
    return GENERATED.matcher(topic).matches();
  }

  public boolean onQueues() {
    return settings.type() == DestinationType.QUEUE;
  }

  /** The queue behind a topic. */
  String queueName(String topic) {
    Matcher generated = GENERATED.matcher(topic);
    if (!settings.queues().pattern().isEmpty() && generated.matches()) {
      int index = Integer.parseInt(generated.group(1));
      return String.format(settings.queues().pattern(), settings.queues().from() + index);
    }
    return provider.objectName(topic);
  }

  /** The queue of a queue's dead letters. */
  String deadLetterQueue(String topic) {
    return deadLetterQueue.orElseGet(() -> provider.objectName(queueName(topic) + ".DEAD"));
  }

  public Destination deadLetters(Session session, String topic) throws JMSException {
    return provider.queue(session, deadLetterQueue(topic));
  }

  public Destination destination(Session session, String topic) throws JMSException {
    return onQueues() ? provider.queue(session, queueName(topic)) : provider.topic(session, topic);
  }

  /** Notes which subscription a queue is for. */
  public void claim(String topic, String subscription) {
    if (!onQueues()) {
      return;
    }
    String first = subscriptionByTopic.putIfAbsent(topic, subscription);
    if (first != null && !first.equals(subscription)) {
      throw new IllegalStateException(
          "topic %s is the queue %s, which has one subscription (%s) and no second (%s): set destinationType: topic"
              .formatted(topic, queueName(topic), first, subscription));
    }
  }

  void forget(String topic) {
    subscriptionByTopic.remove(topic);
  }

  public MessageConsumer consumer(Session session, String topic, String subscription)
      throws JMSException {
    if (onQueues()) {
      return session.createConsumer(provider.queue(session, queueName(topic)));
    }
    Topic target = provider.topic(session, topic);
    String name = subscriptionName(topic, subscription);
    return switch (settings.subscriptionType()) {
      case SHARED_DURABLE -> session.createSharedDurableConsumer(target, name);
      case SHARED -> session.createSharedConsumer(target, name);
      case DURABLE -> session.createDurableConsumer(target, name);
      case NON_DURABLE -> session.createConsumer(target);
    };
  }

  /** What the broker keeps of a subscription; empty for a queue and for one that it forgets. */
  Optional<DurableSubscription> durable(String topic, String subscription) {
    return onQueues() || !settings.subscriptionType().isDurable()
        ? Optional.empty()
        : Optional.of(
            new DurableSubscription(
                subscriptionName(topic, subscription), clientId(topic, subscription)));
  }

  /**
   * The client id of a consumer's connection, the same in each process; empty for none. Without one
   * no broker knows a durable subscription that is not shared.
   */
  public String clientId(String topic, String subscription) {
    boolean needed = !onQueues() && settings.subscriptionType() == SubscriptionType.DURABLE;
    return needed ? subscriptionName(topic, subscription) : "";
  }

  /** Notes the consumer of a subscription that has only one. */
  public void claimConsumer(String topic, String subscription) {
    if (onQueues() || settings.subscriptionType().isShared()) {
      return;
    }
    if (!consumed.add(subscriptionName(topic, subscription))) {
      throw new IllegalStateException(
          "subscription %s of topic %s is not shared and has one consumer: set consumerPerSubscription: 1 in the workload, or subscriptionType: shared-durable"
              .formatted(subscription, topic));
    }
  }

  public void releaseConsumer(String topic, String subscription) {
    consumed.remove(subscriptionName(topic, subscription));
  }

  /** Fails for a subscription that exists only while it has a consumer. */
  public void requireDurable() {
    if (!onQueues() && !settings.subscriptionType().isDurable()) {
      throw new IllegalStateException(
          "subscriptionType: a subscription that is not durable exists only while it has a"
              + " consumer; set shared-durable or durable");
    }
  }

  /** A name that no other topic's subscription has. */
  static String subscriptionName(String topic, String subscription) {
    return topic + ":" + subscription;
  }
}
