package io.tidemark.driver.kafka;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.ReplyCallback;
import io.tidemark.driver.RequesterSpec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes producers and consumers from the file's properties, and remembers the open ones. */
final class KafkaClients {
  private static final Logger log = LoggerFactory.getLogger(KafkaClients.class);
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
      BenchmarkProducer producer =
          configuration.transactional() ? transactional(client, topic) : plain(client, topic);
      open.add(producer);
      return producer;
    } catch (RuntimeException e) {
      client.close(Duration.ZERO);
      throw e;
    }
  }

  private BenchmarkProducer plain(Producer<String, byte[]> client, String topic) {
    return new KafkaBenchmarkProducer(client, topic, configuration.closeTimeout());
  }

  private BenchmarkProducer transactional(Producer<String, byte[]> client, String topic) {
    client.initTransactions();
    return new KafkaTransactionalProducer(
        client,
        topic,
        configuration.transactions(),
        // Commits block, and each producer's are due at the same time.
        Executors.newSingleThreadScheduledExecutor(BackgroundTasks.daemons("kafka-transactions")));
  }

  /** A client that sends to any topic; the caller closes it. */
  KafkaProducer<String, byte[]> client() {
    Map<String, Object> properties = new HashMap<>(configuration.producer());
    // A second producer with the same id would fence the first.
    properties.computeIfPresent(
        ProducerConfig.TRANSACTIONAL_ID_CONFIG, (key, id) -> id + "-" + UUID.randomUUID());
    return new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
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
    // Slices of what was fetched: no copy of each message.
    KafkaConsumer<ByteBuffer, ByteBuffer> client =
        new KafkaConsumer<>(properties, new ByteBufferDeserializer(), new ByteBufferDeserializer());
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
  void closeLeftovers() {
    // Clients without brokers use their whole timeout, so they are closed in parallel.
    BackgroundTasks.forEach(
        "kafka-close",
        open,
        KafkaClients::close,
        ConsumerThread.closeDeadline(configuration.closeTimeout()));
    open.clear();
  }

  private static void close(AutoCloseable client) {
    try {
      client.close();
    } catch (Exception e) {
      log.debug("A client was not closed in time", e);
    }
  }
}
