package io.tidemark.driver.kafka;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.ExistingTopics;
import io.tidemark.driver.PairsRequest;
import io.tidemark.driver.ReplyCallback;
import io.tidemark.driver.RequestHandler;
import io.tidemark.driver.RequestReply;
import io.tidemark.driver.RequestReplyPair;
import io.tidemark.driver.Requester;
import io.tidemark.driver.RequesterSpec;
import io.tidemark.driver.Responder;
import io.tidemark.driver.ResponderSpec;
import io.tidemark.driver.SendBehavior;
import io.tidemark.driver.Setting;
import io.tidemark.driver.SettingProblem;
import io.tidemark.driver.SubscriptionCreator;
import io.tidemark.driver.TelemetryReading;
import io.tidemark.driver.TelemetrySource;
import io.tidemark.driver.TopicCleaner;
import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * Kafka. A topic is a topic, a subscription a consumer group of the same name, a key the record's
 * key. Understands OMB's driver files.
 *
 * <p>Blocking calls (creation, deletion) run on threads of the driver, each call with the deadline
 * of the file.
 */
public final class KafkaBenchmarkDriver
    implements BenchmarkDriver,
        DescribedDriver,
        SendBehavior,
        SubscriptionCreator,
        ExistingTopics,
        TopicCleaner,
        RequestReply,
        BrokerFacts,
        TelemetrySource {
  /** Creations at the same time: they only wait for brokers. */
  private static final int MAX_THREADS = 16;

  private KafkaCluster cluster;
  private KafkaClients clients;
  private KafkaTelemetry telemetry;
  private ExecutorService threads;

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger)
      throws IOException, InterruptedException {
    KafkaConfiguration configuration = KafkaConfiguration.read(configurationFile);
    cluster = KafkaCluster.connect(configuration);
    clients = new KafkaClients(configuration, cluster.groups());
    telemetry = new KafkaTelemetry(cluster.topics(), cluster.groups());
    threads = Executors.newFixedThreadPool(MAX_THREADS, task -> thread(task, "kafka-driver"));
    if (configuration.reset()) {
      cluster.topics().deleteLeftovers();
    }
  }

  static Thread thread(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.setContextClassLoader(KafkaBenchmarkDriver.class.getClassLoader());
    return thread;
  }

  @Override
  public String getTopicNamePrefix() {
    return KafkaTopics.PREFIX;
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return createTopics(List.of(new TopicInfo(topic, partitions)));
  }

  @Override
  public CompletableFuture<Void> createTopics(List<TopicInfo> topicInfos) {
    return later(
        () -> {
          cluster.topics().create(topicInfos);
          topicInfos.forEach(info -> telemetry.uses(info.getTopic()));
          return null;
        });
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return later(
        () -> {
          cluster.topics().partitionsOf(topic);
          telemetry.uses(topic);
          return clients.producer(topic);
        });
  }

  /**
   * Completes when the consumer has its partitions and has committed where it starts; so it
   * receives all messages sent afterwards.
   */
  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    return later(
            () -> {
              cluster.topics().partitionsOf(topic);
              telemetry.uses(topic, subscriptionName);
              return clients.consumer(topic, subscriptionName, consumerCallback);
            })
        .thenCompose(KafkaBenchmarkConsumer::ready)
        .thenApply(consumer -> consumer);
  }

  /** Closes remaining clients in parallel, and the connection to the cluster. */
  @Override
  public void close() throws InterruptedException {
    if (cluster == null) {
      return;
    }
    // Clients without brokers use their whole timeout, so they are closed in parallel.
    ExecutorService closing = Executors.newCachedThreadPool(task -> thread(task, "kafka-close"));
    try {
      clients.closeLeftovers(closing);
    } finally {
      closing.shutdownNow();
      threads.shutdownNow();
      cluster.close();
      cluster = null;
    }
  }

  @Override
  public List<Setting> settings() {
    return Setting.of(KafkaConfiguration.class);
  }

  @Override
  public List<SettingProblem> validate(Map<String, Object> configuration) {
    return KafkaSettings.check(configuration);
  }

  /** While {@code buffer.memory} is full, for up to {@code max.block.ms}. */
  @Override
  public boolean sendMayBlock() {
    return true;
  }

  /** The client writes the record into its batch before {@code send} returns. */
  @Override
  public boolean copiesPayload() {
    return true;
  }

  @Override
  public CompletableFuture<Void> createSubscription(String topic, String subscriptionName) {
    return later(
        () -> {
          int partitions = cluster.topics().partitionsOf(topic);
          cluster.groups().createAtEnd(subscriptionName, topic, partitions);
          telemetry.uses(topic, subscriptionName);
          return null;
        });
  }

  @Override
  public CompletableFuture<Map<String, Integer>> describeTopics(List<String> topics) {
    return later(
        () -> {
          Map<String, Integer> partitions = new HashMap<>();
          cluster
              .topics()
              .find(new HashSet<>(topics))
              .forEach((topic, found) -> partitions.put(topic, found.partitions().size()));
          return partitions;
        });
  }

  /** And the consumer groups that have read nothing else. */
  @Override
  public CompletableFuture<Void> deleteTopics(List<String> topics) {
    return later(
        () -> {
          Set<String> groups = cluster.groups().onlyReading(Set.copyOf(topics));
          topics.forEach(topic -> groups.addAll(telemetry.forget(topic)));
          cluster.topics().delete(topics);
          cluster.groups().delete(groups);
          return null;
        });
  }

  /** Requesters and responders send without transactions; the generic way sends with them. */
  @Override
  public boolean canRequestReply() {
    return !clients.transactional();
  }

  @Override
  public CompletableFuture<List<RequestReplyPair>> createPairs(PairsRequest request) {
    return later(() -> requestReply().create(request));
  }

  @Override
  public CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs) {
    return later(
        () -> {
          requestReply().delete(pairs);
          return null;
        });
  }

  @Override
  public CompletableFuture<Requester> createRequester(RequesterSpec spec, ReplyCallback callback) {
    return later(() -> clients.requester(spec, callback)).thenCompose(KafkaRequester::start);
  }

  @Override
  public CompletableFuture<Responder> createResponder(ResponderSpec spec, RequestHandler handler) {
    return later(() -> requestReply().responder(spec, handler)).thenCompose(made -> made);
  }

  @Override
  public String replyMechanism() {
    return KafkaRequestReply.MECHANISM;
  }

  private KafkaRequestReply requestReply() {
    return new KafkaRequestReply(cluster, clients);
  }

  @Override
  public Map<String, String> brokerFacts() {
    return cluster.facts();
  }

  @Override
  public List<TelemetryReading> readTelemetry() throws IOException, InterruptedException {
    return telemetry.read();
  }

  private <T> CompletableFuture<T> later(Callable<T> action) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return action.call();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
          } catch (Exception e) {
            throw new CompletionException(e);
          }
        },
        threads);
  }
}
