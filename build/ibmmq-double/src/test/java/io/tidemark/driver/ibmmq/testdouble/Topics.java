package io.tidemark.driver.ibmmq.testdouble;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/** Retained publications by topic, and who has subscribed to what. Any thread may call. */
final class Topics {
  private final Map<String, StoredMessage> retained = new ConcurrentSkipListMap<>();
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

  /**
   * One subscription.
   *
   * @param name of a durable one, or empty
   * @param topic with {@code +} for one level and {@code #} for any number of them
   * @param queue where its publications go, also to several consumers that share it
   */
  record Subscription(String name, String topic, LocalQueue queue) {
    boolean matches(String published) {
      String any = Pattern.quote(topic).replace("#", "\\E.*\\Q").replace("+", "\\E[^/]*\\Q");
      return published.matches(any);
    }

    void deliver(StoredMessage message) {
      StoredMessage copy = new StoredMessage(message.descriptor().copy(), message.data());
      queue.admit(copy);
      queue.publish(copy);
    }
  }

  /** The durable one of that name, or a new one, which gets what is retained. */
  synchronized Subscription subscribe(String name, String topic, LocalQueue queue) {
    for (Subscription known : subscriptions) {
      if (!name.isEmpty() && known.name.equals(name)) {
        return known;
      }
    }
    Subscription subscription = new Subscription(name, topic, queue);
    subscriptions.add(subscription);
    retained.forEach(
        (published, message) -> {
          if (subscription.matches(published)) {
            subscription.deliver(message);
          }
        });
    return subscription;
  }

  /** The durable one of that name. */
  synchronized Subscription resume(String name) {
    return subscriptions.stream()
        .filter(known -> !name.isEmpty() && known.name.equals(name))
        .findFirst()
        .orElseThrow(() -> new MqFailure(ReasonCode.NO_SUBSCRIPTION));
  }

  void remove(Subscription subscription) {
    subscriptions.remove(subscription);
  }

  synchronized void publish(String topic, StoredMessage message, boolean retain) {
    if (retain) {
      retained.put(topic, message);
    }
    subscriptions.stream().filter(s -> s.matches(topic)).forEach(s -> s.deliver(message));
  }

  /** How many subscriptions get what is published to this topic. */
  long subscribers(String topic) {
    return subscriptions.stream().filter(s -> s.matches(topic)).count();
  }
}
