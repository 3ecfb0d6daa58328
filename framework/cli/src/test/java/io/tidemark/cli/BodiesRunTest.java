package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.runs.registry.StubRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of the command with bodies from files, templates and schemas. */
@Tag("slow")
class BodiesRunTest {
  private static final String LOAD =
      """
      topics: 1
      producersPerTopic: 2
      subscriptionsPerTopic: 1
      consumerPerSubscription: 1
      producerRate: 400
      warmupDuration: 0s
      testDuration: 1s
      objectives: {lost: 0, corrupted: 0}
      """
          + CommandRun.TOLERANT;

  private static final String UNSTAMPED =
      LOAD.replace("objectives: {lost: 0, corrupted: 0}", "envelope: {position: off}");

  @TempDir Path folder;

  @Test
  void linesOfAFileAreSentWithTheirSizesAndNoneIsLostOrCorrupted() throws IOException {
    Files.writeString(folder.resolve("b.txt"), "x".repeat(100) + "\n" + "y".repeat(300) + "\n");
    JsonNode result = run(LOAD + "payload: {file: b.txt, order: sequential}\n");
    assertThat(result.at("/shape/messageSizeBytes").asInt()).isEqualTo(200);
    assertDelivered(result);
  }

  @Test
  void filledBodiesAreNeitherLostNorCorrupted() throws IOException {
    JsonNode result =
        run(LOAD + "payload: {template: '#{random:40} #{sequence} #{time:iso} #{text:0..99}'}\n");
    assertThat(result.at("/shape/messageSizeBytes").asInt()).isBetween(90, 130);
    assertDelivered(result);
  }

  @Test
  void theSchemaOfAvroBodiesIsRegisteredBeforeTheLoad() throws IOException {
    Files.writeString(
        folder.resolve("o.avsc"),
        "{\"type\": \"record\", \"name\": \"O\", \"fields\": [{\"name\": \"a\", \"type\":"
            + " {\"type\": \"array\", \"items\": \"string\"}}]}");
    try (StubRegistry registry = new StubRegistry()) {
      String avro = "payload: {avro: {schema: o.avsc, registry: '" + registry.url() + "'}}\n";
      CommandRun done = command(UNSTAMPED + avro);
      assertThat(done.exitCode()).as(done.printed()).isZero();
      assertThat(done.printed())
          .contains("1,000 Avro bodies with schema 41 (O at " + registry.url() + ")");
      assertThat(registry.requests).hasSize(2);
    }
  }

  /** Probes are validated, too: the load begins only after they have arrived. */
  @Test
  void aBrokerThatValidatesBodiesAcceptsThemWithStampsInHeaders() throws IOException {
    try (StubRegistry registry = new StubRegistry()) {
      JsonNode result = runOnValidatingBroker(registry);
      assertThat(ValidatingDriver.REFUSED).hasValue(0);
      assertThat(ValidatingDriver.VALID.get())
          .isGreaterThan(result.at("/delivery/sentMessages").asLong());
      assertDelivered(result);
    }
  }

  private JsonNode runOnValidatingBroker(StubRegistry registry) throws IOException {
    ValidatingDriver.registry = registry;
    ValidatingDriver.VALID.set(0);
    ValidatingDriver.REFUSED.set(0);
    Files.writeString(
        folder.resolve("o.avsc"),
        "{\"type\": \"record\", \"name\": \"O\", \"fields\": [{\"name\": \"id\", \"type\":"
            + " \"long\"}, {\"name\": \"note\", \"type\": [\"null\", \"string\"]}]}");
    String avro = "{schema: o.avsc, registry: '" + registry.url() + "'}";
    CommandRun done =
        CommandRun.in(
            folder,
            "driverClass: " + ValidatingDriver.class.getName() + "\n",
            LOAD + "envelope: {position: header}\npayload: {poolSize: 200, avro: " + avro + "}\n");
    assertThat(done.exitCode()).as(done.printed()).isZero();
    return CommandRun.result(folder);
  }

  @Test
  void aRegistryThatRefusesEndsTheRunWithOneLine() throws IOException {
    Files.writeString(folder.resolve("o.avsc"), "\"string\"");
    try (StubRegistry registry = new StubRegistry()) {
      registry.refuse("incompatible");
      String avro = "payload: {avro: {schema: o.avsc, registry: '" + registry.url() + "'}}\n";
      CommandRun done = command(UNSTAMPED + avro);
      assertThat(done.exitCode()).isEqualTo(3);
      assertThat(done.printed())
          .contains("cannot register the schema of subject string at the schema registry")
          .contains("error 409: incompatible")
          .doesNotContain("\tat ");
    }
  }

  private static void assertDelivered(JsonNode result) {
    JsonNode delivery = result.required("delivery");
    assertThat(delivery.required("acknowledgedMessages").asLong()).isGreaterThan(100);
    assertThat(delivery.required("lostMessages").asLong()).isZero();
    assertThat(delivery.required("corruptedMessages").asLong()).isZero();
  }

  private JsonNode run(String workload) throws IOException {
    CommandRun done = command(workload);
    assertThat(done.exitCode()).as(done.printed()).isZero();
    return CommandRun.result(folder);
  }

  private CommandRun command(String workload) throws IOException {
    return CommandRun.in(folder, CommandRun.IN_MEMORY, workload);
  }
}
