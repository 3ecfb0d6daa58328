package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A connection for each message or request, on RabbitMQ: AMQP 0-9-1 with and without TLS, MQTT. */
class ConnectionsIT {
  private static final String QUORUM =
      "driverClass: io.tidemark.driver.rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver\n"
          + "queueType: classic\nrequestReply: {replies: direct}\n";

  @TempDir Path folder;

  @Test
  void eachMessageOrRequestHasAConnectionAndNoneIsLeft() throws IOException, InterruptedException {
    try (StartedBrokers up =
        StartedBrokers.up(
            folder,
            "rabbitmq",
            "--version",
            "4",
            "--option",
            "mqtt=true",
            "--option",
            "tls=true")) {
      String trust =
          "tls: {trustStore: %s, trustStorePassword: %s, keyStore: %s, keyStorePassword: %s}\n"
              .formatted(
                  up.value("tlsTrustStore"),
                  up.value("tlsStorePassword"),
                  up.value("tlsKeyStore"),
                  up.value("tlsStorePassword"));
      String plain = driver("plain", QUORUM + "amqpUris: [" + up.value("amqpUris") + "]\n");
      String secured =
          driver("secured", QUORUM + "amqpUris: [" + up.value("tlsAmqpUris") + "]\n" + trust);
      String mqtt =
          driver(
              "mqtt",
              "driverClass: io.tidemark.driver.mqtt.MqttBenchmarkDriver\nmqttUris: ["
                  + up.value("mqttUris")
                  + "]\n");
      String every = "producerRate: 100\nwarmupDuration: 1s\ntestDuration: 3s\n";
      Path messages =
          WorkloadFiles.write(
              folder,
              "messages",
              every + "connectionPer: message\n" + WorkloadFiles.WIDE_THRESHOLDS);
      for (JsonNode run : run("messages", plain + "," + secured + "," + mqtt, messages)) {
        assertConnections(run, run.requiredAt("/delivery/acknowledgedMessages").asLong());
        assertThat(run.requiredAt("/delivery/lostMessages").asLong(-1)).isZero();
      }
      Path requests =
          Files.writeString(
              folder.resolve("requests.yaml"),
              "name: requests\npattern: request-reply\nrequesters: 2\nmessageSize: 100\n"
                  + every
                  + "connectionPer: request\n"
                  + WorkloadFiles.WIDE_THRESHOLDS);
      for (JsonNode run : run("requests", plain + "," + mqtt, requests)) {
        long answered = run.requiredAt("/requestReply/answeredRequests").asLong();
        assertThat(run.requiredAt("/requestReply/lostRequests").asLong(-1)).isZero();
        assertThat(run.requiredAt("/requestReply/lostReplies").asLong(-1)).isZero();
        assertConnections(run, answered);
      }
    }
  }

  private static void assertConnections(JsonNode run, long number) {
    assertThat(number).isGreaterThan(20); // Of 400, fewer on a busy machine.
    assertThat(run.requiredAt("/totals/latencies/clientOpenMicros/count").asLong())
        .as(run.at("/driver").asText())
        .isBetween(1L, number);
    assertThat(run.findValues("failedClients")).allMatch(failed -> failed.asLong() == 0);
    assertThat(run.findValues("teardownProblems")).allMatch(JsonNode::isEmpty);
  }

  private String driver(String name, String keys) throws IOException {
    return Files.writeString(folder.resolve(name + ".yaml"), "name: " + name + "\n" + keys)
        .toString();
  }

  private List<JsonNode> run(String name, String drivers, Path workload)
      throws IOException, InterruptedException {
    Path results = folder.resolve(name + "-results");
    Command.measure(results, drivers, workload).succeeds();
    return RunResults.all(results);
  }
}
