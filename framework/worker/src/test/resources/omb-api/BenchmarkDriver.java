// The SPI as a driver author of OMB sees it, written down from its description: names, signatures, nested types.
package io.openmessaging.benchmark.driver;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.bookkeeper.stats.StatsLogger;

public interface BenchmarkDriver extends AutoCloseable {
  void initialize(File configurationFile, StatsLogger statsLogger) throws IOException, InterruptedException;

  String getTopicNamePrefix();

  CompletableFuture<Void> createTopic(String topic, int partitions);

  default CompletableFuture<Void> createTopics(List<TopicInfo> topicInfos) {
    throw new UnsupportedOperationException("stub");
  }

  CompletableFuture<BenchmarkProducer> createProducer(String topic);

  default CompletableFuture<List<BenchmarkProducer>> createProducers(List<ProducerInfo> producers) {
    throw new UnsupportedOperationException("stub");
  }

  CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback);

  default CompletableFuture<List<BenchmarkConsumer>> createConsumers(List<ConsumerInfo> consumers) {
    throw new UnsupportedOperationException("stub");
  }

  final class TopicInfo {
    public TopicInfo(String topic, int partitions) {}

    public String getTopic() {
      return null;
    }

    public int getPartitions() {
      return 0;
    }
  }

  final class ProducerInfo {
    public ProducerInfo(int id, String topic) {}

    public int getId() {
      return 0;
    }

    public String getTopic() {
      return null;
    }
  }

  final class ConsumerInfo {
    public ConsumerInfo(int id, String topic, String subscriptionName, ConsumerCallback consumerCallback) {}

    public int getId() {
      return 0;
    }

    public String getTopic() {
      return null;
    }

    public String getSubscriptionName() {
      return null;
    }

    public ConsumerCallback getConsumerCallback() {
      return null;
    }
  }
}
