package io.tidemark.report.omb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.Golden;
import io.tidemark.report.RunFigures;
import io.tidemark.report.SampleRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OmbResultTest {
  @TempDir Path dir;

  @Test
  void writesTheSealedFileUnderOmbsName() throws IOException {
    Path file = OmbResultFile.write(dir, SampleRuns.sample(), ZoneOffset.UTC);
    assertThat(file.getFileName())
        .hasToString("quickstart-kafka-strimzi-local-2026-11-21-02-35-07.json");
    Golden.assertSealed("omb.json", Files.readString(file));
  }

  @Test
  void hasOmbsFieldsInOmbsOrderAndNoOther() {
    String fields =
        """
        workload driver messageSize topics partitions producersPerTopic consumersPerTopic \
        publishRate publishErrorRate consumeRate backlog publishLatency* publishDelayLatency* \
        aggregatedPublishLatency* aggregatedPublishDelayLatency* \
        aggregatedPublishLatencyQuantiles aggregatedPublishDelayLatencyQuantiles \
        endToEndLatency* aggregatedEndToEndLatencyQuantiles aggregatedEndToEndLatency*""";
    List<String> all = new ArrayList<>();
    for (String field : fields.split(" ")) {
      String statistics =
          field.endsWith("*") ? "Avg 50pct 75pct 95pct 99pct 999pct 9999pct Max" : "";
      for (String one : statistics.split(" ")) {
        all.add(field.replace("*", one));
      }
    }
    assertThat(OmbResult.of(SampleRuns.sample()).fieldNames())
        .toIterable()
        .containsExactlyElementsOf(all);
  }

  /** OMB's reader has no decimals there. */
  @Test
  void delaysAreWholeMicrosecondsExceptTheirMean() {
    OmbResult.of(SampleRuns.sample())
        .fields()
        .forEachRemaining(
            field -> {
              String name = field.getKey();
              JsonNode value = field.getValue();
              boolean whole = name.contains("DelayLatency") && !name.endsWith("Avg");
              if (name.contains("Latency")) {
                Iterable<JsonNode> numbers = value.isContainerNode() ? value : List.of(value);
                assertThat(numbers)
                    .as(name)
                    .isNotEmpty()
                    .allMatch(number -> number.isIntegralNumber() == whole);
              }
            });
  }

  @Test
  void writesMillisecondsAndForDelaysMicroseconds() {
    JsonNode node = OmbResult.of(oneSampleOf(1_500_000, 2_500, 3_250_000));
    assertThat(node.get("aggregatedPublishLatencyMax").doubleValue()).isBetween(1.5, 1.501);
    assertThat(node.get("aggregatedPublishDelayLatencyMax").longValue()).isBetween(2L, 3L);
    assertThat(node.get("aggregatedEndToEndLatencyMax").doubleValue()).isBetween(3.25, 3.253);
  }

  @Test
  void writesZeroForAnIntervalWithoutSamples() {
    JsonNode node = OmbResult.of(SampleRuns.sample());
    assertThat(node.get("publishLatency99pct").get(1).doubleValue()).isZero();
    assertThat(node.get("publishLatency99pct").get(0).doubleValue()).isPositive();
  }

  @Test
  void startsEndToEndAtTheIntendedSendWhereTheActualOneIsNotCarried() {
    RunResult run = SampleRuns.sample();
    PhaseResult test = run.phases().get(1);
    Map<Measure, Histogram> histograms = new EnumMap<>(test.histograms());
    histograms.remove(Measure.END_TO_END_FROM_SEND);
    double fromIntended =
        OmbResult.of(SampleRuns.withPhases(run, List.of(test.withHistograms(histograms))))
            .get("aggregatedEndToEndLatencyAvg")
            .doubleValue();
    assertThat(fromIntended)
        .isEqualTo(test.latency(Measure.END_TO_END).orElseThrow().meanNanos() / 1e6);
  }

  @Test
  void leavesWarmUpOutOfTheAggregate() {
    RunResult run = SampleRuns.sample();
    RunResult slowWarmUp =
        SampleRuns.withPhases(
            run, List.of(RunFigures.phase("warm-up", false, 0, 5, 90), run.phases().get(1)));
    assertThat(OmbResult.of(slowWarmUp)).isEqualTo(OmbResult.of(run));
  }

  private static RunResult oneSampleOf(long publish, long delay, long endToEnd) {
    RunResult run = SampleRuns.sample();
    Map<Measure, Histogram> histograms = new EnumMap<>(Measure.class);
    histograms.put(Measure.PUBLISH_LATENCY, histogram(publish));
    histograms.put(Measure.SCHEDULE_DELAY, histogram(delay));
    histograms.put(Measure.END_TO_END_FROM_SEND, histogram(endToEnd));
    return SampleRuns.withPhases(run, List.of(run.phases().get(1).withHistograms(histograms)));
  }

  private static Histogram histogram(long nanos) {
    Histogram histogram = io.tidemark.model.snapshot.LatencyHistogram.create();
    histogram.recordValue(nanos);
    return histogram;
  }
}
