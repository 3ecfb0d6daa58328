package io.tidemark.features.history.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.MiniBench;
import io.tidemark.features.FeatureRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are repeated by the command. The in-memory driver publishes 200 messages/s. */
@Tag("slow")
class HistoryConfirmTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double SECONDS = 1000;
  private static final String WORKLOAD =
      MiniBench.ONE_OF_EACH
          + """
          name: mini
          producerRate: 200
          warmupDuration: 0s
          testDuration: 500ms
          sampleInterval: 100ms
          """
          + CommandRun.TOLERANT;

  @TempDir Path folder;
  private Path driver;
  private Path run;

  @BeforeEach
  void aRun() throws IOException {
    driver = Files.writeString(folder.resolve("driver.yaml"), MiniBench.DRIVER);
    Path workload = Files.writeString(folder.resolve("mini-file.yaml"), WORKLOAD);
    CommandRun done = FeatureRun.of("--results-dir", results(), "-d", driver, workload);
    assertThat(done.exitCode()).as(done.printed()).isZero();
    run = runs().get(0);
  }

  private Path results() {
    return folder.resolve("results");
  }

  private List<Path> runs() throws IOException {
    try (Stream<Path> files = Files.list(results())) {
      return files.filter(Files::isDirectory).sorted().toList();
    }
  }

  /** Rewrites the result of a directory as one of another run with another rate. */
  private static void rewrite(Path directory, String id, int night, double rate)
      throws IOException {
    Path file = directory.resolve("result.json");
    ObjectNode result = (ObjectNode) JSON.readTree(file.toFile());
    result.withObject("/run").put("runId", id).put("startedEpochMillis", night * 86_400_000L);
    ObjectNode byTime = (ObjectNode) result.at("/totals/byTime");
    byTime.put("sendingSeconds", SECONDS).put("receivingSeconds", SECONDS);
    ((ObjectNode) byTime.path("counts")).put("acknowledgedMessages", Math.round(rate * SECONDS));
    JSON.writeValue(file.toFile(), result);
  }

  private void history(double rate) throws IOException {
    Path nights = folder.resolve("nights");
    for (int night = 0; night < 10; night++) {
      Path copy = Files.createDirectories(nights.resolve("night-" + night));
      Files.copy(run.resolve("result.json"), copy.resolve("result.json"));
      rewrite(copy, "night-" + night, night, rate * (1 + 0.005 * (night % 3 - 1)));
    }
    assertThat(history("add", nights).exitCode()).isZero();
  }

  private CommandRun history(String name, Object... arguments) {
    return StoredNights.command(name, folder, arguments);
  }

  private CommandRun check(Object... more) {
    List<Object> all = new ArrayList<>(List.of(run, "--fail-if", "publishRate worse by 5%"));
    all.addAll(Arrays.asList(more));
    return history("check", all.toArray());
  }

  @Test
  void aRealChangeIsConfirmedAndTheRepetitionsAreStoredBesideTheRun() throws Exception {
    history(250);
    Path xml = folder.resolve("check.xml");
    Path table = folder.resolve("check.md");
    CommandRun failed = check("--confirm", 2, "--junit", xml, "--markdown", table);
    assertThat(failed.exitCode()).as(failed.printed()).isEqualTo(1);
    assertThat(failed.printed())
        .contains("== repetition 1 of at most 2", "== repetition 2 of at most 2")
        .containsPattern("what was measured: publishRate is \\S+ in the mean of 3 runs")
        .contains("confirmed by 2 repetitions (");
    assertThat(runs()).hasSize(3).allMatch(each -> each.toString().contains("mini-file-inmemory"));
    for (Path repetition : runs().subList(1, 3)) {
      String name = repetition.getFileName().toString();
      assertThat(xml).content().contains("failures=\"1\"", name);
      assertThat(table).content().contains("repetitions", name.replace("_", "\\_"));
    }
  }

  @Test
  void aSingleOutlierIsNotConfirmed() throws Exception {
    history(200);
    rewrite(run, "outlier", 20, 100);
    assertThat(check().exitCode()).isEqualTo(1);
    CommandRun passed = check("--confirm", 2);
    assertThat(passed.exitCode()).as(passed.printed()).isZero();
    assertThat(passed.printed().replaceAll("\\s+", " "))
        .contains("not confirmed mini")
        .containsPattern("not confirmed by 1 repetition \\(\\d+/s\\) \\[not-confirmed]");
    assertThat(runs()).hasSize(2);
  }

  @Test
  void aRunThatIsGoodIsNotRepeated() throws Exception {
    history(200);
    CommandRun passed = check("--confirm", 2);
    assertThat(passed.exitCode()).as(passed.printed()).isZero();
    assertThat(runs()).hasSize(1);
  }

  @Test
  void aRunThatCannotBeRepeatedIsOneErrorBeforeAnythingStarts() throws Exception {
    history(250);
    Files.writeString(run.resolve("driver.yaml"), MiniBench.DRIVER + "password: '***'\n");
    CommandRun masked = check("--confirm", 1);
    assertThat(masked.exitCode()).isEqualTo(2);
    assertThat(masked.printed().strip().lines())
        .singleElement()
        .asString()
        .contains("driver.yaml:3: a secret is masked")
        .contains("give the driver file 'inmemory' with --drivers FILE");
    assertThat(runs()).hasSize(1);
    CommandRun given = check("--confirm", 1, "--drivers", driver);
    assertThat(given.exitCode()).as(given.printed()).isEqualTo(1);
    assertThat(given.printed()).contains("confirmed by 1 repetition");
  }

  @Test
  void addressesOfLocalBrokersThatHaveEndedAreNotUsed() throws Exception {
    history(250);
    Path file = run.resolve("result.json");
    ObjectNode result = (ObjectNode) JSON.readTree(file.toFile());
    result.withObject("/driver").put("localBrokers", "kafka");
    JSON.writeValue(file.toFile(), result);
    assertThat(check("--confirm", 1).printed())
        .contains(
            "driver.yaml has addresses of local brokers that have ended; give the driver file")
        .doesNotContain("== repetition");
  }

  @Test
  void wrongOptionsAreErrors() throws Exception {
    history(250);
    assertThat(check("--confirm", 21).printed()).contains("--confirm: got 21; allowed 0 to 20");
    assertThat(check("--drivers", driver).printed()).contains("--drivers requires --confirm N");
    assertThat(check("--confirm", 1, "-w", "http://127.0.0.1:1,http://127.0.0.1:2").printed())
        .contains("it used 1 workers, got 2");
  }

  @Test
  void aRepetitionWithoutAResultFailsTheCheck() throws Exception {
    history(250);
    Path broken =
        Files.writeString(
            folder.resolve("broken.yaml"),
            "name: inmemory\ndriverClass: io.tidemark.cli.SilentDriver\nplace: away\n");
    CommandRun failed = check("--confirm", 2, "--drivers", broken);
    assertThat(failed.exitCode()).as(failed.printed()).isEqualTo(3);
    assertThat(runs()).hasSize(1);
  }
}
