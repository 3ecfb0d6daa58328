package io.tidemark.driver.rabbitmq;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.TelemetryReading;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A driver between its initialisation and its end. The methods block and fail with exceptions; they
 * are called by {@link RabbitMqBenchmarkDriver}, from several threads at once.
 */
public interface RabbitMqSession extends AutoCloseable {
  void createTopic(String topic, int partitions) throws Exception;

  BenchmarkProducer createProducer(String topic) throws Exception;

  BenchmarkConsumer createConsumer(String topic, String subscription, ConsumerCallback callback)
      throws Exception;

  /** Makes a subscription retain messages before it has consumers. */
  void createSubscription(String topic, String subscription) throws Exception;

  /** The number of partitions; empty when there is no such topic. */
  Optional<Integer> findTopic(String topic) throws Exception;

  void deleteTopic(String topic) throws Exception;

  Map<String, String> facts();

  List<TelemetryReading> readTelemetry() throws IOException, InterruptedException;

  /** Ends every connection, also those of producers and consumers that were not closed. */
  @Override
  void close();
}
