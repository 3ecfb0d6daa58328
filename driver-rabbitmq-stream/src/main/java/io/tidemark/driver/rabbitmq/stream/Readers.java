package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.StreamException;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.rabbitmq.SubscriptionClaims;
import io.tidemark.driver.rabbitmq.stream.StreamConfiguration.Consuming;
import io.tidemark.driver.rabbitmq.stream.StreamConfiguration.SingleActive;
import io.tidemark.driver.rabbitmq.stream.StreamConfiguration.Tracking;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Assigns readers so that a subscription receives every message once. Brokers from 3.11 distribute
 * partitions among single active consumers; otherwise a subscription belongs to one worker.
 * Thread-safe.
 */
final class Readers {
  private static final Logger log = LoggerFactory.getLogger(Readers.class);
  private static final String REMEDY =
      "use one consumer worker, or RabbitMQ 3.11 and later with tracking: auto,"
          + " so that the broker distributes partitions among workers";

  private final Environment environment;
  private final StreamConfiguration configuration;
  private final Consuming settings;
  private final Optional<SubscriptionClaims> claims;
  private final Consumer<DriverEvent> events;
  private final Map<String, ReadGroup> groups = new HashMap<>();

  Readers(
      Environment environment,
      StreamConfiguration configuration,
      Optional<SubscriptionClaims> claims,
      Consumer<DriverEvent> events) {
    this.environment = environment;
    this.configuration = configuration;
    this.settings = configuration.consuming();
    this.claims = claims;
    this.events = events;
  }

  /** A member of a group, and what to do when the group has no more members. */
  record Member(ReadGroup group, Runnable onEmptyGroup) {}

  /**
   * Joins the group of a subscription.
   *
   * @param streams of the topic, by partition
   */
  synchronized Member join(
      String topic, String subscription, List<String> streams, CallbackAdapter receiver)
      throws IOException, InterruptedException {
    boolean shared = isShared(streams.get(0));
    boolean alone = settings.singleActive() == SingleActive.TRUE;
    String key = topic + " " + subscription + (alone ? " " + UUID.randomUUID() : "");
    ReadGroup group = groups.get(key);
    if (group == null) {
      if (!shared && settings.singleActive() == SingleActive.AUTO) {
        claim(topic, subscription);
      }
      group = new ReadGroup();
      group.read(readers(group, topic, subscription, streams, shared));
      groups.put(key, group);
    }
    group.join(receiver);
    ReadGroup joined = group;
    return new Member(joined, () -> forget(key, topic, subscription, joined));
  }

  private boolean isShared(String stream) throws IOException {
    if (settings.singleActive() == SingleActive.FALSE || settings.tracking() == Tracking.NONE) {
      return false;
    }
    boolean able = brokerSharesStreams(stream);
    if (!able && settings.singleActive() == SingleActive.TRUE) {
      throw new IOException("singleActiveConsumer: true needs RabbitMQ 3.11 or later");
    }
    return able;
  }

  /** Both came with 3.11; an older broker would silently deliver all messages to every consumer. */
  private boolean brokerSharesStreams(String stream) throws IOException {
    try {
      environment.queryStreamStats(stream);
      return true;
    } catch (StreamException | UnsupportedOperationException e) {
      if (Streams.isUnsupported(e)) {
        return false;
      }
      throw StreamRefusals.failure("stream " + stream + " cannot be read: " + e.getMessage(), e);
    }
  }

  private void claim(String topic, String subscription) throws IOException, InterruptedException {
    if (claims.isPresent()) {
      claims.get().claim(topic, subscription, REMEDY);
    } else {
      log.warn(
          "Subscription {} of {} must not be read by another worker, which is not"
              + " checked without managementUris",
          subscription,
          topic);
    }
  }

  private List<StreamReader> readers(
      ReadGroup group, String topic, String subscription, List<String> streams, boolean shared) {
    if (shared && streams.size() > 1) {
      return List.of(reader(group, new StreamReader.Source(topic, true, true, subscription, 0)));
    }
    List<StreamReader> readers = new ArrayList<>(streams.size());
    for (int k = 0; k < streams.size(); k++) {
      readers.add(
          reader(group, new StreamReader.Source(streams.get(k), false, shared, subscription, k)));
    }
    return readers;
  }

  private StreamReader reader(ReadGroup group, StreamReader.Source source) {
    return new StreamReader(environment, source, configuration, group, events);
  }

  private synchronized void forget(String key, String topic, String subscription, ReadGroup group) {
    if (groups.remove(key, group)) {
      claims.ifPresent(all -> all.release(topic, subscription));
    }
  }
}
