package io.tidemark.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.it.TidemarkProcess;
import io.tidemark.it.WorkloadFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Acknowledgements that come after the consumer timeout of a quorum queue of RabbitMQ 4.3. */
@Execution(ExecutionMode.CONCURRENT) // They wait for most of their time.
@Tag("release")
class ConsumerTimeoutIT {
  private static final String VERSION = "4.3";

  @TempDir Path folder;

  /** The other tests use another version. */
  @BeforeAll
  static void installRabbitMq(@TempDir Path home) throws Exception {
    FaultRuns.install(home, "rabbitmq", VERSION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"amqp091", "amqp10"})
  @Timeout(value = 8, unit = TimeUnit.MINUTES) // 1 minute on an idle machine.
  void lateAcknowledgementsAreRedeliveriesAndNotLosses(String protocol) throws Exception {
    try (TidemarkProcess run = FaultRuns.start(folder, driver(protocol).toString(), workload())) {
      run.waitFor();
      JsonNode result = FaultRuns.awaitResults(folder, 1).get(0);
      JsonNode delivery = result.required("delivery");
      assertThat(delivery.required("duplicatedMessages").asLong()).as("%s", delivery).isPositive();
      assertThat(delivery.required("lostMessages").asLong(-1)).as("%s", delivery).isZero();
      if (protocol.equals("amqp091")) {
        assertThat(result.required("events").findValuesAsText("detail"))
            .anySatisfy(detail -> assertThat(detail).contains("x-consumer-timeout"));
      }
    }
  }

  private Path driver(String protocol) throws IOException {
    return Files.writeString(
        folder.resolve("timeout.yaml"),
        """
        name: timeout
        driverClass: io.tidemark.driver.rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver
        localBrokers: {kind: rabbitmq, nodes: 1, version: "%s"}
        amqpUris: ["${brokers.amqpUris}"]
        managementUris: ["${brokers.managementUris}"]
        queueArguments: {x-consumer-timeout: 2000}
        protocol: %s
        """
            .formatted(VERSION, protocol));
  }

  /** Each message is processed for longer than the timeout in the first phase only. */
  private Path workload() throws IOException {
    return WorkloadFiles.write(
        folder,
        "late",
        """
        producerRate: 5
        warmupDuration: 0s
        drainTimeout: 90s
        phases:
          - {name: late, duration: 15s, consumerProcessingTime: 6s}
          - {name: fast, duration: 15s, consumerProcessingTime: 0s}
        """
            + WorkloadFiles.WIDE_THRESHOLDS);
  }
}
