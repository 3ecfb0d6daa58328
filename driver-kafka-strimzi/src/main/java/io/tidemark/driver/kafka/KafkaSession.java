package io.tidemark.driver.kafka;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ConsumerInfo;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.kafka.cluster.KafkaCluster;
import io.tidemark.driver.kafka.cluster.KafkaTelemetry;
import io.tidemark.driver.kafka.config.KafkaConfiguration;
import io.tidemark.driver.kafka.consumer.KafkaBenchmarkConsumer;
import io.tidemark.driver.session.DriverSession;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.topics.MessageTap;
import io.tidemark.driver.topics.TopicLister.ListedTopic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
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
        new KafkaClients(configuration, cluster),
        new KafkaTelemetry(cluster.topics(), cluster.subscriptions()));
  }

  KafkaRequestReply requestReply() {
    return new KafkaRequestReply(cluster, clients, telemetry);
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
    return createConsumers(topic, subscription, List.of(callback)).get(0);
  }

  /** In the order of the requests. */
  List<BenchmarkConsumer> createAssigned(List<ConsumerInfo> infos) throws Exception {
    Map<List<String>, List<ConsumerInfo>> bySubscription = new LinkedHashMap<>();
    for (ConsumerInfo info : infos) {
      bySubscription
          .computeIfAbsent(
              List.of(info.getTopic(), info.getSubscriptionName()), key -> new ArrayList<>())
          .add(info);
    }
    Map<ConsumerInfo, BenchmarkConsumer> created = new IdentityHashMap<>();
    for (Map.Entry<List<String>, List<ConsumerInfo>> each : bySubscription.entrySet()) {
      List<ConsumerInfo> together = each.getValue();
      List<BenchmarkConsumer> consumers =
          createConsumers(
              each.getKey().get(0),
              each.getKey().get(1),
              together.stream().map(ConsumerInfo::getConsumerCallback).toList());
      for (int i = 0; i < together.size(); i++) {
        created.put(together.get(i), consumers.get(i));
      }
    }
    return infos.stream().map(created::get).toList();
  }

  /** The consumers of a subscription; those without a group divide the partitions. */
  List<BenchmarkConsumer> createConsumers(
      String topic, String subscription, List<ConsumerCallback> callbacks) throws Exception {
    int partitions = cluster.topics().partitionsOf(topic);
    telemetry.uses(topic, subscription);
    List<KafkaBenchmarkConsumer> joining =
        clients.consumers().of(topic, partitions, subscription, callbacks);
    List<BenchmarkConsumer> ready = new ArrayList<>();
    for (KafkaBenchmarkConsumer each : joining) {
      ready.add(each.ready());
    }
    return ready;
  }

  /** Reads without a group, and without telemetry of one. */
  AutoCloseable tap(String topic, MessageTap.Callback callback)
      throws IOException, InterruptedException {
    return clients.consumers().tap(topic, cluster.topics().partitionsOf(topic), callback);
  }

  @Override
  public void createSubscription(String topic, String subscription)
      throws IOException, InterruptedException {
    int partitions = cluster.topics().partitionsOf(topic);
    cluster.groupProperties().set(subscription);
    cluster.subscriptions().createAtEnd(subscription, topic, partitions);
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

  /** Lists topics; those that groups with members have read are in use. */
  List<ListedTopic> listTopics(String prefix) throws IOException, InterruptedException {
    Set<String> read = cluster.subscriptions().readByMembers();
    return cluster.topics().names(prefix).stream()
        .map(topic -> new ListedTopic(topic, read.contains(topic)))
        .toList();
  }

  @Override
  public void deleteTopic(String topic) throws IOException, InterruptedException {
    deleteTopics(List.of(topic));
  }

  /** And the consumer groups that have read nothing else. */
  @Override
  public void deleteTopics(List<String> topics) throws IOException, InterruptedException {
    try {
      Set<String> groups = cluster.subscriptions().onlyReading(Set.copyOf(topics));
      topics.forEach(topic -> groups.addAll(telemetry.forget(topic)));
      cluster.subscriptions().delete(groups); // Share groups need their topics for that.
    } finally {
      cluster.topics().delete(topics);
    }
  }

  @Override
  public Map<String, String> facts() {
    return cluster.facts();
  }

  @Override
  public EffectiveConfiguration effectiveConfiguration(List<String> topics)
      throws IOException, InterruptedException {
    return cluster.effectiveConfiguration(topics);
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
