package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TestCluster;
import java.io.IOException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamOptions310IT extends StreamOptionsContract {
  @RegisterExtension static final TestCluster cluster = OneStreamNode.CLUSTER;

  StreamOptions310IT() {
    super(cluster);
  }

  @ParameterizedTest
  @ValueSource(strings = {"least-leaders", "random"})
  void olderWaysToPlaceALeaderReachTheBroker(String leader) throws Exception {
    try (Bench<RabbitMqStreamBenchmarkDriver> bench = bench("streams: {leader: " + leader + "}")) {
      String stream = ManagementApi.segment(bench.topic(1));
      JsonNode arguments = cluster.management().get("queues/%2F/" + stream).path("arguments");
      assertThat(arguments.path("x-queue-leader-locator").asText()).isEqualTo(leader);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"filter: {values: [a]}", "streams: {filterSize: 32}"})
  void filteringIsRefusedWhereTheBrokerKnowsNone(String wanted) {
    assertThatThrownBy(() -> bench(wanted))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("RabbitMQ 3.13 or later; this one is 3.10");
  }
}
