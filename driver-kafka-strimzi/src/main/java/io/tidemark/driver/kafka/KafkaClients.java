package io.tidemark.driver.kafka;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.RefusedException;
import io.tidemark.driver.kafka.cluster.KafkaCluster;
import io.tidemark.driver.kafka.config.KafkaConfiguration;
import io.tidemark.driver.kafka.consumer.ConsumerThread;
import io.tidemark.driver.kafka.consumer.KafkaRefusals;
import io.tidemark.driver.kafka.producer.KafkaBenchmarkProducer;
import io.tidemark.driver.kafka.producer.KafkaTransactionalProducer;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequesterSpec;
import java.io.IOException;
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
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes clients from the file's properties, and remembers the open ones. */
final class KafkaClients {
  private static final Logger log = LoggerFactory.getLogger(KafkaClients.class);

  private final KafkaConfiguration configuration;
  private final KafkaConsumers consumers;
  private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();

  KafkaClients(KafkaConfiguration configuration, KafkaCluster cluster) {
    this.configuration = configuration;
    this.consumers = new KafkaConsumers(configuration, cluster, open);
  }

  KafkaConsumers consumers() {
    return consumers;
  }

  /** Blocks until the client knows the topic's partitions, so that the first send need not. */
  BenchmarkProducer producer(String topic) throws IOException {
    KafkaProducer<String, byte[]> client = client();
    try {
      client.partitionsFor(topic);
      BenchmarkProducer producer =
          configuration.transactional() ? transactional(client, topic) : plain(client, topic);
      open.add(producer);
      return producer;
    } catch (RuntimeException e) {
      client.close(Duration.ZERO);
      if (KafkaRefusals.isFinal(e)) {
        throw new RefusedException("producer of topic " + topic + ": " + FailureReason.of(e), e);
      }
      throw e;
    }
  }

  private BenchmarkProducer plain(Producer<String, byte[]> client, String topic) {
    return new KafkaBenchmarkProducer(client, topic, configuration.closeTimeout(), open::remove);
  }

  private BenchmarkProducer transactional(Producer<String, byte[]> client, String topic) {
    client.initTransactions();
    return new KafkaTransactionalProducer(
        client,
        topic,
        configuration.transactions(),
        // Commits block, and each producer's are due at the same time.
        Executors.newSingleThreadScheduledExecutor(BackgroundTasks.daemons("kafka-transactions")),
        open::remove);
  }

  /** A client that sends to any topic; the caller closes it. */
  KafkaProducer<String, byte[]> client() {
    Map<String, Object> properties = new HashMap<>(configuration.producer());
    // A second producer with the same id would fence the first.
    properties.computeIfPresent(
        ProducerConfig.TRANSACTIONAL_ID_CONFIG, (key, id) -> id + "-" + UUID.randomUUID());
    return new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
  }

  private KafkaProducer<String, byte[]> clientWithoutTransactions() {
    Map<String, Object> properties = new HashMap<>(configuration.producer());
    properties.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    return new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
  }

  boolean transactional() {
    return configuration.transactional();
  }

  Duration closeTimeout() {
    return configuration.closeTimeout();
  }

  KafkaRequester requester(RequesterSpec spec, ReplyCallback callback) {
    Map<String, Object> properties = new HashMap<>(configuration.consumerWithoutSharing());
    properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    KafkaProducer<String, byte[]> producer = clientWithoutTransactions();
    try {
      producer.partitionsFor(spec.pair().requestDestination());
      KafkaRequester requester =
          new KafkaRequester(
              producer,
              new KafkaConsumer<>(
                  properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
              spec,
              callback,
              configuration.closeTimeout(),
              open::remove);
      open.add(requester);
      return requester;
    } catch (RuntimeException e) {
      producer.close(Duration.ZERO);
      throw e;
    }
  }

  /** Closes those that are not closed yet, or could not be. */
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
