package io.tidemark.driver.kafka;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.ReplyCallback;
import io.tidemark.driver.RequesterSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Makes producers and consumers from the file's properties, and remembers the open ones. */
final class KafkaClients {
  private static final int DEFAULT_MAX_POLL_INTERVAL_MILLIS = 300_000;

  private final KafkaConfiguration configuration;
  private final KafkaGroups groups;
  private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();

  KafkaClients(KafkaConfiguration configuration, KafkaGroups groups) {
    this.configuration = configuration;
    this.groups = groups;
  }

  /** Blocks until the client knows the topic's partitions, so that the first send need not. */
  BenchmarkProducer producer(String topic) {
    KafkaProducer<String, byte[]> client = client();
    try {
      client.partitionsFor(topic);
    } catch (RuntimeException e) {
      client.close(Duration.ZERO);
      throw e;
    }
    KafkaBenchmarkProducer producer =
        new KafkaBenchmarkProducer(client, topic, configuration.closeTimeout());
    open.add(producer);
    return producer;
  }

  /** A client that sends to any topic; whoever asks for it closes it. */
  KafkaProducer<String, byte[]> client() {
    return new KafkaProducer<>(
        new HashMap<>(configuration.producer()), new StringSerializer(), new ByteArraySerializer());
  }

  Duration closeTimeout() {
    return configuration.closeTimeout();
  }

  KafkaRequester requester(RequesterSpec spec, ReplyCallback callback) {
    Map<String, Object> properties = new HashMap<>(configuration.consumer());
    properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    KafkaProducer<String, byte[]> producer = client();
    try {
      producer.partitionsFor(spec.pair().requestDestination());
      KafkaRequester requester =
          new KafkaRequester(
              producer,
              new KafkaConsumer<>(
                  properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
              spec,
              callback,
              configuration.closeTimeout());
      open.add(requester);
      return requester;
    } catch (RuntimeException e) {
      producer.close(Duration.ZERO);
      throw e;
    }
  }

  KafkaBenchmarkConsumer consumer(String topic, String group, ConsumerCallback callback) {
    return consumer(topic, group, new Deliveries(callback, group));
  }

  KafkaBenchmarkConsumer consumer(String topic, String group, RecordSink sink) {
    Map<String, Object> properties = new HashMap<>(configuration.consumer());
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    // The client's own default, latest, would skip what is stored before a consume-only run starts.
    properties.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    KafkaConsumer<byte[], byte[]> client =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    ReceiveLoop loop =
        new ReceiveLoop(client, settings(topic, group), sink, () -> groups.isStable(group));
    KafkaBenchmarkConsumer consumer =
        new KafkaBenchmarkConsumer(loop, group, configuration.closeTimeout());
    open.add(consumer);
    return consumer;
  }

  private ReceiveLoop.Settings settings(String topic, String group) {
    Map<String, String> properties = configuration.consumer();
    String maxPollInterval = properties.get(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
    long intervalMillis =
        maxPollInterval == null
            ? DEFAULT_MAX_POLL_INTERVAL_MILLIS
            : Long.parseLong(maxPollInterval.trim());
    return new ReceiveLoop.Settings(
        topic,
        group,
        "false".equalsIgnoreCase(properties.get(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG)),
        Duration.ofMillis(intervalMillis / 3),
        configuration.creationTimeout(),
        configuration.closeTimeout());
  }

  /** Closing twice is harmless, so those closed by the framework are simply closed again. */
  void closeLeftovers(ExecutorService threads) throws InterruptedException {
    List<Callable<Void>> closings = new ArrayList<>();
    for (AutoCloseable client : open) {
      closings.add(
          () -> {
            client.close();
            return null;
          });
    }
    open.clear();
    threads.invokeAll(
        closings,
        ConsumerThread.closeDeadline(configuration.closeTimeout()).toMillis(),
        TimeUnit.MILLISECONDS);
  }
}
