package io.tidemark.features.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.tidemark.cli.CommandRun;
import io.tidemark.features.FeatureRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of the command that are exported over OTLP. */
@Tag("slow")
class OtlpRunTest {
  private static final String SECRET = "Basic c2VjcmV0OnNlY3JldA";
  private static final String WORKLOAD =
      """
      topics: 1
      subscriptionsPerTopic: 1
      producersPerTopic: 2
      consumerPerSubscription: 1
      messageSize: 100
      producerRate: 500
      warmupDuration: 0s
      testDuration: 1s
      sampleInterval: 200ms
      objectives: {lost: 0}
      """
          + CommandRun.TOLERANT;

  @TempDir Path folder;

  private CommandRun run(String endpoint, String more) throws IOException {
    String driver =
        """
        driverClass: io.tidemark.driver.inmemory.InMemoryBenchmarkDriver
        telemetry:
          otlp:
            endpoint: %s
            headers: {Authorization: %s}
        %s"""
            .formatted(endpoint, SECRET, more);
    return FeatureRun.in(folder, driver, WORKLOAD);
  }

  private static List<NumberDataPoint> points(CollectorStub collector, String name) {
    return collector.metrics.stream()
        .filter(metric -> metric.getName().equals(name))
        .flatMap(
            metric ->
                (metric.hasSum()
                        ? metric.getSum().getDataPointsList()
                        : metric.getGauge().getDataPointsList())
                    .stream())
        .toList();
  }

  @Test
  void metricsAndEventsEqualTheResult() throws IOException {
    try (CollectorStub collector = new CollectorStub(200)) {
      CommandRun done = run(collector.endpoint() + "/", "");
      assertThat(done.exitCode()).as(done.printed()).isZero();
      assertThat(collector.authorizations).isNotEmpty().containsOnly(SECRET);
      JsonNode result = CommandRun.result(folder);
      countsAndLatencies(collector, result);
      phasesAndFindings(collector, result);
      Map<String, String> resource = CollectorStub.texts(collector.resources.get(0));
      assertThat(resource)
          .containsEntry("service.name", "tidemark")
          .containsEntry("tidemark.run.id", result.requiredAt("/run/runId").asText())
          .containsEntry("tidemark.workload", "w")
          .containsEntry("tidemark.driver", "d");
    }
    try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(SECRET);
      }
    }
  }

  private static void countsAndLatencies(CollectorStub collector, JsonNode result) {
    List<NumberDataPoint> sent = points(collector, "messaging.client.sent.messages");
    assertThat(sent).hasSizeGreaterThan(1);
    assertThat(CollectorStub.texts(sent.get(0).getAttributesList()))
        .containsEntry("messaging.operation.name", "send")
        .containsEntry("messaging.system", "d");
    assertThat(sent.get(sent.size() - 1).getAsInt())
        .isEqualTo(result.requiredAt("/runCounts/sentMessages").asLong());
    assertThat(points(collector, "messaging.client.consumed.messages"))
        .last()
        .extracting(NumberDataPoint::getAsInt)
        .isEqualTo(result.requiredAt("/runCounts/receivedMessages").asLong());
    HistogramDataPoint test =
        collector.metrics.stream()
            .filter(each -> each.getName().equals("messaging.client.operation.duration"))
            .flatMap(each -> each.getHistogram().getDataPointsList().stream())
            .filter(
                each ->
                    CollectorStub.texts(each.getAttributesList())
                        .get("tidemark.phase")
                        .equals("test"))
            .findFirst()
            .orElseThrow();
    JsonNode latency = result.requiredAt("/totals/latencies/publishLatencyMicros");
    assertThat(test.getCount()).isEqualTo(latency.required("count").asLong());
    assertThat(test.getBucketCountsList().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(test.getCount());
    assertThat(test.getMax() * 1e6)
        .isCloseTo(latency.required("max").asDouble(), Offset.offset(1.0));
    JsonNode phase = result.requiredAt("/phases/0");
    assertThat(test.getStartTimeUnixNano() / 1_000)
        .isEqualTo(phase.required("startEpochMicros").asLong());
    assertThat(points(collector, "tidemark.end_to_end"))
        .extracting(each -> CollectorStub.texts(each.getAttributesList()).get("tidemark.quantile"))
        .contains("0.5", "0.99", "1");
    assertThat(points(collector, "tidemark.backlog")).hasSize(sent.size());
  }

  private static void phasesAndFindings(CollectorStub collector, JsonNode result) {
    List<LogRecord> phases =
        collector.logs.stream()
            .filter(each -> each.getEventName().equals("tidemark.phase"))
            .toList();
    assertThat(phases)
        .extracting(each -> each.getTimeUnixNano() / 1_000)
        .contains(result.requiredAt("/phases/0/startEpochMicros").asLong());
    assertThat(collector.logs)
        .filteredOn(each -> each.getEventName().equals("tidemark.finding"))
        .hasSize(result.requiredAt("/verdict/findings").size());
    assertThat(collector.logs)
        .filteredOn(each -> each.getEventName().equals("tidemark.verdict"))
        .singleElement()
        .extracting(each -> each.getBody().getStringValue())
        .isEqualTo("VALID");
  }

  @Test
  void anEndpointThatRefusesIsAFindingAndTheRunIsValid() throws IOException {
    try (CollectorStub collector = new CollectorStub(403)) {
      CommandRun done = run(collector.endpoint(), "");
      assertThat(done.exitCode()).as(done.printed()).isZero();
      assertThat(done.printed())
          .contains("not-exported", "(HTTP status 403)")
          .doesNotContain(SECRET);
    }
  }

  @Test
  void anEndpointThatIsNotThereIsAFinding() throws IOException {
    CommandRun done = run("http://127.0.0.1:1", "    timeout: 300ms\n");
    assertThat(done.exitCode()).as(done.printed()).isZero();
    assertThat(CommandRun.result(folder).requiredAt("/verdict/findings").toString())
        .contains("not-exported", "not exported to http://127.0.0.1:1: ");
  }

  @Test
  void namesAreChangedAndLeftOut() throws IOException {
    try (CollectorStub collector = new CollectorStub(200)) {
      CommandRun done =
          run(
              collector.endpoint(),
              """
              #    prefix: bench
              #    system: memory
              #    attributes: {deployment.environment.name: ci}
              #    names:
              #      messaging.client.sent.messages: messages.sent
              #      bench.backlog: ""
              """
                  .replace("#", ""));
      assertThat(done.exitCode()).as(done.printed()).isZero();
      assertThat(collector.metrics)
          .extracting(Metric::getName)
          .contains("messages.sent", "bench.in_flight")
          .doesNotContain("messaging.client.sent.messages", "bench.backlog", "tidemark.in_flight");
      assertThat(CollectorStub.texts(points(collector, "messages.sent").get(0).getAttributesList()))
          .containsEntry("messaging.system", "memory");
      assertThat(CollectorStub.texts(collector.resources.get(0)))
          .containsEntry("deployment.environment.name", "ci");
    }
  }
}
