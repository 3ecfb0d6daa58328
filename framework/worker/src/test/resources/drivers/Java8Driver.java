package io.openmessaging.benchmark.driver.foreign;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.openmessaging.benchmark.driver.ResourceCreator;
import io.openmessaging.benchmark.driver.ResourceCreator.CreationResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.bookkeeper.stats.Counter;
import org.apache.bookkeeper.stats.StatsLogger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A vendor's driver, Java 8: delivers on the sender's thread. Keeps the nested types in sets and maps. */
public class Java8Driver implements BenchmarkDriver {
  private static final Logger log = LoggerFactory.getLogger(Java8Driver.class);
  private final Map<String, List<ConsumerCallback>> consumers = new ConcurrentHashMap<>();
  private final Set<TopicInfo> topics = new HashSet<>();
  private Counter sent;

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger) throws IOException {
    String text = new String(Files.readAllBytes(configurationFile.toPath()), "UTF-8");
    if (!text.contains("foreignKey: 1")) {
      throw new IOException("foreignKey is missing in " + text);
    }
    if (Thread.currentThread().getContextClassLoader() != getClass().getClassLoader()) {
      throw new IllegalStateException("context class loader is not the driver's");
    }
    sent = statsLogger.scope("foreign").getCounter("sent");
    log.debug("initialised");
  }

  @Override
  public String getTopicNamePrefix() {
    return "foreign";
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    if (!topics.add(new TopicInfo(topic, partitions)) || topics.add(new TopicInfo(topic, partitions))) {
      throw new IllegalStateException("TopicInfo has no value equality");
    }
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return CompletableFuture.completedFuture(new Producer(topic));
  }

  @Override
  public CompletableFuture<List<BenchmarkProducer>> createProducers(List<ProducerInfo> producers) {
    Function<List<ProducerInfo>, Map<ProducerInfo, CompletableFuture<BenchmarkProducer>>> batch =
        infos -> {
          Map<ProducerInfo, CompletableFuture<BenchmarkProducer>> futures = new HashMap<>();
          for (ProducerInfo info : infos) {
            futures.put(new ProducerInfo(info.getId(), info.getTopic()), createProducer(info.getTopic()));
          }
          return infos.stream().collect(Collectors.toMap(info -> info, futures::get));
        };
    return new ResourceCreator<ProducerInfo, BenchmarkProducer>(
            "producer", 2, 1, batch, future -> new CreationResult<>(future.join(), true))
        .create(producers);
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    if (!new ConsumerInfo(1, topic, subscriptionName, consumerCallback)
        .equals(new ConsumerInfo(1, topic, subscriptionName, consumerCallback))) {
      throw new IllegalStateException("ConsumerInfo has no value equality");
    }
    List<ConsumerCallback> callbacks = consumers.computeIfAbsent(topic, t -> new CopyOnWriteArrayList<>());
    callbacks.add(consumerCallback);
    return CompletableFuture.completedFuture(
        new BenchmarkConsumer() {
          @Override
          public void close() {
            callbacks.remove(consumerCallback);
          }
        });
  }

  @Override
  public void close() {
    consumers.clear();
  }

  private final class Producer implements BenchmarkProducer {
    private final String topic;

    Producer(String topic) {
      this.topic = topic;
    }

    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      sent.add(1L);
      for (ConsumerCallback callback : consumers.getOrDefault(topic, new CopyOnWriteArrayList<>())) {
        callback.messageReceived(payload, System.currentTimeMillis());
      }
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {}
  }
}
