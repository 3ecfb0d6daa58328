package io.tidemark.features.history.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.MiniBench;
import io.tidemark.report.store.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class HistoryCheckCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double SECONDS = 1000;
  private static ObjectNode run;

  @TempDir Path folder;

  @BeforeAll
  static void aRun(@TempDir Path results) throws Exception {
    Path stored =
        RunDirectory.write(results.resolve("results"), MiniBench.shortRun(results), Map.of());
    run = (ObjectNode) JSON.readTree(stored.resolve("result.json").toFile());
    run.withObject("/verdict").put("status", "VALID").remove("figures");
  }

  private Path run(String name, int night, double rate) throws Exception {
    ObjectNode copy = run.deepCopy();
    copy.withObject("/run").put("runId", name).put("startedEpochMillis", night * 86_400_000L);
    ObjectNode byTime = (ObjectNode) copy.at("/totals/byTime");
    byTime.put("sendingSeconds", SECONDS).put("receivingSeconds", SECONDS);
    ((ObjectNode) byTime.path("counts")).put("acknowledgedMessages", Math.round(rate * SECONDS));
    Path directory = Files.createDirectories(folder.resolve("results").resolve(name));
    JSON.writeValue(directory.resolve("result.json").toFile(), copy);
    return directory;
  }

  private CommandRun command(String name, Object... arguments) {
    return StoredNights.command(name, folder, arguments);
  }

  @Test
  void failsWithTheSentenceAndFilesUntilTheChangeIsAccepted() throws Exception {
    for (int night = 0; night < 10; night++) {
      run("night-" + night, night, 1000 + night % 3);
    }
    Path results = folder.resolve("results");
    assertThat(command("add", results, "--label", "commit=1a2b3c4,broker=4.3.6").exitCode())
        .isZero();
    Path slow = run("slow", 20, 900);
    Path xml = folder.resolve("check.xml");
    CommandRun failed =
        command("check", slow, "--fail-if", "publishRate worse by 5%", "--junit", xml);
    assertThat(failed.printed())
        .contains(
            "what was measured: publishRate is 900/s, 10.1 % worse than the level of 10 runs",
            "[exceeded]");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(xml).content().contains("failures=\"1\"");
    Path good = run("good", 21, 999);
    assertThat(command("check", good, "--fail-if", "publishRate worse by 5%").exitCode()).isZero();

    CommandRun accepted =
        command("accept", slow, "--metric", "publishRate", "--reason", "fewer threads");
    assertThat(accepted.printed()).contains("publishRate: accepted");
    CommandRun again = command("check", slow, "--fail-if", "publishRate worse by 5%");
    assertThat(again.exitCode()).isZero();
    assertThat(again.printed()).contains("not enough history (0 of 8 runs)");
  }

  @Test
  void aWrongLimitIsFoundBeforeTheRunAndOneOfAMetricThatNoRunHasAtTheFirstOne() throws Exception {
    Path later = folder.resolve("results/later");
    CommandRun wrong = command("check", later, "--dry-run", "--fail-if", "endToEnd.p98 worse by 5");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.printed()).contains("--fail-if: got 'endToEnd.p98 worse by 5'");
    assertThat(command("check", later, "--dry-run", "--fail-if", "publishRate < -5%").exitCode())
        .isZero();

    assertThat(command("add", run("first", 0, 1000)).exitCode()).isZero();
    CommandRun absent =
        command("check", run("second", 1, 1000), "--fail-if", "pubishRate worse by 5%");
    assertThat(absent.exitCode()).isEqualTo(2);
    assertThat(absent.printed()).contains("none of these runs and of their series has pubishRate");
  }
}
