package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.OmbRandom;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The 130 workload files that OMB ships (2026-01), as facts: each is written out as OMB would have
 * it and must read as what it says.
 */
class OmbStockWorkloadsTest {
  private static final int OMB_MAX_RATE = 10_000_000;

  @TempDir Path folder;

  static List<Map<String, String>> stock() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                OmbStockWorkloadsTest.class.getResourceAsStream("omb-stock-workloads.csv"),
                StandardCharsets.UTF_8))) {
      String[] header = reader.readLine().split(",");
      return reader.lines().map(line -> row(header, line.split(",", -1))).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> row(String[] header, String[] values) {
    Map<String, String> row = new LinkedHashMap<>();
    for (int i = 0; i < header.length; i++) {
      row.put(header[i], values[i]);
    }
    return row;
  }

  @Test
  void thereAreOneHundredAndThirty() {
    assertThat(stock()).extracting(row -> row.get("file")).doesNotHaveDuplicates().hasSize(130);
  }

  @ParameterizedTest
  @MethodSource("stock")
  void readsAsWhatItSays(Map<String, String> row) throws IOException {
    Path file = Files.writeString(folder.resolve(row.get("file") + ".yaml"), yaml(row));
    Problems problems = new Problems();
    Workload workload = new WorkloadReader(Repository.options(), problems).read(file).orElseThrow();
    assertThat(problems.all())
        .allMatch(problem -> problem.severity() == Problem.Severity.NOTICE)
        .hasSize(number(row, "producerRate") == OMB_MAX_RATE ? 1 : 0);
    assertShape(workload, row);
    assertLoad(workload, row);
    assertPayload(workload, row);
  }

  private static void assertShape(Workload workload, Map<String, String> row) {
    assertThat(workload.name()).isEqualTo(row.get("name"));
    assertThat(workload.fileBase()).isEqualTo(row.get("file"));
    assertThat(workload.destinations().topics()).isEqualTo(number(row, "topics"));
    assertThat(workload.destinations().partitionsPerTopic())
        .isEqualTo(number(row, "partitionsPerTopic"));
    assertThat(workload.destinations().subscriptionsPerTopic())
        .isEqualTo(number(row, "subscriptionsPerTopic"));
    assertThat(workload.destinations().producersPerTopic())
        .isEqualTo(number(row, "producersPerTopic"));
    assertThat(workload.destinations().consumerPerSubscription())
        .isEqualTo(number(row, "consumerPerSubscription"));
  }

  private static void assertLoad(Workload workload, Map<String, String> row) {
    int rate = number(row, "producerRate");
    if (rate == 0) {
      assertThat(workload.load()).isInstanceOf(Load.Search.class);
      assertThat(workload.search().orElseThrow().warmUp()).isEqualTo(workload.time().warmup());
    } else {
      Load expected = rate == OMB_MAX_RATE ? new Load.ClosedLoop() : Load.OpenLoop.of(rate);
      assertThat(workload.load()).isEqualTo(expected);
    }
    assertThat(workload.time().test())
        .contains(Duration.ofMinutes(number(row, "testDurationMinutes")));
    assertThat(workload.time().warmup()).isEqualTo(Duration.ofMinutes(1));
    assertThat(workload.consumers().backlogSizeBytes())
        .isEqualTo((long) number(row, "consumerBacklogSizeGB") << 30);
    assertThat(workload.messages().keys()).isEqualTo(KeyDistribution.NO_KEY);
  }

  private static void assertPayload(Workload workload, Map<String, String> row) {
    assertThat(workload.messages().messageSizeBytes()).isEqualTo(number(row, "messageSize"));
    String[] payload = row.get("payload").split(" ");
    if (payload.length == 3) {
      assertThat(workload.messages().payload().content())
          .isEqualTo(new OmbRandom(Double.parseDouble(payload[1]), Integer.parseInt(payload[2])));
    } else {
      assertThat(workload.messages().payload().content())
          .isInstanceOfSatisfying(
              Corpus.class,
              corpus ->
                  assertThat(corpus.bodies())
                      .singleElement()
                      .satisfies(body -> assertThat(body).hasSize(number(row, "messageSize"))));
    }
  }

  private static int number(Map<String, String> row, String key) {
    return Integer.parseInt(row.get(key));
  }

  private static String yaml(Map<String, String> row) {
    List<String> lines = new ArrayList<>();
    row.forEach(
        (key, value) -> {
          if (key.equals("payload")) {
            lines.addAll(payloadLines(value.split(" ")));
          } else if (!key.equals("file") && !value.isEmpty()) {
            lines.add(key + ": " + value);
          }
        });
    return String.join("\n", lines) + "\n";
  }

  private static List<String> payloadLines(String[] payload) {
    return payload.length == 3
        ? List.of(
            "useRandomizedPayloads: true",
            "randomBytesRatio: " + payload[1],
            "randomizedPayloadPoolSize: " + payload[2])
        : List.of("payloadFile: \"" + payload[0] + "\"");
  }
}
