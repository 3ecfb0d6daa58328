package io.tidemark.driver.kafka;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.kafka.cluster.KafkaCluster;
import io.tidemark.driver.kafka.config.KafkaConfiguration;
import io.tidemark.driver.kafka.consumer.AssignedPartitions;
import io.tidemark.driver.kafka.consumer.Deliveries;
import io.tidemark.driver.kafka.consumer.KafkaBenchmarkConsumer;
import io.tidemark.driver.kafka.consumer.KafkaTap;
import io.tidemark.driver.kafka.consumer.PollLoop;
import io.tidemark.driver.kafka.consumer.ReceiveLoop;
import io.tidemark.driver.kafka.consumer.RecordSink;
import io.tidemark.driver.kafka.consumer.ShareLoop;
import io.tidemark.driver.kafka.producer.ReadProcessWrite;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.topics.MessageTap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;

/** Makes consumers of the kind that the file wants. */
final class KafkaConsumers {
  private static final int DEFAULT_MAX_POLL_INTERVAL_MILLIS = 300_000;
  private static final Runnable NOTHING = () -> {};

  private final KafkaConfiguration configuration;
  private final KafkaCluster cluster;
  private final Set<AutoCloseable> open;
  private final AssignedPartitions assigned = new AssignedPartitions();

  /**
   * @param open gets each consumer until it is closed
   */
  KafkaConsumers(KafkaConfiguration configuration, KafkaCluster cluster, Set<AutoCloseable> open) {
    this.configuration = configuration;
    this.cluster = cluster;
    this.open = open;
  }

  /** The consumers of a subscription that are created together; each is to be awaited. */
  List<KafkaBenchmarkConsumer> of(
      String topic, int partitions, String subscription, List<ConsumerCallback> callbacks)
      throws IOException, InterruptedException {
    List<KafkaBenchmarkConsumer> made = new ArrayList<>();
    if (configuration.assigns()) {
      List<List<TopicPartition>> shares =
          assigned.take(topic, partitions, subscription, callbacks.size());
      for (int i = 0; i < shares.size(); i++) {
        made.add(assigned(topic, subscription, shares.get(i), callbacks.get(i)));
      }
      return made;
    }
    for (ConsumerCallback callback : callbacks) {
      made.add(
          configuration.shares()
              ? sharing(topic, partitions, subscription, callback)
              : member(topic, subscription, Deliveries.ofGroup(callback, subscription)));
    }
    return made;
  }

  private KafkaBenchmarkConsumer assigned(
      String topic, String subscription, List<TopicPartition> share, ConsumerCallback callback) {
    Deliveries deliveries = Deliveries.ofGroup(callback, subscription);
    ReceiveLoop.Settings settings = settings(topic, subscription, Optional.of(share));
    return opened(
        new ReceiveLoop(
            client(consumerProperties(subscription)), settings, deliveries, member -> true),
        subscription,
        () -> assigned.giveBack(topic, subscription, share));
  }

  /** A member of a consumer group. */
  KafkaBenchmarkConsumer member(String topic, String group, RecordSink sink)
      throws IOException, InterruptedException {
    if (!configuration.groupConfig().isEmpty()) { // Otherwise no request is needed.
      cluster.groupProperties().set(group);
    }
    ReceiveLoop.Settings settings = settings(topic, group, Optional.empty());
    return opened(
        new ReceiveLoop(
            client(consumerProperties(group)),
            settings,
            sink,
            member -> cluster.groups().isStableWithNoneFor(member, group)),
        group,
        NOTHING);
  }

  /** A responder that commits its replies with the offsets of their requests. */
  ReadProcessWrite transactional(
      String topic, String group, RequestHandler handler, Producer<String, byte[]> producer)
      throws IOException, InterruptedException {
    cluster.groupProperties().set(group);
    Map<String, Object> properties = consumerProperties(group);
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    ReadProcessWrite responder =
        new ReadProcessWrite(
            client(properties),
            producer,
            new ReadProcessWrite.Settings(
                topic, group, configuration.transactions(), configuration.creationTimeout()),
            handler,
            member -> cluster.groups().isStableWithNoneFor(member, group),
            open::remove);
    open.add(responder);
    return responder;
  }

  /** A member of a share group. */
  private KafkaBenchmarkConsumer sharing(
      String topic, int partitions, String group, ConsumerCallback callback)
      throws IOException, InterruptedException {
    cluster.groupProperties().set(group);
    if ("latest".equals(configuration.groupConfig().get(KafkaConfiguration.SHARE_START))) {
      // The broker would look for the end only when it is asked for messages the first time.
      cluster.shareGroups().createAtEnd(group, topic, partitions);
    }
    Map<String, Object> properties = new HashMap<>(configuration.consumer());
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    String clientId =
        properties.getOrDefault(CommonClientConfigs.CLIENT_ID_CONFIG, "share")
            + "-"
            + UUID.randomUUID();
    properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
    ShareLoop.Settings settings =
        new ShareLoop.Settings(
            topic,
            group,
            configuration.acknowledgesEach(),
            configuration.renewLocksAfter(),
            configuration.creationTimeout(),
            configuration.closeTimeout());
    return opened(
        new ShareLoop(
            new KafkaShareConsumer<>(
                properties, new ByteBufferDeserializer(), new ByteBufferDeserializer()),
            settings,
            Deliveries.ofShareGroup(callback, group),
            () -> cluster.shareGroups().hasPartitions(group, clientId)),
        group,
        NOTHING);
  }

  private KafkaBenchmarkConsumer opened(PollLoop loop, String group, Runnable afterwards) {
    KafkaBenchmarkConsumer consumer =
        new KafkaBenchmarkConsumer(
            loop,
            group,
            configuration.closeTimeout(),
            closed -> {
              open.remove(closed);
              afterwards.run();
            });
    open.add(consumer);
    return consumer;
  }

  /** Reads all partitions from their ends without a group. */
  AutoCloseable tap(String topic, int partitions, MessageTap.Callback callback) {
    Map<String, Object> properties = new HashMap<>(configuration.consumerWithoutSharing());
    properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
    properties.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    AutoCloseable tap =
        KafkaTap.open(
            client(properties),
            topic,
            partitions,
            callback,
            configuration.creationTimeout(),
            configuration.closeTimeout(),
            open::remove);
    open.add(tap);
    return tap;
  }

  /** Values are slices of what was fetched: no copy of each message. */
  private static KafkaConsumer<ByteBuffer, ByteBuffer> client(Map<String, Object> properties) {
    return new KafkaConsumer<>(
        properties, new ByteBufferDeserializer(), new ByteBufferDeserializer());
  }

  private Map<String, Object> consumerProperties(String group) {
    Map<String, Object> properties = new HashMap<>(configuration.consumerWithoutSharing());
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    // The client's own default, latest, would skip what is stored before a consume-only run starts.
    properties.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    return properties;
  }

  private ReceiveLoop.Settings settings(
      String topic, String group, Optional<List<TopicPartition>> assigned) {
    Map<String, String> properties = configuration.consumer();
    String maxPollInterval = properties.get(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
    long intervalMillis =
        maxPollInterval == null
            ? DEFAULT_MAX_POLL_INTERVAL_MILLIS
            : Long.parseLong(maxPollInterval.trim());
    return new ReceiveLoop.Settings(
        topic,
        group,
        assigned,
        "false".equalsIgnoreCase(properties.get(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG)),
        Duration.ofMillis(intervalMillis / 3),
        configuration.creationTimeout(),
        configuration.closeTimeout());
  }
}
