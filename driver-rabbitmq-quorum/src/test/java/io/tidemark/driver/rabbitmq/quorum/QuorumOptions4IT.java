package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuorumOptions4IT extends QuorumOptionsContract {
  @RegisterExtension static final TestCluster cluster = OneQuorumNode.CLUSTER_4;

  QuorumOptions4IT() {
    super(cluster);
  }

  /** What RabbitMQ 4.3 refuses unless it is permitted. 4.0 ignores global QoS then. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          queues: {durable: false}                     | queues.durable: RabbitMQ 4  | transient_nonexcl_queues
          queues: {durable: false, serverNamed: true}  | queues.durable: RabbitMQ 4  | transient_nonexcl_queues
          """)
  void whatTheBrokerRefusesIsAnErrorBeforeTheRun(String option, String key, String reason) {
    assertThatThrownBy(() -> bench("queueType: classic\n" + option))
        .hasMessageContaining(key)
        .hasMessageContaining(" does not permit ")
        .hasMessageContaining(reason);
  }

  @Test
  void exclusiveQueuesMayBeTransient() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queueType: classic\nqueues: {durable: false, exclusive: true}")) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      new Traffic().send(bench.producer(topic), 10);
      inbox.awaitDeliveries(10);
    }
  }

  /** Versions 4.0 to 4.2 have two levels and deliver two high messages for one normal one. */
  @Test
  void higherPrioritiesComeFirstAndOrderIsNotJudged() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("priorities: [1, 9]");
        Connection connection = otherClient();
        Channel channel = connection.createChannel()) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "sub").join();
      Traffic traffic = new Traffic();
      traffic.send(bench.producer(topic), 60);
      traffic.awaitSettled();
      List<Integer> first = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        first.add(channel.basicGet(topic + ".sub", true).getProps().getPriority());
      }
      assertThat(first.stream().filter(priority -> priority == 9).count()).isGreaterThan(15);
      bench.consumer(topic, "sub", inbox);
      inbox.awaitDeliveries(30);
    }
    assertThat(inbox.partitions()).containsOnly(-1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nackTimes: 20                                                     | 20
          {nackTimes: 20, queueArguments: {x-delivery-limit: 25}}           | 25
          {nackTimes: 20, queueArguments: {x-delivery-limit: -1}}           | none
          {nackTimes: 9, queueArguments: {x-delivery-limit: 2, x-dead-letter-exchange: d}} | 2
          """)
  void theLimitOfDeliveriesIsAFactOfTheResult(String options, String limit) throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench(Bench.block(options))) {
      assertThat(bench.driver().brokerFacts()).containsEntry("queue.deliveryLimit", limit);
    }
  }

  @Test
  void refusalsBeyondTheLimitAreAnErrorBeforeTheRun() {
    assertThatThrownBy(() -> bench("nackTimes: 21"))
        .hasMessageContaining("drop a message after 20 refusals");
  }
}
