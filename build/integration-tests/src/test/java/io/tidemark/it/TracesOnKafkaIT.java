package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.it.SpanCollector.Span;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traced messages of a run on Kafka: their headers, as another consumer reads them, and spans. */
class TracesOnKafkaIT {
  private static final String TOPIC = "traced";
  private static final int EVERY = 10;
  private static final long INTERNAL = 1;
  private static final long PRODUCER = 4;
  private static final long CONSUMER = 5;
  private static final String WORKLOAD =
      """
      topicNames: [traced]
      producersPerTopic: 2
      subscriptionsPerTopic: 1
      consumerPerSubscription: 1
      messageSize: 200
      producerRate: 200
      warmupDuration: 0s
      testDuration: 3s
      trace: 1/10
      objectives: {lost: 0}
      """;

  @TempDir Path folder;
  private final StartedKafka kafka = StartedKafka.shared();

  @Test
  void theCollectorHasTheSpansThatTheHeadersInKafkaName() throws Exception {
    try (SpanCollector collector = new SpanCollector()) {
      JsonNode result = run(collector.endpoint());

      List<Span> sends = collector.ofKind(PRODUCER);
      assertThat(sends.stream().map(Span::header).collect(Collectors.toSet()))
          .hasSize(sends.size())
          .isEqualTo(Set.copyOf(headers()));
      long sent = result.requiredAt("/runCounts/sentMessages").asLong();
      assertThat((long) sends.size()).isBetween(sent / EVERY, sent / EVERY + 2);
      assertThat(sends).allMatch(span -> span.name().equals("send " + TOPIC));
      List<Span> inBroker = collector.ofKind(INTERNAL);
      List<Span> receptions = collector.ofKind(CONSUMER);
      assertThat(inBroker).hasSameSizeAs(sends);
      assertThat(receptions).hasSameSizeAs(sends);
      assertParents(sends, inBroker);
      assertParents(inBroker, receptions);
      long longest = sends.stream().mapToLong(TracesOnKafkaIT::nanos).max().orElse(0);
      assertThat(longest / 1e3)
          .as("of some messages not above that of all")
          .isPositive()
          .isLessThanOrEqualTo(
              1.002 * result.requiredAt("/totals/latencies/publishLatencyMicros/max").asDouble());
    }
  }

  private static long nanos(Span span) {
    return span.endEpochNanos() - span.startEpochNanos();
  }

  private static void assertParents(List<Span> parents, List<Span> children) {
    Map<String, Span> byId =
        parents.stream().collect(Collectors.toMap(Span::spanId, Function.identity()));
    assertThat(children)
        .allSatisfy(
            child -> {
              assertThat(byId).containsKey(child.parentId());
              assertThat(byId.get(child.parentId()).traceId()).isEqualTo(child.traceId());
            });
  }

  private JsonNode run(String endpoint) throws Exception {
    kafka.createTopics(1, TOPIC);
    Path driver =
        kafka.driver(
            folder,
            "traced",
            "producerConfig: acks=all\ntelemetry: {otlp: {endpoint: \"%s\"}}\n"
                .formatted(endpoint));
    Path workload =
        Files.writeString(folder.resolve("traced.yaml"), WORKLOAD + WorkloadFiles.WIDE_THRESHOLDS);
    // A process: Selenium brings another version of OpenTelemetry to this JVM.
    try (TidemarkProcess run =
        TidemarkProcess.run(folder, "benchmark", "-d", driver.toString(), workload.toString())) {
      assertThat(run.endedWith(0)).doesNotContain("not-exported");
    }
    return RunResults.only(folder.resolve("results"));
  }

  /** The values of {@code traceparent} of all messages in the topic. */
  private List<String> headers() {
    return kafka.records(TOPIC).stream()
        .map(each -> each.headers().lastHeader("traceparent"))
        .filter(Objects::nonNull)
        .map(header -> new String(header.value(), StandardCharsets.US_ASCII))
        .toList();
  }
}
