package io.tidemark.features.history.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.CommandRun;
import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.HistorySeries;
import io.tidemark.features.history.HistoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code history add} makes of a study, and of stored runs. */
class HistoryOfStoredRunsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> NAMES =
      List.of(
          "aborted", "ask", "failed", "faults", "fill", "invalid", "pubsub", "pubsub-2", "search");

  private static final String STUDY =
      """
      {"schemaVersion": 1, "name": "s", "description": "", "file": "s.yaml", "inputs": {},
       "environments": [{"name": "one", "driver": "d.yaml", "set": {}, "facts": {}, "limits": []}],
       "matrix": {"driver.localBrokers.version": ["4.2", "4.3"]}, "workloads": ["w"], "iterations": 3, "seed": 1,
       "coolDownSeconds": 0.0, "freshBrokers": false, "retries": 1, "references": [], "runs": [%s]}
      """;

  @TempDir Path folder;

  private static Path kept() {
    return Path.of("../cli/src/test/resources/io/tidemark/cli/kept-runs");
  }

  private CommandRun add(Path source) {
    return StoredNights.command("add", folder, source.toString());
  }

  private Map<String, HistoryRun> stored() throws IOException {
    HistoryStore.Content content = new HistoryStore(folder.resolve("history")).read();
    assertThat(content.leftOut()).isEmpty();
    return content.series().stream()
        .flatMap(series -> series.runs().stream())
        .collect(Collectors.toMap(HistoryRun::id, Function.identity()));
  }

  private static JsonNode result(String name) throws Exception {
    return JSON.readTree(kept().resolve(name).resolve("result.json").toFile());
  }

  private static String id(String name) throws Exception {
    return result(name).at("/run/runId").asText();
  }

  @Test
  void storedRunsAreAddedWithTheirVerdictsAndFigures() throws Exception {
    CommandRun run = add(kept());
    assertThat(run.exitCode()).as(run.printed()).isZero();
    Map<String, HistoryRun> runs = stored();
    Map<String, String> statuses = new TreeMap<>();
    Map<String, String> expected = new TreeMap<>();
    for (String name : NAMES) {
      statuses.put(name, runs.get(id(name)).status());
      expected.put(name, result(name).at("/verdict/status").asText());
    }
    assertThat(statuses)
        .isEqualTo(expected)
        .containsValues("VALID", "INVALID", "FAILED", "ABORTED");
    HistoryRun good = runs.get(id("pubsub"));
    assertThat(good.value("endToEnd.p99").orElseThrow())
        .isEqualTo(result("pubsub").at("/totals/latencies/endToEndMicros/p99").asDouble());
    assertThat(good.damaged()).isEmpty();
    assertThat(runs.get(id("aborted")).damaged().keySet())
        .as("nothing of an aborted run is used")
        .isEqualTo(runs.get(id("aborted")).values().keySet());
    assertThat(runs.get(id("invalid")).damaged()).isNotEmpty();
    assertThat(add(kept()).printed()).contains("9 runs added before").doesNotContain("new series");
  }

  private static String planned(int iteration, String version, String state) {
    return """
        {"environment": "one", "workload": "w", "cell": {"driver.localBrokers.version": "%s"}, "iteration": %d, "state": "%s",
         "written": [], "repeated": [], "seconds": 1.0"""
        .formatted(version, iteration, state);
  }

  private static String done(int iteration, String version, String directory) {
    return planned(iteration, version, "DONE")
        + ", \"status\": \"VALID\", \"directory\": \"one/%s\"}".formatted(directory);
  }

  private void copy(String name, Path to) throws Exception {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(kept().resolve(name))) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  /** With a warm-up, a run that failed, one that is open, and one whose folder was removed. */
  private Path study() throws Exception {
    Path study = Files.createDirectories(folder.resolve("results/s"));
    for (String name : List.of("pubsub", "pubsub-2", "invalid", "fill")) {
      copy(name, study.resolve("one").resolve(name));
    }
    String runs =
        String.join(
            ", ",
            done(0, "4.2", "fill"),
            done(1, "4.2", "pubsub"),
            done(2, "4.3", "pubsub-2"),
            done(3, "4.3", "invalid"),
            done(4, "4.3", "removed"),
            planned(5, "4.2", "FAILED") + "}",
            planned(6, "4.3", "PENDING") + "}");
    Files.writeString(study.resolve("study.json"), STUDY.formatted(runs));
    return study;
  }

  @Test
  void eachRunOfAStudyThatCountsIsAddedOnce() throws Exception {
    Path study = study();
    CommandRun run = add(study);
    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.printed())
        .contains("removed: no such directory")
        .contains("not used of ")
        .doesNotContain("one/fill");
    assertThat(stored().keySet())
        .containsExactlyInAnyOrder(id("pubsub"), id("pubsub-2"), id("invalid"));
    assertThat(stored().get(id("invalid")).damaged()).isNotEmpty();
    assertThat(add(study).printed()).contains("3 runs added before");

    copy("search", folder.resolve("results/beside"));
    assertThat(add(folder.resolve("results")).printed())
        .as("the folder of all results")
        .contains("1 run added, a new series", "3 runs added before");
  }

  @Test
  void versionsOfAStudyAreOneSeriesNamedByItsEnvironment() throws Exception {
    add(study());
    List<HistorySeries> series = new HistoryStore(folder.resolve("history")).read().series();
    assertThat(series).allMatch(each -> each.key().workload().equals("w"));
    assertThat(series).allMatch(each -> each.key().driver().equals("one"));
  }

  @Test
  void aStudyWithoutADoneRunIsAnError() throws Exception {
    Path study = Files.createDirectories(folder.resolve("results/s"));
    Files.writeString(
        study.resolve("study.json"), STUDY.formatted(planned(1, "4.2", "RUNNING") + "}"));
    CommandRun run = add(study);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.printed()).contains("no usable run in " + study);
  }
}
