package org.example.mybroker;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.session.DriverSession;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.example.mybroker.toy.ToyClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The driver between its initialisation and its end. Its methods block; several threads call them.
 *
 * <p>REPLACE: ToyClient stands for your broker's client library.
 */
final class MyBrokerSession implements DriverSession {
  private static final Logger log = LoggerFactory.getLogger(MyBrokerSession.class);
  private final ToyClient client;
  private final int prefetch;

  /** A run may create and close thousands of clients: a closed one must not stay here. */
  private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();

  private MyBrokerSession(ToyClient client, int prefetch) {
    this.client = client;
    this.prefetch = prefetch;
  }

  /** Fails if the broker is unreachable; the message names address and key. */
  static MyBrokerSession open(MyBrokerConfiguration configuration) throws IOException {
    ToyClient client =
        new ToyClient(
            configuration.host(), configuration.port(), configuration.connectTimeoutMillis());
    try {
      client.ping();
    } catch (IOException e) {
      throw new IOException(
          "cannot connect to %s (key 'address'): %s"
              .formatted(configuration.address(), e.getMessage()),
          e);
    }
    return new MyBrokerSession(client, configuration.prefetch());
  }

  @Override
  public void createTopic(String topic, int partitions) throws IOException {
    if (partitions != 1) {
      throw new IOException(
          "cannot create " + topic + ": got " + partitions + " partitions; this broker has 1");
    }
    client.createTopic(topic);
  }

  @Override
  public BenchmarkProducer createProducer(String topic) throws IOException {
    return opened(new MyBrokerProducer(client.publisher(topic), open::remove));
  }

  /** Returns when the subscription is in place. */
  @Override
  public BenchmarkConsumer createConsumer(
      String topic, String subscription, ConsumerCallback callback) throws IOException {
    CallbackAdapter adapter = new CallbackAdapter(topic, callback);
    return opened(
        new MyBrokerConsumer(client, topic, subscription, prefetch, adapter, open::remove));
  }

  private <T extends AutoCloseable> T opened(T one) {
    open.add(one);
    return one;
  }

  @Override
  public void createSubscription(String topic, String subscription) throws IOException {
    client.createSubscription(topic, subscription);
  }

  @Override
  public Optional<Integer> findTopic(String topic) throws IOException {
    return client.hasTopic(topic) ? Optional.of(1) : Optional.empty();
  }

  @Override
  public void deleteTopic(String topic) throws IOException {
    client.deleteTopic(topic);
  }

  /** Reports of different brokers are compared by these facts: state what really holds. */
  @Override
  public Map<String, String> facts() {
    return Map.of(
        "broker.name", "toy broker",
        "broker.version", "1",
        BrokerFacts.NODES, "1",
        BrokerFacts.REPLICATION, "1",
        BrokerFacts.ACKNOWLEDGEMENT, "one copy",
        BrokerFacts.PERSISTENCE, BrokerFacts.IN_MEMORY);
  }

  /** The broker's metrics. REPLACE: depths of queues, memory, and what else your broker has. */
  @Override
  public List<TelemetryReading> readTelemetry() throws IOException {
    client.ping();
    return List.of(new TelemetryReading(TelemetryReading.NODE_RUNNING, "toy broker", 1, 0));
  }

  /** With the clients that the framework has not closed. */
  @Override
  public void close() {
    for (AutoCloseable one : open) {
      try {
        one.close();
      } catch (Exception e) {
        log.warn("Cannot close {}", one, e);
      }
    }
  }
}
