package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.TestCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("release")
class QuorumOptions310IT extends QuorumOptionsContract {
  @RegisterExtension static final TestCluster cluster = OneQuorumNode.CLUSTER_310;

  QuorumOptions310IT() {
    super(cluster);
  }

  @Test
  void prioritiesThatTheBrokerWouldIgnoreAreRefused() {
    assertThatThrownBy(() -> bench("priorities: [1, 9]"))
        .hasMessageContaining("in RabbitMQ 4.0 and later; this one is 3.10");
  }

  @Test
  void deliveriesHaveNoLimit() throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("nackRatio: 1\nnackTimes: 1000")) {
      assertThat(bench.driver().brokerFacts()).containsEntry("queue.deliveryLimit", "none");
    }
  }

  /** RabbitMQ 4.3 refuses it. */
  @Test
  void theBrokerStopsAtThePrefetchOfAChannel() throws Exception {
    assertHeldBack("channelPrefetch: 10", 10);
  }
}
