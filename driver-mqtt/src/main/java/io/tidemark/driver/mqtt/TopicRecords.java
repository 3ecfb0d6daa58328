package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5Subscribe;
import com.hivemq.client.mqtt.mqtt5.message.unsubscribe.Mqtt5Unsubscribe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The partitions of topics, which MQTT does not have: each topic has a retained message with their
 * number, on each broker, because RabbitMQ keeps retained messages on one node only. Thread-safe.
 */
final class TopicRecords {
  private static final String FOLDER = "tidemark/topics/";

  /** A mark is sent after the subscription, so the retained message usually comes before it. */
  private static final String MARK = "mark-";

  private static final long GRACE_MILLIS = 200;
  private static final long LOOKUP_SECONDS = 5;

  private final List<MqttLink> brokers;
  private final Map<String, Integer> known = new ConcurrentHashMap<>();

  /** A record or a mark while a topic is looked up. */
  private record Lookup(CompletableFuture<Integer> partitions, CompletableFuture<Void> marked) {}

  private final Map<String, Lookup> lookups = new ConcurrentHashMap<>();

  /**
   * @param brokers of which the first is asked
   */
  TopicRecords(List<MqttLink> brokers) {
    this.brokers = brokers;
  }

  /** Must be registered before the first link connects. */
  void arrived(Mqtt5Publish message) {
    Lookup lookup = lookups.get(message.getTopic().toString());
    if (lookup == null) {
      return;
    }
    String text = new String(message.getPayloadAsBytes(), StandardCharsets.UTF_8);
    if (text.matches("\\d{1,9}")) {
      lookup.partitions().complete(Integer.valueOf(text));
    } else if (text.startsWith(MARK)) {
      lookup.marked().complete(null);
    }
  }

  void write(String topic, int partitions) throws IOException, InterruptedException {
    publish(topic, Integer.toString(partitions));
    known.put(topic, partitions);
  }

  void delete(String topic) throws IOException, InterruptedException {
    known.remove(topic);
    publish(topic, "");
  }

  private void publish(String topic, String text) throws IOException, InterruptedException {
    for (MqttLink broker : brokers) {
      broker.await(broker.client().publish(message(topic, text, true)), "PUBACK");
    }
  }

  private static Mqtt5Publish message(String topic, String text, boolean retained) {
    return Mqtt5Publish.builder()
        .topic(FOLDER + topic)
        .qos(MqttQos.AT_LEAST_ONCE)
        .retain(retained)
        .payload(text.getBytes(StandardCharsets.UTF_8))
        .build();
  }

  /** The number of partitions; empty if there is no record. */
  Optional<Integer> find(String topic) throws IOException, InterruptedException {
    Integer here = known.get(topic);
    if (here != null) {
      return Optional.of(here);
    }
    if (TopicName.problem(topic).isPresent()) {
      return Optional.empty();
    }
    Optional<Integer> found = lookUp(topic);
    found.ifPresent(partitions -> known.put(topic, partitions));
    return found;
  }

  private synchronized Optional<Integer> lookUp(String topic)
      throws IOException, InterruptedException {
    Lookup lookup = new Lookup(new CompletableFuture<>(), new CompletableFuture<>());
    lookups.put(FOLDER + topic, lookup);
    MqttLink asked = brokers.get(0);
    try {
      asked.await(
          asked
              .client()
              .subscribe(
                  Mqtt5Subscribe.builder()
                      .topicFilter(FOLDER + topic)
                      .qos(MqttQos.AT_LEAST_ONCE)
                      .build()),
          "SUBACK");
      asked.await(
          asked.client().publish(message(topic, MARK + UUID.randomUUID(), false)), "PUBACK");
      CompletableFuture.anyOf(lookup.partitions(), lookup.marked())
          .get(LOOKUP_SECONDS, TimeUnit.SECONDS);
      return Optional.of(lookup.partitions().get(GRACE_MILLIS, TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      lookups.remove(FOLDER + topic);
      asked.client().unsubscribe(Mqtt5Unsubscribe.builder().topicFilter(FOLDER + topic).build());
    }
  }
}
