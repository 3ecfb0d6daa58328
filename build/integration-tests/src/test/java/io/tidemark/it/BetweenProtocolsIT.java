package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RabbitMQ converts messages between its protocols: published by one, consumed by another. */
@Tag("release")
class BetweenProtocolsIT {
  @TempDir Path folder;

  @Test
  void messagesOfOneProtocolArriveUnchangedByAnother() throws IOException, InterruptedException {
    Path workload =
        Files.writeString(
            folder.resolve("one-partition.yaml"),
            Files.readString(WorkloadFiles.shortRun(folder, "short"))
                .replace("partitionsPerTopic: 3", "partitionsPerTopic: 1"));
    Path results = folder.resolve("results");
    Command run =
        Command.run(
            folder,
            "--results-dir",
            results.toString(),
            "-d",
            Stream.of(
                    "driver-rabbitmq-quorum/amqp091-to-amqp10.yaml",
                    "driver-rabbitmq-quorum/amqp091-to-stream.yaml",
                    "driver-rabbitmq-stream/stream-to-amqp10.yaml",
                    "driver-mqtt/mqtt-to-amqp091.yaml")
                .map(file -> TidemarkProcess.ROOT.resolve(file).toString())
                .collect(Collectors.joining(",")),
            workload.toString());
    assertThat(run.exitCode()).as(run.output()).isZero();
    List<JsonNode> runs = RunResults.all(results);
    assertThat(runs).as(run.output()).hasSize(4);
    for (JsonNode each : runs) {
      JsonNode subscription = each.requiredAt("/delivery/subscriptions/0");
      assertThat(subscription.required("receivedMessages").asLong())
          .as(run.output())
          .isGreaterThan(500);
      assertThat(each.requiredAt("/delivery/lostMessages").asLong(-1)).isZero();
      assertThat(each.requiredAt("/delivery/corruptedMessages").asLong(-1)).isZero();
      assertThat(each.requiredAt("/delivery/duplicatedMessages").asLong(-1)).isZero();
      assertThat(each.requiredAt("/verdict/status").asText()).as(run.output()).isEqualTo("VALID");
    }
    assertThat(runs)
        .extracting(each -> each.at("/brokerFacts/consumers.protocol").asText())
        .as(run.output())
        .containsExactly("AMQP 1.0", "stream", "AMQP 1.0", "AMQP 0-9-1");
  }
}
