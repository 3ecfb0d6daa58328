package io.tidemark.driver.session;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.telemetry.TelemetrySource;
import io.tidemark.driver.topics.ExistingTopics;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A driver between its initialisation and its end. The methods block and fail with exceptions; they
 * are called by {@link SessionDriver}, from several threads at once.
 */
public interface DriverSession extends AutoCloseable {

  /**
   * Creates a topic, and returns when it can be produced to and consumed from. The framework
   * creates a topic once, with a name that is new; if it exists nevertheless, either fail, or leave
   * the topic, its subscriptions and messages as they are (rule 2.4).
   */
  void createTopic(String topic, int partitions) throws Exception;

  BenchmarkProducer createProducer(String topic) throws Exception;

  BenchmarkConsumer createConsumer(String topic, String subscription, ConsumerCallback callback)
      throws Exception;

  /** Makes a subscription retain messages before it has consumers. */
  void createSubscription(String topic, String subscription) throws Exception;

  /** The number of partitions; empty when there is no such topic. */
  Optional<Integer> findTopic(String topic) throws Exception;

  /** Existing topics with their partitions, see {@link ExistingTopics#describeTopics}. */
  default Map<String, Integer> findTopics(List<String> topics) throws Exception {
    Map<String, Integer> found = new LinkedHashMap<>();
    for (String topic : topics) {
      findTopic(topic).ifPresent(partitions -> found.put(topic, partitions));
    }
    return found;
  }

  /** Deletes a topic with its subscriptions; a missing topic is no error. */
  void deleteTopic(String topic) throws Exception;

  default void deleteTopics(List<String> topics) throws Exception {
    for (String topic : topics) {
      deleteTopic(topic);
    }
  }

  /** Facts about the broker, see {@link BrokerFacts#brokerFacts()}. */
  Map<String, String> facts();

  /** Settings of the broker, see {@link BrokerFacts#effectiveConfiguration}. */
  default EffectiveConfiguration effectiveConfiguration(List<String> topics)
      throws IOException, InterruptedException {
    return EffectiveConfiguration.NONE;
  }

  /** Metrics of the broker, see {@link TelemetrySource#readTelemetry()}. */
  List<TelemetryReading> readTelemetry() throws IOException, InterruptedException;

  /** Ends every connection, also those of producers and consumers that were not closed. */
  @Override
  void close();
}
