package io.tidemark.driver.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** A topic of {@link TinyDriver}: delivers on the sender's thread, under its own monitor. */
final class TinyTopic {
  final int partitions;
  final Map<String, Subscription> subscriptions = new LinkedHashMap<>();
  private final TinyDriver driver;
  private Thread onlySender;

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Message(byte[] body, int partition, long number) {}

  static final class Subscription {
    final Queue<Message> retained = new ArrayDeque<>();
    final List<TinyConsumer> consumers = new ArrayList<>();
    final List<Message> unacknowledged = new ArrayList<>();
    int turn;
    int delivered;
    boolean late;
  }

  TinyTopic(int partitions, TinyDriver driver) {
    this.partitions = partitions;
    this.driver = driver;
  }

  synchronized Subscription subscription(String name) {
    return subscriptions.computeIfAbsent(name, n -> new Subscription());
  }

  synchronized void join(String name, TinyConsumer consumer) {
    Subscription subscription = subscription(name);
    subscription.consumers.add(consumer);
    subscription.late = driver.has(Defect.SUBSCRIBES_LATE);
    if (driver.has(Defect.RETAINS_NOTHING)) {
      subscription.retained.clear();
    }
    flush(subscription);
  }

  synchronized void leave(TinyConsumer consumer) {
    if (!driver.has(Defect.FEEDS_THE_CLOSED)) {
      subscriptions.values().forEach(s -> leave(s, consumer));
    }
  }

  private void leave(Subscription subscription, TinyConsumer consumer) {
    boolean last = driver.has(Defect.LOSES_LAST_ACKNOWLEDGEMENT);
    if (subscription.consumers.remove(consumer) && !subscription.unacknowledged.isEmpty()) {
      int from = last ? subscription.unacknowledged.size() - 1 : 0;
      subscription.retained.addAll(
          subscription.unacknowledged.subList(from, subscription.unacknowledged.size()));
      subscription.unacknowledged.clear();
    }
  }

  synchronized void changed() {
    subscriptions.values().forEach(this::flush);
  }

  synchronized void publish(Message message) {
    onlySender = onlySender == null ? Thread.currentThread() : onlySender;
    if (driver.has(Defect.SERVES_ONE_THREAD) && onlySender != Thread.currentThread()) {
      return;
    }
    for (Subscription subscription : subscriptions.values()) {
      boolean lost = driver.has(Defect.LOSES_ONE) && message.number == 50;
      if (!lost && !subscription.late) {
        subscription.retained.add(message);
      }
      if (driver.has(Defect.DUPLICATES_ONE) && message.number == 50) {
        subscription.retained.add(message);
      }
      subscription.late = false;
      flush(subscription);
      if (driver.has(Defect.SERVES_FIRST_SUBSCRIPTION_ONLY)) {
        return;
      }
    }
  }

  private void flush(Subscription subscription) {
    List<TinyConsumer> ready = subscription.consumers.stream().filter(c -> !c.isPaused()).toList();
    boolean holdsOne = driver.has(Defect.REORDERS) && subscription.retained.size() % 2 == 1;
    while (!ready.isEmpty() && !subscription.retained.isEmpty() && !holdsOne) {
      Message message = next(subscription.retained);
      if (driver.has(Defect.NEVER_ACKNOWLEDGES_TO_BROKER)
          || driver.has(Defect.LOSES_LAST_ACKNOWLEDGEMENT)) {
        subscription.unacknowledged.add(message);
      }
      if (driver.has(Defect.GIVES_ALL_TO_EVERY_CONSUMER)) {
        ready.forEach(consumer -> consumer.deliver(message));
      } else {
        ready.get(subscription.turn++ % ready.size()).deliver(message);
      }
    }
  }

  private Message next(Queue<Message> retained) {
    if (!driver.has(Defect.REORDERS) || retained.size() < 2) {
      return retained.remove();
    }
    Message first = retained.remove();
    Message second = retained.remove();
    retained.add(first);
    return second;
  }
}
