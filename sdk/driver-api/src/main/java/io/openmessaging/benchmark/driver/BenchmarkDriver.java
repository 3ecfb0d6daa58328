package io.openmessaging.benchmark.driver;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * The service provider interface of a broker under test: OMB's interface, unchanged, so drivers are
 * binary compatible in both directions.
 *
 * <p>A driver has a public no-argument constructor. The framework calls, in this order and from one
 * thread: {@link #initialize}, {@link #getTopicNamePrefix} and {@link #createTopics}, {@link
 * #createConsumers}, {@link #createProducers}; then producers and consumers are closed, then the
 * driver. The thread's context class loader is the driver's own in every call.
 */
public interface BenchmarkDriver extends AutoCloseable {

  /**
   * Reads the driver's configuration and connects.
   *
   * @param configurationFile YAML with the driver's keys; a temporary file that may be gone after
   *     the call
   * @param statsLogger where the driver may register metrics
   * @throws IOException when the file is not valid or the broker is not reachable
   * @throws InterruptedException when the run was cancelled
   */
  void initialize(File configurationFile, StatsLogger statsLogger)
      throws IOException, InterruptedException;

  /** The prefix of the next topic's name; called once per topic. */
  String getTopicNamePrefix();

  /** Creates a topic; completes when it can be produced to and consumed from. */
  CompletableFuture<Void> createTopic(String topic, int partitions);

  /** Creates several topics; completes when all can be used. */
  default CompletableFuture<Void> createTopics(List<TopicInfo> topicInfos) {
    return Creations.all(topicInfos, info -> createTopic(info.getTopic(), info.getPartitions()))
        .thenApply(ignored -> null);
  }

  /** Creates a producer; completes when it can send. */
  CompletableFuture<BenchmarkProducer> createProducer(String topic);

  /** Creates several producers, in the order of {@code producers}. */
  default CompletableFuture<List<BenchmarkProducer>> createProducers(List<ProducerInfo> producers) {
    return Creations.all(producers, info -> createProducer(info.getTopic()));
  }

  /**
   * Creates a consumer; completes when it is subscribed. Consumers of one subscription share its
   * messages; every subscription gets all of them.
   */
  CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback);

  /** Creates several consumers, in the order of {@code consumers}. */
  default CompletableFuture<List<BenchmarkConsumer>> createConsumers(List<ConsumerInfo> consumers) {
    return Creations.all(
        consumers,
        info ->
            createConsumer(
                info.getTopic(), info.getSubscriptionName(), info.getConsumerCallback()));
  }

  /** A topic to create. */
  final class TopicInfo {
    private final String topic;
    private final int partitions;

    public TopicInfo(String topic, int partitions) {
      this.topic = topic;
      this.partitions = partitions;
    }

    public String getTopic() {
      return topic;
    }

    public int getPartitions() {
      return partitions;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof TopicInfo
          && Objects.equals(topic, ((TopicInfo) other).topic)
          && partitions == ((TopicInfo) other).partitions;
    }

    @Override
    public int hashCode() {
      return Objects.hash(topic, partitions);
    }

    @Override
    public String toString() {
      return "BenchmarkDriver.TopicInfo(topic=" + topic + ", partitions=" + partitions + ")";
    }
  }

  /** A producer to create. */
  final class ProducerInfo {
    private final int id;
    private final String topic;

    public ProducerInfo(int id, String topic) {
      this.id = id;
      this.topic = topic;
    }

    public int getId() {
      return id;
    }

    public String getTopic() {
      return topic;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ProducerInfo
          && id == ((ProducerInfo) other).id
          && Objects.equals(topic, ((ProducerInfo) other).topic);
    }

    @Override
    public int hashCode() {
      return Objects.hash(id, topic);
    }

    @Override
    public String toString() {
      return "BenchmarkDriver.ProducerInfo(id=" + id + ", topic=" + topic + ")";
    }
  }

  /** A consumer to create. */
  final class ConsumerInfo {
    private final int id;
    private final String topic;
    private final String subscriptionName;
    private final ConsumerCallback consumerCallback;

    public ConsumerInfo(
        int id, String topic, String subscriptionName, ConsumerCallback consumerCallback) {
      this.id = id;
      this.topic = topic;
      this.subscriptionName = subscriptionName;
      this.consumerCallback = consumerCallback;
    }

    public int getId() {
      return id;
    }

    public String getTopic() {
      return topic;
    }

    public String getSubscriptionName() {
      return subscriptionName;
    }

    public ConsumerCallback getConsumerCallback() {
      return consumerCallback;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ConsumerInfo
          && id == ((ConsumerInfo) other).id
          && Objects.equals(topic, ((ConsumerInfo) other).topic)
          && Objects.equals(subscriptionName, ((ConsumerInfo) other).subscriptionName)
          && Objects.equals(consumerCallback, ((ConsumerInfo) other).consumerCallback);
    }

    @Override
    public int hashCode() {
      return Objects.hash(id, topic, subscriptionName, consumerCallback);
    }

    @Override
    public String toString() {
      return "BenchmarkDriver.ConsumerInfo(id="
          + id
          + ", topic="
          + topic
          + ", subscriptionName="
          + subscriptionName
          + ", consumerCallback="
          + consumerCallback
          + ")";
    }
  }
}
