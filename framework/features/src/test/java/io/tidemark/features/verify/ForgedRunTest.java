package io.tidemark.features.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.CommandRun;
import io.tidemark.features.FeatureRun;
import io.tidemark.features.verify.Verification.Difference;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.store.FileHashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each figure of a real run is changed, one at a time, without its hash. */
@Tag("slow")
class ForgedRunTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String WORKLOAD =
      """
      name: w
      topics: 2
      partitionsPerTopic: 1
      messageSize: 100
      subscriptionsPerTopic: 1
      consumerPerSubscription: 1
      producersPerTopic: 1
      producerRate: 400
      warmupDuration: 300ms
      sampleInterval: 100ms
      phases: [{name: one, duration: 500ms}, {name: two, duration: 500ms, rate: 800}]
      objectives: {lost: 0, endToEnd.p99: "<= 10s"}
      """;

  @TempDir static Path shared;
  private static Path honest;

  @TempDir Path folder;
  private Path run;

  @BeforeAll
  static void carryOut() throws IOException {
    FeatureRun.in(shared, CommandRun.IN_MEMORY, WORKLOAD + CommandRun.TOLERANT);
    try (Stream<Path> results = Files.list(shared.resolve("results"))) {
      honest = results.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  @BeforeEach
  void copy() throws IOException {
    Path source = honest.resolveSibling("");
    try (Stream<Path> files = Files.walk(source)) {
      for (Path each : files.toList()) {
        Path target = folder.resolve("results").resolve(source.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(target);
        } else {
          Files.copy(each, target);
        }
      }
    }
    run = folder.resolve("results").resolve(honest.getFileName().toString());
    Files.delete(run.resolve(FileHashes.FILE)); // A forger writes it again.
  }

  private Verification verified() throws ResultsException {
    return StoredChecks.of(run).get(0);
  }

  /** Reading it may already fail. */
  private boolean isFound() {
    try {
      return !verified().differences().isEmpty();
    } catch (ResultsException e) {
      return true;
    }
  }

  @Test
  void doesNotAccuseTheHonestRun() throws IOException {
    assertThat(verified().differences()).isEmpty();
    assertThat(verified().same()).isGreaterThan(1_000);
  }

  @Test
  void findsACutHistogram() throws IOException {
    Path log = run.resolve("endToEnd.hlog");
    List<String> lines = Files.readAllLines(log);
    List<String> withoutPhase = new ArrayList<>(lines);
    withoutPhase.removeIf(line -> line.startsWith("Tag=two"));
    Files.write(log, withoutPhase);
    assertThat(verified().differences())
        .extracting(Difference::field)
        .contains("phases[2].latencies.endToEndMicros", "all measured phases");
    Files.write(log, lines.subList(0, lines.size() - 1));
    assertThat(verified().differences()).extracting(Difference::file).containsOnly("endToEnd.hlog");
    Files.writeString(log, Files.readString(log).substring(0, 500));
    assertThat(isFound()).isTrue();
    Files.delete(log);
    assertThat(isFound()).isTrue();
  }

  @Test
  void findsAnIntervalThatIsLeftOut() throws IOException {
    Path file = run.resolve("timeline.csv");
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.remove(5);
    Files.write(file, lines);
    assertThat(verified().differences()).extracting(Difference::file).containsOnly("timeline.csv");
  }

  @Test
  void findsAcknowledgementsOfAnotherRun() throws IOException {
    FeatureRun.in(folder, CommandRun.IN_MEMORY, WORKLOAD + CommandRun.TOLERANT);
    Path other;
    try (Stream<Path> results = Files.list(folder.resolve("results"))) {
      other =
          results
              .filter(Files::isDirectory)
              .filter(each -> !each.equals(run))
              .findFirst()
              .orElseThrow();
    }
    ResultFiles.replace(
        run.resolve("acknowledged.bin"), out -> Files.copy(other.resolve("acknowledged.bin"), out));
    assertThat(verified().differences()).extracting(Difference::field).contains("run.runId");
  }

  @Test
  void findsAWorkloadAndADriverFileThatAreNotThoseOfTheRun() throws IOException {
    Path workload = run.resolve("workload.yaml");
    Files.writeString(
        workload, Files.readString(workload).replace("messageSize: 100", "messageSize: 200"));
    Path driver = run.resolve("driver.yaml");
    Files.writeString(driver, Files.readString(driver) + "queueCapacity: 3\n");
    assertThat(verified().differences())
        .extracting(Difference::toString)
        .containsExactly(
            "workload.yaml: messageSize: is 200, computed 100",
            "driver.yaml: queueCapacity: is 3, computed absent");
  }

  @Test
  void findsAChangedFileWithoutFieldsByItsHash() throws IOException {
    Files.copy(honest.resolve(FileHashes.FILE), run.resolve(FileHashes.FILE));
    Files.writeString(run.resolve("run.log"), "a line\n");
    assertThat(verified().differences())
        .extracting(Difference::toString)
        .containsExactly("run.log: was changed: its SHA-256 is not that of SHA256SUMS");
  }

  @Test
  void exitsWithTheWorstCode() throws IOException {
    assertThat(FeatureRun.of("verify", run).exitCode()).isZero();
    Files.delete(run.resolve("phases.csv"));
    CommandRun differs = FeatureRun.of("verify", "--json", run);
    assertThat(differs.exitCode()).isEqualTo(1);
    assertThat(JSON.readTree(differs.output()).at("/0/differences/0/file").asText())
        .isEqualTo("phases.csv");
    Files.writeString(run.resolve("result.json"), "{");
    assertThat(FeatureRun.of("verify", run).exitCode()).isEqualTo(2);
    assertThat(FeatureRun.of("verify", folder.resolve("none")).exitCode()).isEqualTo(2);
  }
}
