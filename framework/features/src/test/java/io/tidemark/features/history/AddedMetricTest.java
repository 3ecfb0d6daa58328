package io.tidemark.features.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.cli.InputCases;
import io.tidemark.cli.MiniBench;
import io.tidemark.features.FeatureRun;
import io.tidemark.model.added.Added;
import io.tidemark.model.grammar.KeyTable;
import io.tidemark.model.metric.AddedParts;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.Metric.Needs;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.workload.WorkloadKeys;
import io.tidemark.model.workloadfile.ConfigurationSchemas;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A metric that only this test declares is in all places in which metrics are. A separate process
 * has it, so that no other test does.
 */
@Tag("slow")
class AddedMetricTest {
  private static final String ADDED = "loadTime";

  /** The declaration; a file of services names it. */
  public static final class AddedMetric implements AddedParts, Added.Source {
    @Override
    public List<Added> added() {
      return List.of(this);
    }

    @Override
    public List<Metric> metrics() {
      return List.of(
          Metric.named(
                  ADDED,
                  "time of the load",
                  Unit.MICROSECONDS,
                  FigureGroup.DELIVERY,
                  Needs.PRODUCERS)
              .usual()
              .followed()
              .objective("From the begin of the measured phases to their end.")
              .ofParts(
                  part ->
                      OptionalDouble.of(
                          part.phase()
                                  .map(Stream::of)
                                  .orElseGet(() -> part.run().phases().stream())
                                  .filter(PhaseResult::measured)
                                  .mapToLong(PhaseResult::lengthNanos)
                                  .sum()
                              / 1e3)));
    }
  }

  /** What happens in that process: commands, whose outputs are files of a folder. */
  public static final class Commands {
    private Commands() {}

    public static void main(String[] arguments) throws IOException {
      Path folder = Path.of(arguments[0]);
      Files.writeString(folder.resolve("schema"), ConfigurationSchemas.workload().toString());
      Files.writeString(folder.resolve("reference"), KeyTable.of(WorkloadKeys.rules()));
      String results = folder.resolve("r").toString();
      command(folder, "study", "study", folder.resolve("s.yaml"), "--results-dir", results);
      List<Path> runs;
      try (Stream<Path> files = Files.walk(folder.resolve("r"))) {
        runs =
            files
                .filter(file -> file.endsWith("result.json"))
                .map(Path::getParent)
                .sorted()
                .toList();
      }
      Path markdown = folder.resolve("comparison.md");
      command(
          folder,
          "compare",
          "compare",
          "--anyway",
          "--markdown",
          markdown,
          runs.get(0),
          runs.get(1),
          "--fail-if",
          ADDED + " worse by 1000%");
      command(folder, "report", "report", "-o", folder.resolve("page.html"), results);
      command(folder, "add", "history", "add", "--store", folder.resolve("store"), results);
      command(folder, "trend", "history", "trend", "--store", folder.resolve("store"));
    }

    private static void command(Path folder, String name, Object... arguments) throws IOException {
      CommandRun run = FeatureRun.of(arguments);
      Files.writeString(folder.resolve(name), run.exitCode() + "\n" + run.printed());
    }
  }

  @TempDir static Path folder;

  @BeforeAll
  static void runs() throws Exception {
    Files.writeString(folder.resolve("d.yaml"), InputCases.DRIVER);
    Files.writeString(
        folder.resolve("w.yaml"),
        MiniBench.ONE_OF_EACH
            + """
        name: w
        producerRate: 200
        warmupDuration: 0
        testDuration: 300ms
        sampleInterval: 100ms
        objectives: {loadTime: "<= 10s"}
        question: {metrics: [loadTime]}
        """
            + CommandRun.TOLERANT);
    Files.writeString(
        folder.resolve("s.yaml"),
        """
        name: s
        description: How long is the load?
        environments:
          - {name: direct, driver: d.yaml}
          - {name: queued, driver: d.yaml, set: {delivery: queued}}
        workloads: [w.yaml]
        """);
    Path services = Files.createDirectories(folder.resolve("services/META-INF/services"));
    Files.writeString(services.resolve(Added.Source.class.getName()), AddedMetric.class.getName());
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                folder.resolve("services") + File.pathSeparator + classPath,
                Commands.class.getName(),
                folder.toString()));
    Path printed = folder.resolve("printed");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(printed)).isZero();
  }

  private static String output(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }

  private static String first(String ending) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("r"))) {
      return Files.readString(
          files.filter(file -> file.toString().endsWith(ending)).findFirst().orElseThrow());
    }
  }

  @Test
  void itIsAnObjectiveOfRuns() throws IOException {
    assertThat(output("study")).contains("loadTime").contains("<= 10s");
    assertThat(first("result.json"))
        .containsPattern(
            "\"key\" : \"loadTime\",\\s+\"condition\" : \"<= 10s\",\\s+\"actual\" : \"3")
        .containsPattern("\"met\" : true");
  }

  @Test
  void itDecidesTheQuestionAndTheOrderOfTheLeaderboard() throws IOException {
    assertThat(output("study")).containsIgnoringCase("time of the load");
    assertThat(first("leaderboard.md")).contains("loadTime 30");
  }

  @Test
  void itIsComparedOnTheTerminalAndInMarkdown() throws IOException {
    assertThat(output("compare")).startsWith("0\n").contains("loadTime");
    assertThat(output("comparison.md")).contains("loadTime");
  }

  @Test
  void thePageHasIt() throws IOException {
    assertThat(output("page.html")).contains("time of the load", "loadTime");
  }

  @Test
  void aHistoryFollowsIt() throws IOException {
    assertThat(output("trend")).startsWith("0\n").contains("loadTime");
  }

  @Test
  void itIsAColumnOfTheCsvOfPhases() throws IOException {
    List<List<String>> rows =
        first("phases.csv").lines().map(line -> List.of(line.split(",", -1))).toList();
    int column = rows.get(0).indexOf("loadTimeMicros");
    assertThat(Double.parseDouble(rows.get(1).get(column))).isBetween(300_000.0, 10_000_000.0);
  }

  @Test
  void schemaAndReferencePageHaveIt() throws IOException {
    assertThat(output("schema")).contains("loadTime=true").containsPattern("\\|loadTime[|)]");
    assertThat(output("reference")).containsPattern("`question.metrics\\[]` \\|.*loadTime");
  }
}
