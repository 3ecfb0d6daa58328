package io.tidemark.driver.ibmmq;

import io.tidemark.driver.ibmmq.IbmMqConfiguration.DestinationType;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Destinations;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.jms.Destination;
import javax.jms.JMSException;
import javax.jms.MessageConsumer;
import javax.jms.Session;

/**
 * What the framework's topics and subscriptions are. A queue is one topic with one subscription; a
 * topic has as many as there are, each a shared durable one. There are no partitions: a queue keeps
 * the order of all its messages. Thread-safe.
 */
final class MqTopology {
  /** OMB's names: prefix, index, seven random characters. */
  private static final Pattern GENERATED = Pattern.compile(".*-(\\d{7})-[-\\w]{7}");

  private final Destinations settings;
  private final JmsProvider provider;
  private final Map<String, String> subscriptionByTopic = new ConcurrentHashMap<>();

  MqTopology(Destinations settings, JmsProvider provider) {
    this.settings = settings;
    this.provider = provider;
  }

  /** Whether the framework made up this name. */
  static boolean isGenerated(String topic) {
    return GENERATED.matcher(topic).matches();
  }

  boolean onQueues() {
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

  Destination destination(Session session, String topic) throws JMSException {
    return onQueues() ? provider.queue(session, queueName(topic)) : provider.topic(session, topic);
  }

  /** Notes which subscription a queue is for. */
  void claim(String topic, String subscription) {
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

  MessageConsumer consumer(Session session, String topic, String subscription) throws JMSException {
    if (onQueues()) {
      return session.createConsumer(provider.queue(session, queueName(topic)));
    }
    return session.createSharedDurableConsumer(
        provider.topic(session, topic), subscriptionName(topic, subscription));
  }

  /** A name that no other topic's subscription has. */
  static String subscriptionName(String topic, String subscription) {
    return topic + ":" + subscription;
  }
}
