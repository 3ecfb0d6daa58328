package io.tidemark.driver.ibmmq;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.jms.MessageConsumer;

/** Creates, finds, empties and deletes queues and subscriptions. Thread-safe. */
final class Destinations {
  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(30);
  private final SessionContext context;
  private final MqTopology topology;
  private final Set<String> made = ConcurrentHashMap.newKeySet();
  private final Set<String> queues = ConcurrentHashMap.newKeySet();
  private final Set<String> topics = ConcurrentHashMap.newKeySet();
  private final Map<String, Set<String>> subscriptions = new ConcurrentHashMap<>();

  Destinations(SessionContext context, MqTopology topology) {
    this.context = context;
    this.topology = topology;
  }

  /** Every queue that this driver has to do with. */
  Set<String> queues() {
    return queues;
  }

  void createTopic(String topic) throws JmsFailure {
    if (topology.onQueues()) {
      createQueue(topology.queueName(topic));
    } else {
      topics.add(topic);
    }
  }

  /** Creates it, or checks that it exists, depending on the file. */
  void createQueue(String queue) throws JmsFailure {
    if (context.provider().admin().mayChange()) {
      if (context.provider().admin().createQueue(queue)) {
        made.add(queue); // And so may be deleted.
      }
    } else if (!exists(queue)) {
      throw new JmsFailure(
          ("queue %s does not exist. Define it: %s (or use setup.mode: pcf; for fixed"
                  + " names: queues.pattern)")
              .formatted(queue, mqsc(queue, context.configuration().setup())),
          JmsFailure.Kind.UNKNOWN_OBJECT);
    }
    queues.add(queue);
  }

  static String mqsc(String queue, IbmMqConfiguration.Setup setup) {
    return "DEFINE QLOCAL('%s') MAXDEPTH(%d) MAXMSGL(%d) DEFPSIST(NO) SHARE REPLACE"
        .formatted(queue, setup.maxDepth(), setup.maxMessageBytes());
  }

  /** Checks by opening it, which needs no further authority. */
  boolean exists(String queue) throws JmsFailure {
    try {
      return context.once(
          "look-up",
          "open queue " + queue,
          session -> {
            session.createConsumer(context.provider().queue(session, queue)).close();
            return true;
          });
    } catch (JmsFailure e) {
      if (e.kind() == JmsFailure.Kind.UNKNOWN_OBJECT) {
        return false;
      }
      throw e;
    }
  }

  boolean topicExists(String topic) throws JmsFailure {
    if (!topology.onQueues()) {
      // Topic strings need no definition: of the framework's names those count that are in use.
      return topics.contains(topic) || !MqTopology.isGenerated(topic);
    }
    String queue = topology.queueName(topic);
    boolean found =
        context.provider().admin().mayChange()
            ? context.provider().admin().depth(queue).isPresent()
            : exists(queue);
    if (found) {
      queues.add(queue);
    }
    return found;
  }

  /**
   * Empties a queue: by a command if permitted and the queue is not in use, otherwise message by
   * message.
   */
  void empty(String queue) throws JmsFailure {
    if (context.provider().admin().mayChange()
        && (made.contains(queue) || context.provider().admin().clearQueue(queue))) {
      return; // A new queue is empty.
    }
    context.doOnce(
        "clean-up",
        "empty queue " + queue,
        session -> {
          MessageConsumer consumer =
              session.createConsumer(context.provider().queue(session, queue));
          new QueueDrain(queue, LONGEST_DRAIN).through(consumer);
        });
  }

  void subscribed(String topic, String subscription) {
    if (!topology.onQueues()) {
      subscriptions
          .computeIfAbsent(topic, t -> ConcurrentHashMap.newKeySet())
          .add(MqTopology.subscriptionName(topic, subscription));
    }
  }

  /** Deletes the queue if this driver made it, and its subscriptions. */
  void deleteTopic(String topic) throws JmsFailure {
    topology.forget(topic);
    if (topology.onQueues()) {
      deleteQueue(topology.queueName(topic));
      return;
    }
    topics.remove(topic);
    Set<String> names = subscriptions.remove(topic);
    if (names == null) {
      return;
    }
    context.doOnce(
        "clean-up",
        "unsubscribe from " + topic,
        session -> {
          for (String name : names) {
            session.unsubscribe(name);
          }
        });
  }

  void deleteQueue(String queue) throws JmsFailure {
    queues.remove(queue);
    if (made.remove(queue)) {
      context.provider().admin().deleteQueue(queue);
    }
  }
}
