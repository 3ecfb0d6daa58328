package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Consumers that refuse messages of real brokers: each message is in exactly one end. */
class OutcomesIT {
  private static final String LOAD =
      """
      producerRate: 1000
      warmupDuration: 0s
      testDuration: 6s
      """;

  @TempDir Path folder;

  @Test
  void eachMessageOfRabbitMqIsInOneEnd() throws IOException, InterruptedException {
    try (StartedBrokers brokers =
        StartedBrokers.up(folder, "rabbitmq", "--nodes", "1", "--version", "4")) {
      String shares = "outcomes: {released: 0.05, rejected: 0.01, times: 2";
      List<String> drivers =
          List.of(
              driver("quorum", "", brokers),
              driver("classic", "queueType: classic\n", brokers),
              driver("amqp10", "protocol: amqp10\n", brokers));
      for (JsonNode result : run("ends", String.join(",", drivers), shares + "}\n")) {
        JsonNode ends = ends(result);
        assertEnds(result, ends.required("deadLetters").asLong());
        long all = result.requiredAt("/delivery/acknowledgedMessages").asLong();
        assertThat(ends.required("deliveries").required("3").asLong())
            .isBetween(all * 3 / 100, all * 7 / 100);
        assertThat(ends.required("deadLetters").asLong()).isBetween(all * 3 / 1_000, all * 2 / 100);
      }
      BenchmarkOnRabbitMqIT.declareQueue(brokers.value("managementUris"), "refused");
      String named = "00, giveUpAfter: 4, deadLetterDestination: refused}\n";
      for (JsonNode result : run("gives-up", drivers.get(0), shares + named)) {
        JsonNode ends = ends(result);
        long givenUp = ends.required("deliveries").required("4").asLong();
        long all = result.requiredAt("/delivery/acknowledgedMessages").asLong();
        assertThat(givenUp).isBetween(all * 3 / 100, all * 7 / 100);
        assertEnds(result, ends.required("deadLetters").asLong());
        long rejected = ends.required("deadLetters").asLong() - givenUp;
        assertThat(rejected).isPositive();
        assertThat(ends.at("/reasons/GIVEN_UP").asLong()).isEqualTo(givenUp);
        assertThat(ends.at("/reasons/REJECTED").asLong()).isEqualTo(rejected);
      }
      for (JsonNode result : run("drops", drivers.get(0), shares + ", deadLetters: false}\n")) {
        JsonNode ends = ends(result);
        assertEnds(result, ends.required("dropped").asLong());
        assertThat(ends.required("deadLetters").asLong()).isZero();
      }
    }
  }

  @Test
  @Tag("release") // Each message is a transaction on disk: on a busy machine it takes minutes.
  void eachMessageOfArtemisIsInOneEnd() throws IOException, InterruptedException {
    try (StartedBrokers brokers = StartedBrokers.up(folder, "jms")) {
      String driver =
          Files.writeString(
                  folder.resolve("artemis.yaml"),
                  """
                  name: artemis
                  driverClass: io.tidemark.driver.ibmmq.IbmMqBenchmarkDriver
                  provider: artemis
                  brokerUrl: %s
                  publishing: {send: async}
                  """
                      .formatted(brokers.value("url")))
              .toString();
      String shares = "outcomes: {released: 0.05, rejected: 0.01, times: ";
      for (JsonNode result : run("jms-ends", driver, shares + "2}\n")) {
        assertEnds(result, ends(result).required("deadLetters").asLong());
        assertThat(ends(result).required("deliveries").required("3").asLong())
            .isBetween(350L, 750L);
      }
      for (JsonNode result : run("jms-gives-up", driver, shares + "200, giveUpAfter: 4}\n")) {
        long deadLetters = ends(result).required("deadLetters").asLong();
        assertEnds(result, deadLetters);
        assertThat(deadLetters)
            .isGreaterThan(ends(result).required("deliveries").required("4").asLong());
      }
      for (JsonNode result :
          run("jms-delays", driver, "outcomes: {delayed: 0.05, delay: 700ms}\n")) {
        assertThat(ends(result).required("deliveries").required("2").asLong()).isPositive();
        assertThat(ends(result).required("neither").asLong()).isZero();
      }
    }
  }

  private static JsonNode ends(JsonNode result) {
    return result.requiredAt("/outcomes/subscriptions/0");
  }

  private static void assertEnds(JsonNode result, long refused) {
    JsonNode ends = ends(result);
    assertThat(ends.required("accepted").asLong() + refused)
        .isEqualTo(result.requiredAt("/delivery/acknowledgedMessages").asLong());
    assertThat(refused).isPositive();
    for (String none :
        List.of(
            "acceptedAgain",
            "deadLettersAgain",
            "both",
            "neither",
            "givenUpEarly",
            "deliveredAgain",
            "otherReason")) {
      assertThat(ends.required(none).asLong()).as(none).isZero();
    }
  }

  private String driver(String name, String keys, StartedBrokers brokers) throws IOException {
    String text =
        """
        name: %s
        driverClass: io.tidemark.driver.rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver
        amqpUris: [%s]
        """
            .formatted(name, brokers.value("amqpUris"));
    return Files.writeString(folder.resolve(name + ".yaml"), text + keys).toString();
  }

  private List<JsonNode> run(String name, String drivers, String outcomes)
      throws IOException, InterruptedException {
    Path load = WorkloadFiles.write(folder, name, LOAD + outcomes + WorkloadFiles.WIDE_THRESHOLDS);
    Path results = folder.resolve(name + "-results");
    Command run = Command.measure(results, drivers, load);
    List<JsonNode> all = RunResults.all(results);
    for (JsonNode result : all) {
      assertThat(result.requiredAt("/delivery/lostMessages").asLong(-1)).as(run.output()).isZero();
      assertThat(result.requiredAt("/delivery/outOfOrderMessages").asLong()).isZero();
    }
    return all;
  }
}
