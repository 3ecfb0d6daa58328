package io.tidemark.driver.ibmmq.topology;

import io.tidemark.driver.ibmmq.client.SessionContext;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.config.RunOutcomes;
import io.tidemark.driver.ibmmq.config.RunOutcomes.Refusals;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.jms.JMSException;
import javax.jms.MessageConsumer;

/** Creates, finds, empties and deletes queues and subscriptions. Thread-safe. */
public final class Destinations {
  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(30);
  private final SessionContext context;
  private final MqTopology topology;
  private final RunOutcomes outcomes;
  private final Set<String> made = ConcurrentHashMap.newKeySet();
  private final Set<String> queues = ConcurrentHashMap.newKeySet();
  private final Set<String> topics = ConcurrentHashMap.newKeySet();
  private final Map<String, Set<DurableSubscription>> subscriptions = new ConcurrentHashMap<>();

  public Destinations(SessionContext context, MqTopology topology, RunOutcomes outcomes) {
    this.context = context;
    this.topology = topology;
    this.outcomes = outcomes;
  }

  /** Every queue that this driver has to do with. */
  public Set<String> queues() {
    return queues;
  }

  public void createTopic(String topic) throws JmsFailure {
    if (topology.onQueues()) {
      String deadLetters = topology.deadLetterQueue(topic);
      if (outcomes.namedQueue().isPresent()) {
        requireNamed(deadLetters);
      } else if (outcomes.needsDeadLetterQueue()) {
        createQueue(deadLetters);
        if (!outcomes.readsDeadLetters()) {
          queues.remove(deadLetters); // What lies there was not left for a consumer.
        }
      }
      createQueue(topology.queueName(topic), outcomes.refusals(deadLetters));
    } else {
      topics.add(topic);
    }
  }

  private void requireNamed(String queue) throws JmsFailure {
    if (!found(queue)) {
      throw new JmsFailure(
          "outcomes.deadLetterDestination: queue "
              + queue
              + " does not exist; define it ("
              + context.provider().definition(queue)
              + "), or remove the key",
          JmsFailure.Kind.UNKNOWN_OBJECT);
    }
    queues.add(queue);
  }

  private boolean found(String queue) throws JmsFailure {
    return context.provider().admin().mayChange()
        ? context.provider().admin().depth(queue).isPresent()
        : exists(queue);
  }

  /** Creates it, or checks that it exists, depending on the file. */
  void createQueue(String queue) throws JmsFailure {
    createQueue(queue, Optional.empty());
  }

  private void createQueue(String queue, Optional<Refusals> refusals) throws JmsFailure {
    if (context.provider().admin().mayChange()) {
      if (context.provider().admin().createQueue(queue, refusals)) {
        made.add(queue); // And so may be deleted.
      }
    } else if (!exists(queue)) {
      throw new JmsFailure(
          "queue %s does not exist. Define it: %s (%s for fixed names: queues.pattern)"
              .formatted(
                  queue,
                  context.provider().definition(queue),
                  isIbmMq() ? "or use setup.mode: pcf;" : "with the provider's tools;"),
          JmsFailure.Kind.UNKNOWN_OBJECT);
    }
    queues.add(queue);
  }

  private boolean isIbmMq() {
    return context.configuration().provider() == IbmMqConfiguration.Provider.IBMMQ;
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

  public boolean topicExists(String topic) throws JmsFailure {
    if (!topology.onQueues()) {
      // Topic strings need no definition: of the framework's names those count that are in use.
      return topics.contains(topic) || !MqTopology.isGenerated(topic);
    }
    String queue = topology.queueName(topic);
    boolean found = found(queue);
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

  public void subscribed(String topic, String subscription) {
    topology
        .durable(topic, subscription)
        .ifPresent(
            durable ->
                subscriptions
                    .computeIfAbsent(topic, t -> ConcurrentHashMap.newKeySet())
                    .add(durable));
  }

  /** Deletes the queue if this driver made it, and its subscriptions. */
  public void deleteTopic(String topic) throws JmsFailure {
    topology.forget(topic);
    if (topology.onQueues()) {
      deleteQueue(topology.queueName(topic));
      deleteQueue(topology.deadLetterQueue(topic));
      return;
    }
    topics.remove(topic);
    Set<DurableSubscription> left = subscriptions.remove(topic);
    for (DurableSubscription subscription : left == null ? Set.<DurableSubscription>of() : left) {
      context.doOnce(
          "clean-up",
          subscription.clientId(),
          "unsubscribe from " + topic,
          session -> session.unsubscribe(subscription.name()));
    }
  }

  void deleteQueue(String queue) throws JmsFailure {
    queues.remove(queue);
    if (made.remove(queue)) {
      context.provider().admin().deleteQueue(queue);
    }
  }

  /**
   * Empties a queue message by message. It has a deadline, because another application may continue
   * to put.
   *
   * @param queue for messages
   * @param most how long it may take
   */
  record QueueDrain(String queue, Duration most) {

    void through(MessageConsumer consumer) throws JMSException, JmsFailure {
      long startNanos = System.nanoTime();
      long taken = 0;
      while (consumer.receiveNoWait() != null) {
        taken++;
        if (System.nanoTime() - startNanos >= most.toNanos()) {
          throw new JmsFailure(
              String.format(
                  Locale.ROOT,
                  ("queue %s may still have messages after %d were taken in %d s: empty it"
                      + " (CLEAR QLOCAL('%s')) and stop applications that put to it"),
                  queue,
                  taken,
                  most.toSeconds(),
                  queue));
        }
      }
    }
  }
}
