package io.tidemark.driver.inmemory;

import io.tidemark.driver.outcome.OutcomeRequest;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.topics.MessageTap;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A topic: every subscription gets every message. */
final class Topic {
  private final String name;
  private final int partitions;
  private final InMemoryConfiguration configuration;
  private final Optional<OutcomeRequest> outcomes;
  private final List<Sender> senders = new CopyOnWriteArrayList<>();
  private final List<MessageTap.Callback> taps = new CopyOnWriteArrayList<>();
  private final @Nullable KnownBroker known;
  private volatile InMemorySubscription[] subscriptions = {};

  /** A producer of the topic. */
  interface Sender {
    /** Waits until a current send is over; later sends see later state. */
    void awaitSendUnderWay();
  }

  Topic(
      String name,
      int partitions,
      InMemoryConfiguration configuration,
      Optional<OutcomeRequest> outcomes) {
    if (partitions < 1) {
      throw new IllegalArgumentException(
          "topic '" + name + "' needs at least 1 partition, got " + partitions);
    }
    this.name = name;
    this.partitions = partitions;
    this.configuration = configuration;
    this.outcomes = outcomes;
    this.known =
        configuration.known().isNone()
            ? null
            : new KnownBroker(name, configuration.known(), this::deliver);
  }

  /** Null if messages are passed on at once. */
  @Nullable KnownBroker known() {
    return known;
  }

  private void deliver(InMemoryMessage message, int turn) {
    try {
      for (InMemorySubscription subscription : subscriptions) {
        subscription.accept(message, turn);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  void close() {
    if (known != null) {
      known.close();
    }
  }

  String name() {
    return name;
  }

  int partitions() {
    return partitions;
  }

  /** The array is never changed; a new subscription makes a new one. */
  InMemorySubscription[] subscriptions() {
    return subscriptions;
  }

  /** The subscription of this name, made when it is not there. */
  synchronized InMemorySubscription subscription(String subscriptionName) {
    for (InMemorySubscription existing : subscriptions) {
      if (existing.name().equals(subscriptionName)) {
        return existing;
      }
    }
    InMemorySubscription added =
        new InMemorySubscription(subscriptionName, partitions, configuration, outcomes);
    InMemorySubscription[] extended = Arrays.copyOf(subscriptions, subscriptions.length + 1);
    extended[subscriptions.length] = added;
    subscriptions = extended;
    return added;
  }

  /** Who sees each message. */
  List<MessageTap.Callback> taps() {
    return taps;
  }

  void tap(MessageTap.Callback callback) {
    taps.add(callback);
  }

  void untap(MessageTap.Callback callback) {
    taps.remove(callback);
  }

  void add(Sender sender) {
    senders.add(sender);
  }

  void remove(Sender sender) {
    senders.remove(sender);
  }

  /** Returns when every send that is under way now is over. */
  void awaitSendsUnderWay() {
    senders.forEach(Sender::awaitSendUnderWay);
    if (known != null) {
      known.awaitDeliveryUnderWay();
    }
  }

  List<TelemetryReading> telemetry() {
    return Arrays.stream(subscriptions)
        .map(
            subscription ->
                new TelemetryReading(
                    "subscriptionBacklogMessages",
                    name + "/" + subscription.name(),
                    subscription.backlog(),
                    0))
        .toList();
  }
}
