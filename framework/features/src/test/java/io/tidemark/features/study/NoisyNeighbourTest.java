package io.tidemark.features.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.InputCases;
import io.tidemark.features.FeatureRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The study of the noisy neighbour, short and with the in-memory driver. */
@Tag("release")
class NoisyNeighbourTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final String STUDY = "noisy-neighbour-small";

  @TempDir Path folder;

  /** The files of the repository, with another driver and a few messages. */
  private void files() throws IOException {
    Files.createDirectories(folder.resolve("workloads"));
    Files.createDirectories(folder.resolve("studies"));
    Files.createDirectories(folder.resolve("driver-kafka-strimzi"));
    write("driver-kafka-strimzi/local-1node.yaml", InputCases.DRIVER);
    String study = read("studies/" + STUDY + ".yaml");
    study = changed(study, "coolDown: 1s", "coolDown: 0s");
    study = changed(study, "warmupIterations: 1", "warmupIterations: 0");
    write("studies/" + STUDY + ".yaml", changed(study, "\niterations: 2", "\niterations: 1"));
    String workload = read("workloads/" + STUDY + ".yaml");
    workload = changed(workload, "warmupDuration: 5s", "warmupDuration: 200ms");
    workload = changed(workload, "testDuration: 20s", "testDuration: 1s\nsampleInterval: 200ms");
    write(
        "workloads/" + STUDY + ".yaml",
        changed(workload, "scheduleDelayP99: 50ms", "scheduleDelayP99: 10m")
            + "  gcPauseMax: 10m\n  gcPauseShare: 100\n  cpuSteal: 100\n  achievedRate: 1\n");
  }

  private static String read(String name) throws IOException {
    return Files.readString(ROOT.resolve(name));
  }

  private static String changed(String text, String before, String after) {
    assertThat(text).contains(before);
    return text.replace(before, after);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  @Test
  void theAnswerIsTheLatencyOfTheOrdersAtEachRateOfTheirNeighbour() throws IOException {
    files();

    CommandRun run =
        FeatureRun.of(
            "study",
            folder.resolve("studies/" + STUDY + ".yaml").toString(),
            "--results-dir",
            folder.resolve("r").toString());

    assertThat(run.exitCode()).as(run.printed()).isIn(0, 1);
    Path results = folder.resolve("r/" + STUDY);
    JsonNode study = new ObjectMapper().readTree(results.resolve("study.json").toFile());
    List<Integer> bulk = new ArrayList<>();
    for (JsonNode each : study.path("runs")) {
      JsonNode result = result(results.resolve(each.path("directory").asText()));
      bulk.add(result.at("/classes/1/phases/1/intendedRatePerSecond").asInt());
      assertThat(result.at("/classes/0/name").asText()).isEqualTo("orders");
      assertThat(result.at("/classes/0/totals/latencies/endToEndMicros/p99").asDouble())
          .isPositive();
      assertThat(result.at("/classes/0/delivery/lostMessages").asLong(-1)).isZero();
    }
    assertThat(bulk).containsExactlyInAnyOrder(10, 80, 320);
    assertThat(run.printed()).contains("orders");
    assertThat(results.resolve("report.html"))
        .content()
        .contains("id=\"answer\"", "end-to-end latency of class orders", "320");
  }

  private static JsonNode result(Path directory) throws IOException {
    return new ObjectMapper().readTree(directory.resolve("result.json").toFile());
  }
}
