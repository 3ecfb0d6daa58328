package io.tidemark.features.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.Status;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.MiniBench;
import io.tidemark.cli.SilentDriver;
import io.tidemark.features.FeatureRun;
import io.tidemark.http.protocol.WorkerAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of the command whose messages are traced. */
@Tag("slow")
class TracedRunTest {
  private static final String WORKLOAD =
      """
      topics: 1
      subscriptionsPerTopic: 1
      producersPerTopic: 2
      consumerPerSubscription: 1
      messageSize: 100
      producerRate: 300
      warmupDuration: 0s
      testDuration: 2s
      objectives: {lost: 0}
      """
          + CommandRun.TOLERANT;
  private static final String IN_MEMORY = "io.tidemark.driver.inmemory.InMemoryBenchmarkDriver";

  @TempDir Path folder;

  private CommandRun run(String endpoint, String workload, String... more) throws IOException {
    return runOn(
        IN_MEMORY, "telemetry: {otlp: {endpoint: \"" + endpoint + "\"}}\n", workload, more);
  }

  private CommandRun runOn(String driverClass, String keys, String workload, String... more)
      throws IOException {
    return FeatureRun.in(folder, "driverClass: " + driverClass + "\n" + keys, workload, more);
  }

  private static List<Span> spans(CollectorStub collector, SpanKind kind) {
    return collector.spans.stream().filter(each -> each.getKind() == kind).toList();
  }

  private static long number(Span span, String name) {
    return span.getAttributesList().stream()
        .filter(each -> each.getKey().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " in " + span))
        .getValue()
        .getIntValue();
  }

  private static long nanos(Span span) {
    return span.getEndTimeUnixNano() - span.getStartTimeUnixNano();
  }

  /** Histograms have three significant digits. */
  private static void assertLatency(JsonNode latency, LongStream nanos) {
    long[] sorted = nanos.sorted().toArray();
    assertThat(sorted).hasSize(latency.required("count").asInt());
    double longest = sorted[sorted.length - 1] / 1_000.0;
    assertThat(latency.required("max").asDouble())
        .isCloseTo(longest, Offset.offset(0.002 * longest + 0.01));
    double median = sorted[(sorted.length - 1) / 2] / 1_000.0;
    assertThat(latency.required("p50").asDouble())
        .isCloseTo(median, Offset.offset(0.002 * median + 0.01));
  }

  @Test
  void spansOfAllMessagesHaveTheLatenciesOfTheResult() throws IOException {
    try (CollectorStub collector = new CollectorStub(200)) {
      CommandRun done = run(collector.endpoint(), WORKLOAD + "trace: 1/1\n");
      assertThat(done.exitCode()).as(done.printed()).isZero();
      JsonNode result = CommandRun.result(folder);
      assertThat(result.requiredAt("/workload/trace").asText()).isEqualTo("1/1");
      assertSpans(collector, result);
      assertThat(result.requiredAt("/verdict/findings").toString()).doesNotContain("not-exported");
    }
  }

  /** Their clocks are wrong by seconds, which spans must not show. */
  @Test
  void workersOverHttpReturnWhatTheirClocksSawCorrected() throws Exception {
    try (CollectorStub collector = new CollectorStub(200);
        MiniBench bench =
            new MiniBench().worker(Duration.ofSeconds(3)).worker(Duration.ofSeconds(-2))) {
      String workers =
          bench.addresses().stream().map(WorkerAddress::toString).collect(Collectors.joining(","));
      CommandRun done = run(collector.endpoint(), WORKLOAD + "trace: 1/1\n", "-w", workers);
      assertThat(done.exitCode()).as(done.printed()).isIn(0, 1);
      assertSpans(collector, CommandRun.result(folder));
      Map<ByteString, Span> sends = bySpanId(spans(collector, SpanKind.SPAN_KIND_PRODUCER));
      assertThat(spans(collector, SpanKind.SPAN_KIND_INTERNAL))
          .allSatisfy(
              each ->
                  assertThat(each.getStartTimeUnixNano())
                      .isCloseTo(
                          sends.get(each.getParentSpanId()).getStartTimeUnixNano(),
                          Offset.offset(1_000_000_000L)));
    }
  }

  private static Map<ByteString, Span> bySpanId(List<Span> spans) {
    return spans.stream().collect(Collectors.toMap(Span::getSpanId, Function.identity()));
  }

  private static void assertSpans(CollectorStub collector, JsonNode result) {
    List<Span> sends = spans(collector, SpanKind.SPAN_KIND_PRODUCER);
    List<Span> broker = spans(collector, SpanKind.SPAN_KIND_INTERNAL);
    List<Span> receptions = spans(collector, SpanKind.SPAN_KIND_CONSUMER);
    assertThat(sends).hasSize(result.requiredAt("/runCounts/sentMessages").asInt());
    assertThat(receptions).hasSize(result.requiredAt("/runCounts/receivedMessages").asInt());
    assertThat(broker).hasSameSizeAs(receptions);
    assertThat(bySpanId(collector.spans)).hasSize(3 * sends.size());
    assertParents(bySpanId(sends), broker);
    assertParents(bySpanId(broker), receptions);
    JsonNode latencies = result.requiredAt("/totals/latencies");
    assertLatency(
        latencies.required("publishLatencyMicros"), sends.stream().mapToLong(TracedRunTest::nanos));
    assertLatency(
        latencies.required("scheduleDelayMicros"),
        sends.stream().mapToLong(each -> number(each, "tidemark.schedule_delay_nanos")));
    if (result.requiredAt("/runCounts/negativeEndToEndLatencies").asLong() == 0) {
      assertLatency(
          latencies.required("endToEndMicros"),
          receptions.stream().mapToLong(each -> number(each, "tidemark.end_to_end_nanos")));
      assertLatency(
          latencies.required("endToEndFromSendMicros"),
          broker.stream().mapToLong(TracedRunTest::nanos));
    }
    long start = result.requiredAt("/phases/0/startEpochMicros").asLong();
    assertThat(sends)
        .allSatisfy(
            each ->
                assertThat(number(each, "tidemark.intended_epoch_nanos") / 1_000)
                    .isBetween(start - 1_000_000, start + 3_000_000));
  }

  private static void assertParents(Map<ByteString, Span> parents, List<Span> children) {
    assertThat(children)
        .allSatisfy(
            each -> {
              Span parent = parents.get(each.getParentSpanId());
              assertThat(parent.getTraceId()).isEqualTo(each.getTraceId());
              assertThat(number(parent, "tidemark.sequence"))
                  .isEqualTo(number(each, "tidemark.sequence"));
            });
  }

  @Test
  void spansFollowTheConventionsForMessaging() throws IOException {
    try (CollectorStub collector = new CollectorStub(200)) {
      CommandRun done =
          runOn(
              IN_MEMORY,
              """
              telemetry:
                otlp:
                  endpoint: %s
                  prefix: bench
                  names: {broker: "", send: publish, bench.sequence: my.number}
              """
                  .formatted(collector.endpoint()),
              WORKLOAD + "trace: 1/50\n");
      assertThat(done.exitCode()).as(done.printed()).isZero();
      List<Span> sends = spans(collector, SpanKind.SPAN_KIND_PRODUCER);
      assertThat(sends)
          .hasSizeBetween(2, 14)
          .allMatch(each -> each.getName().startsWith("publish "))
          .allMatch(each -> number(each, "my.number") % 50 == 0)
          .allMatch(each -> each.getStatus().getCode() == Status.StatusCode.STATUS_CODE_UNSET)
          .extracting(each -> number(each, "bench.producer"))
          .contains(0L, 1L);
      assertThat(CollectorStub.texts(sends.get(0).getAttributesList()))
          .containsEntry("messaging.system", "d")
          .containsEntry("messaging.operation.type", "send")
          .containsEntry("messaging.destination.name", sends.get(0).getName().substring(8));
      assertThat(spans(collector, SpanKind.SPAN_KIND_INTERNAL)).isEmpty();
      Map<ByteString, Span> parents = bySpanId(sends);
      assertThat(spans(collector, SpanKind.SPAN_KIND_CONSUMER))
          .hasSameSizeAs(sends)
          .allMatch(each -> each.getName().startsWith("receive "))
          .allMatch(each -> parents.containsKey(each.getParentSpanId()))
          .allMatch(each -> each.getLinks(0).getSpanId().equals(each.getParentSpanId()));
    }
  }

  @Test
  void whatAWorkerDoesNotKeepIsAFinding() throws IOException {
    try (CollectorStub collector = new CollectorStub(200)) {
      CommandRun done =
          run(
              collector.endpoint(),
              WORKLOAD.replace("producerRate: 300", "producerRate: 5000") + "trace: 1/1\n");
      assertThat(done.printed())
          .contains("not-exported")
          .containsPattern("\\d+ sends and receptions of traced messages");
      JsonNode counts = CommandRun.result(folder).requiredAt("/runCounts");
      long ends = counts.get("sentMessages").asLong() + counts.get("receivedMessages").asLong();
      long exported =
          spans(collector, SpanKind.SPAN_KIND_PRODUCER).size()
              + spans(collector, SpanKind.SPAN_KIND_CONSUMER).size();
      String line = CommandRun.result(folder).requiredAt("/verdict/findings").toString();
      assertThat(line).contains(" " + (ends - exported) + " sends and receptions");
    }
  }

  @Test
  void aTraceThatCannotBeIsAnErrorBeforeAnythingStarts() throws IOException {
    String none = "http://127.0.0.1:1";
    assertThat(runOn(IN_MEMORY, "", WORKLOAD + "trace: 1/10\n").printed())
        .contains("trace needs telemetry.otlp in the driver file");
    CommandRun noHeaders =
        runOn(
            SilentDriver.class.getName(),
            "telemetry: {otlp: {endpoint: \"" + none + "\"}}\n",
            WORKLOAD + "trace: 1/10\n");
    assertThat(noHeaders.exitCode()).as(noHeaders.printed()).isEqualTo(2);
    assertThat(noHeaders.printed())
        .contains("workload w: with ", "trace needs a driver with HeaderSupport");
    assertThat(folder.resolve("results")).doesNotExist();
  }
}
