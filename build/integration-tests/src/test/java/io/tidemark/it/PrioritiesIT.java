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

/** Messages of two priorities, of which all wait in a queue of a real broker for a consumer. */
class PrioritiesIT {
  private static final int MESSAGES = 20_000;
  private static final String LOAD =
      """
      priorities: {9: 5 %%, 4: 95 %%}
      pattern: fill-then-drain
      producerRate: 10000
      messageLimit: %d
      warmupDuration: 0s
      testDuration: 1m
      drainTimeout: 1m
      """
          .formatted(MESSAGES);

  @TempDir Path folder;

  private String rabbitMq(String name, String keys) throws IOException {
    return driver(
        name,
        "driverClass: io.tidemark.driver.rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver\n"
            + "localBrokers: {kind: rabbitmq, nodes: 1, version: \"4\"}\n"
            + "amqpUris: [\"${brokers.amqpUris}\"]\n"
            + keys);
  }

  private String driver(String name, String keys) throws IOException {
    Path file = folder.resolve(name + ".yaml");
    return Files.writeString(file, "name: " + name + "\n" + keys).toString();
  }

  @Test
  @Tag("release")
  void queuesWithStrictPrioritiesDeliverHigherOnesFirst() throws Exception {
    List<String> drivers =
        List.of(
            rabbitMq("classic", "queueType: classic\n"),
            driver(
                "jms",
                "driverClass: io.tidemark.driver.ibmmq.IbmMqBenchmarkDriver\n"
                    + "localBrokers: {kind: jms, nodes: 1}\n"
                    + "provider: artemis\n"
                    + "brokerUrl: ${brokers.url}\n"
                    + "destinationType: queue\n"
                    + "publishing: {send: async}\n"));
    for (JsonNode result : run("strict", String.join(",", drivers))) {
      assertThat(median(result, 9)).isLessThan(median(result, 4));
    }
  }

  /** From RabbitMQ 4.3 on they are strict, too. */
  @Test
  void quorumQueuesOfRabbitMq4DeliverTwoHighOnesForALowOne() throws Exception {
    List<String> drivers =
        List.of(rabbitMq("quorum", ""), rabbitMq("amqp10", "protocol: amqp10\n"));
    for (JsonNode result : run("two-levels", String.join(",", drivers))) {
      assertThat(overtaken(result, 9)).isPositive();
      assertThat(median(result, 9)).isLessThan(median(result, 4));
      assertThat(result.requiredAt("/verdict/findings").findValuesAsText("code"))
          .contains("overtaken");
    }
  }

  @Test
  void aPriorityAboveThoseOfTheQueueIsRefusedBeforeAnythingStarts() throws Exception {
    Path load = WorkloadFiles.write(folder, "refused", LOAD);
    String file = rabbitMq("low", "queueType: classic\nqueueArguments: {x-max-priority: 5}\n");
    Command run = Command.run(folder, "-d", file, load.toString());
    assertThat(run.endedWith(2))
        .contains("priorities: got 9; allowed 0 to 5, the queues' x-max-priority");
  }

  private List<JsonNode> run(String name, String drivers) throws Exception {
    Path load = WorkloadFiles.write(folder, name, LOAD + WorkloadFiles.WIDE_THRESHOLDS);
    Path results = folder.resolve(name + "-results");
    Command run = Command.measure(results, drivers, load);
    List<JsonNode> all = RunResults.all(results);
    assertThat(all).as(run.output()).hasSize(2);
    for (JsonNode result : all) {
      assertThat(result.requiredAt("/delivery/lostMessages").asLong(-1)).as(run.output()).isZero();
      assertThat(result.requiredAt("/delivery/outOfOrderMessages").asLong()).isZero();
      assertThat(received(result, 9)).isBetween(850L, 1_150L);
      assertThat(received(result, 9) + received(result, 4)).isEqualTo(MESSAGES);
    }
    return all;
  }

  private static JsonNode priority(JsonNode result, int priority) {
    for (JsonNode each : result.required("priorities")) {
      if (each.required("priority").asInt() == priority) {
        return each.required("totals");
      }
    }
    throw new AssertionError("no priority " + priority + " in " + result.required("priorities"));
  }

  private static long received(JsonNode result, int priority) {
    return priority(result, priority).requiredAt("/countsByIntention/receivedMessages").asLong();
  }

  private static long overtaken(JsonNode result, int priority) {
    return priority(result, priority).at("/countsByIntention/overtakenMessages").asLong();
  }

  private static double median(JsonNode result, int priority) {
    return priority(result, priority).requiredAt("/latencies/endToEndMicros/p50").asDouble();
  }
}
