package io.tidemark.driver.kafka;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DriverSession;
import io.tidemark.driver.TelemetryReading;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The driver between its initialisation and its end: the cluster, and the driver's clients. */
record KafkaSession(KafkaCluster cluster, KafkaClients clients, KafkaTelemetry telemetry)
    implements DriverSession {

  static KafkaSession open(KafkaConfiguration configuration)
      throws IOException, InterruptedException {
    KafkaCluster cluster = KafkaCluster.connect(configuration);
    try {
      if (configuration.reset()) {
        cluster.topics().deleteLeftovers();
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
    return new KafkaSession(
        cluster,
        new KafkaClients(configuration, cluster.groups()),
        new KafkaTelemetry(cluster.topics(), cluster.groups()));
  }

  KafkaRequestReply requestReply() {
    return new KafkaRequestReply(cluster, clients);
  }

  @Override
  public void createTopic(String topic, int partitions) throws IOException, InterruptedException {
    createTopics(List.of(new TopicInfo(topic, partitions)));
  }

  void createTopics(List<TopicInfo> topics) throws IOException, InterruptedException {
    cluster.topics().create(topics);
    topics.forEach(info -> telemetry.uses(info.getTopic()));
  }

  @Override
  public BenchmarkProducer createProducer(String topic) throws IOException, InterruptedException {
    cluster.topics().partitionsOf(topic);
    telemetry.uses(topic);
    return clients.producer(topic);
  }

  /**
   * Returns when the consumer has its partitions and has committed where it starts; so it receives
   * all messages sent afterwards.
   */
  @Override
  public BenchmarkConsumer createConsumer(
      String topic, String subscription, ConsumerCallback callback) throws Exception {
    cluster.topics().partitionsOf(topic);
    telemetry.uses(topic, subscription);
    return clients.consumer(topic, subscription, callback).ready();
  }

  @Override
  public void createSubscription(String topic, String subscription)
      throws IOException, InterruptedException {
    int partitions = cluster.topics().partitionsOf(topic);
    cluster.groups().createAtEnd(subscription, topic, partitions);
    telemetry.uses(topic, subscription);
  }

  @Override
  public Optional<Integer> findTopic(String topic) throws IOException, InterruptedException {
    return Optional.ofNullable(findTopics(List.of(topic)).get(topic));
  }

  @Override
  public Map<String, Integer> findTopics(List<String> topics)
      throws IOException, InterruptedException {
    Map<String, Integer> partitions = new HashMap<>();
    cluster
        .topics()
        .find(new HashSet<>(topics))
        .forEach((topic, found) -> partitions.put(topic, found.partitions().size()));
    return partitions;
  }

  @Override
  public void deleteTopic(String topic) throws IOException, InterruptedException {
    deleteTopics(List.of(topic));
  }

  /** And the consumer groups that have read nothing else. */
  @Override
  public void deleteTopics(List<String> topics) throws IOException, InterruptedException {
    Set<String> groups = cluster.groups().onlyReading(Set.copyOf(topics));
    topics.forEach(topic -> groups.addAll(telemetry.forget(topic)));
    cluster.topics().delete(topics);
    cluster.groups().delete(groups);
  }

  @Override
  public Map<String, String> facts() {
    return cluster.facts();
  }

  @Override
  public List<TelemetryReading> readTelemetry() throws IOException, InterruptedException {
    return telemetry.read();
  }

  @Override
  public void close() {
    clients.closeLeftovers();
    cluster.close();
  }
}
