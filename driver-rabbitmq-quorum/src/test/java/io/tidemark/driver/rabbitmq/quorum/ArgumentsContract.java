package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.TestCluster;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments that brokers of both versions take, also where one of them ignores them. */
interface ArgumentsContract extends OnThreeNodes {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          quorum  | {x-quorum-initial-group-size: 1, x-delivery-limit: 7, x-queue-leader-locator: balanced}
          quorum  | {x-max-length: 9, x-max-length-bytes: 999, x-overflow: reject-publish, x-message-ttl: 60000}
          quorum  | {x-dead-letter-exchange: dlx, x-dead-letter-routing-key: k, x-dead-letter-strategy: at-most-once}
          quorum  | {x-single-active-consumer: true, x-expires: 60000, x-quorum-target-group-size: 3, x-consumer-timeout: 60000}
          quorum  | {x-max-in-memory-length: 5, x-max-in-memory-bytes: 500}
          quorum  | {x-overflow: reject-publish, x-dead-letter-exchange: dlx, x-dead-letter-strategy: at-least-once}
          classic | {x-max-priority: 5, x-queue-mode: lazy, x-overflow: drop-head, x-queue-master-locator: random}
          classic | {x-queue-version: 2, x-max-length: 9, x-overflow: reject-publish-dlx}
          stream  | {x-max-age: 1h, x-stream-max-segment-size-bytes: 1000000, x-initial-cluster-size: 1}
          stream  | {x-max-length-bytes: 5000000, x-queue-leader-locator: client-local, x-stream-filter-size-bytes: 32}
          """)
  default void queueArgumentsReachTheBroker(String type, String arguments) throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        benches().with("queueType: " + type + "\nqueueArguments: " + arguments)) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "sub").join();
      JsonNode declared = benches().queue(topic + ".sub").path("arguments");
      Map<String, Object> wanted = TestCluster.yaml(arguments);
      assertThat(declared.path("x-queue-type").asText()).isEqualTo(type);
      wanted.forEach(
          (key, value) -> assertThat(declared.path(key).asText()).as(key).isEqualTo("" + value));
    }
  }
}
