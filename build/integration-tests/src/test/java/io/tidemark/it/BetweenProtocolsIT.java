package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
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
        WorkloadFiles.write(
            folder, "one-partition", "partitionsPerTopic: 1\n" + WorkloadFiles.SHORT);
    Path results = folder.resolve("results");
    Command run =
        Command.measure(
                results,
                Stream.of(
                        "driver-rabbitmq-quorum/amqp091-to-amqp10.yaml",
                        "driver-rabbitmq-quorum/amqp091-to-stream.yaml",
                        "driver-rabbitmq-stream/stream-to-amqp10.yaml",
                        "driver-mqtt/mqtt-to-amqp091.yaml")
                    .map(file -> TidemarkProcess.ROOT.resolve(file).toString())
                    .collect(Collectors.joining(",")),
                workload)
            .succeeds();
    List<JsonNode> runs = RunResults.all(results);
    assertThat(runs).as(run.output()).hasSize(4);
    for (JsonNode each : runs) {
      JsonNode subscription = each.requiredAt("/delivery/subscriptions/0");
      assertThat(subscription.required("receivedMessages").asLong())
          .as(run.output())
          .isGreaterThan(500);
      RunResults.assertNone(each, "lost", "corrupted", "duplicated");
      assertThat(each.requiredAt("/verdict/status").asText()).as(run.output()).isEqualTo("VALID");
    }
    assertThat(runs)
        .extracting(each -> each.at("/brokerFacts/consumers.protocol").asText())
        .as(run.output())
        .containsExactly("AMQP 1.0", "stream", "AMQP 1.0", "AMQP 0-9-1");
  }
}
