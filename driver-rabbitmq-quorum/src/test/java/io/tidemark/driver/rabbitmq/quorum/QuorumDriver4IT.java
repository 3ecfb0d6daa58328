package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.Traffic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The version people run today. */
class QuorumDriver4IT extends QuorumDriverContract {
  /** For all test classes that need this version. */
  static final TestCluster THREE_NODES = TestCluster.sharedThreeNodes(TestCluster.CURRENT);

  QuorumDriver4IT() {
    super(THREE_NODES);
  }

  @Override
  String others() {
    return "protocol: amqp10";
  }

  @Test
  void namesArgumentsThatTheBrokerTakesAndIgnores() throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queueArguments: {x-max-in-memory-length: 5, x-max-length: 9}")) {
      bench.driver().createSubscription(bench.topic(1), "sub").join();
      assertThat(bench.driver().brokerFacts().get("queue.argumentsIgnored"))
          .startsWith("x-max-in-memory-length: 5 (")
          .doesNotContain("x-max-length");
    }
  }

  /** The broker's own limit is 20. */
  @ParameterizedTest
  @CsvSource({"'', false", "'queueArguments: {x-delivery-limit: -1}', true"})
  void withoutALimitAMessageIsDeliveredAsOftenAsItIsRefused(String arguments, boolean kept)
      throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench(arguments)) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "sub").join();
      new Traffic().send(bench.producer(topic)).join();
      assertThat(isThereAfterRefusals(topic + ".sub", 30)).isEqualTo(kept);
    }
  }

  private boolean isThereAfterRefusals(String queue, int refusals) throws Exception {
    try (var connection = OneQuorumNode.otherClient(cluster);
        Channel channel = connection.createChannel()) {
      for (int i = 0; i < refusals; i++) {
        GetResponse got = channel.basicGet(queue, false);
        if (got == null) {
          return false;
        }
        channel.basicReject(got.getEnvelope().getDeliveryTag(), true);
      }
      return channel.basicGet(queue, true) != null;
    }
  }

  @Test
  void refusesToMirrorWhatCannotBeMirroredAnyMore() {
    assertThatThrownBy(() -> bench("queueType: classic\nmirroring: {copies: 2}"))
        .hasMessageContaining("has no mirrored queues");
  }
}
