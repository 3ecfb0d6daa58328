package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.mqtt5.message.connect.connack.Mqtt5ConnAckRestrictions;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.mqtt.MqttConfiguration.Shared;
import io.tidemark.driver.mqtt.Subscription.Identity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The subscriptions of this driver. With shared subscriptions each consumer has a session, and the
 * broker distributes the messages; without them the consumers of a subscription are members of one
 * session. Thread-safe.
 */
final class Subscriptions {
  private final MqttLinks links;
  private final String token;
  private final boolean shared;
  private final Set<MqttConsumer> consumers = ConcurrentHashMap.newKeySet();

  /** Sessions without a connection, or with one, that this driver has used, by topic. */
  private final Map<String, Set<String>> sessions = new HashMap<>();

  /** Sessions with a connection, by client identifier. */
  private final Map<String, Subscription> open = new HashMap<>();

  /** The sessions that retain messages without a consumer, by {@link #name}. */
  private final Map<String, String> resting = new HashMap<>();

  Subscriptions(MqttLinks links, String token, Mqtt5ConnAckRestrictions broker) throws IOException {
    this.links = links;
    this.token = token;
    Shared wanted = links.configuration().subscribing().sharedSubscriptions();
    boolean available = broker.isSharedSubscriptionAvailable();
    if (wanted == Shared.TRUE && !available) {
      throw new IOException("sharedSubscriptions: got true; the broker has none");
    }
    this.shared = wanted != Shared.FALSE && available;
  }

  boolean areShared() {
    return shared;
  }

  synchronized void create(String topic, String subscription)
      throws IOException, InterruptedException {
    Identity identity = identity(topic, subscription);
    String name = name(topic, subscription);
    boolean hasConsumers = open.keySet().stream().anyMatch(id -> id.startsWith(name));
    if (!hasConsumers && !resting.containsKey(name)) {
      opened(identity).close();
      open.remove(identity.clientId());
      resting.put(name, identity.clientId());
    }
  }

  BenchmarkConsumer join(String topic, String subscription, ConsumerCallback callback)
      throws IOException, InterruptedException {
    CallbackAdapter adapter =
        new CallbackAdapter("subscription " + subscription + " of " + topic, callback);
    return join(
        topic, subscription, adapter::failed, joined -> message -> pass(topic, message, adapter));
  }

  /**
   * @param failures gets those of receiving
   * @param receiver makes what gets the messages of the subscription
   */
  synchronized MqttConsumer join(
      String topic,
      String subscription,
      Consumer<Throwable> failures,
      Function<Subscription, Consumer<Mqtt5Publish>> receiver)
      throws IOException, InterruptedException {
    Identity identity = identity(topic, subscription);
    Subscription joined = open.get(identity.clientId());
    if (joined == null) {
      joined = opened(identity);
    }
    MqttConsumer consumer = new MqttConsumer(joined, failures, receiver.apply(joined), this::left);
    consumers.add(consumer);
    return consumer;
  }

  private static void pass(String topic, Mqtt5Publish message, CallbackAdapter callback) {
    int partition = TopicName.partition(topic, message.getTopic().toString());
    callback.received(new MqttProperties.Received(message, partition));
  }

  private Subscription opened(Identity identity) throws IOException, InterruptedException {
    Subscription opened = Subscription.open(links, identity);
    open.put(identity.clientId(), opened);
    resting.remove(name(identity.topic(), identity.subscription()));
    sessions.computeIfAbsent(identity.topic(), any -> new TreeSet<>()).add(identity.clientId());
    return opened;
  }

  /** The broker may not answer: others do not wait for it. */
  private void left(MqttConsumer consumer) throws InterruptedException {
    consumers.remove(consumer);
    switch (afterwards(consumer)) {
      case REST -> consumer.subscription().close();
      case END -> consumer.subscription().unsubscribeAndClose();
      case STAY -> {}
    }
  }

  /** What becomes of a session when a consumer has left it. */
  private enum Fate {
    /** It has other members. */
    STAY,
    /** The last session of a subscription retains messages. */
    REST,
    /** The broker would distribute messages to it, while others have consumers. */
    END
  }

  private synchronized Fate afterwards(MqttConsumer consumer) {
    Subscription subscription = consumer.subscription();
    Identity identity = subscription.identity();
    if (!subscription.leave(consumer.failures())
        || !open.remove(identity.clientId(), subscription)) {
      return Fate.STAY;
    }
    String name = name(identity.topic(), identity.subscription());
    if (shared && open.keySet().stream().anyMatch(id -> id.startsWith(name + "-"))) {
      return Fate.END;
    }
    resting.put(name, identity.clientId());
    return Fate.REST;
  }

  private String name(String topic, String subscription) {
    String name = "tidemark-" + topic + "-" + subscription;
    return shared ? name + "-" + token : name;
  }

  /**
   * The session that the next consumer uses: with shared subscriptions the one that retains
   * messages, or one without a consumer.
   */
  private Identity identity(String topic, String subscription) {
    String name = name(topic, subscription);
    if (!shared) {
      return new Identity(topic, subscription, name, TopicName.filter(topic));
    }
    String filter = TopicName.sharedFilter(topic, subscription);
    String rests = resting.get(name);
    if (rests != null) {
      return new Identity(topic, subscription, rests, filter);
    }
    int free = 0;
    while (open.containsKey(name + "-" + free)) {
      free++;
    }
    return new Identity(topic, subscription, name + "-" + free, filter);
  }

  /** Discards the sessions of a topic that this driver knows; others expire. */
  synchronized void delete(String topic) throws IOException, InterruptedException {
    for (String clientId : sessions.getOrDefault(topic, Set.of())) {
      links
          .connect(MqttLink.Wanted.withoutSession("end of " + clientId, clientId))
          .closeWithSession();
    }
    Set<String> gone = sessions.getOrDefault(topic, Set.of());
    resting.values().removeIf(gone::contains);
    sessions.remove(topic);
  }

  void close() {
    Duration timeout = links.configuration().connecting().closeTimeout().plusSeconds(6);
    List<MqttConsumer> left = new ArrayList<>(consumers);
    BackgroundTasks.forEach("mqtt-close", left, Subscriptions::close, timeout);
  }

  private static void close(MqttConsumer consumer) {
    try {
      consumer.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
