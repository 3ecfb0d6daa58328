package io.tidemark.features.history.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.MiniBench;
import io.tidemark.features.FeatureRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of traffic classes over nights. */
@Tag("slow")
class HistoryOfClassesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String P99 = "classes.orders.endToEnd.p99";
  private static final String WORKLOAD =
      MiniBench.ONE_OF_EACH
          + """
          name: mix
          warmupDuration: 0s
          testDuration: 500ms
          sampleInterval: 100ms
          classes:
            - {name: orders, producerRate: 400}
            - {name: bulk, messageSize: 2KB, producerRate: 100}
          """;

  private static ObjectNode run;

  @TempDir Path folder;

  @BeforeAll
  static void aRun(@TempDir Path made) throws Exception {
    CommandRun done = FeatureRun.in(made, CommandRun.IN_MEMORY, WORKLOAD);
    assertThat(done.exitCode()).as(done.printed()).isIn(0, 1);
    run = (ObjectNode) CommandRun.result(made);
    run.withObject("/verdict").put("status", "VALID").remove("figures");
    run.path("classes")
        .forEach(
            each -> ((ObjectNode) each.path("verdict")).put("status", "VALID").remove("figures"));
  }

  private Path night(String name, int night, double p99Micros) throws Exception {
    ObjectNode copy = run.deepCopy();
    copy.withObject("/run").put("runId", name).put("startedEpochMillis", night * 86_400_000L);
    ObjectNode orders = (ObjectNode) copy.at("/classes/0/totals/latencies/endToEndMicros");
    orders.put("p99", p99Micros);
    Path directory = Files.createDirectories(folder.resolve("results").resolve(name));
    JSON.writeValue(directory.resolve("result.json").toFile(), copy);
    return directory;
  }

  @Test
  void theFigureOfAClassIsStoredFollowedAndJudged() throws Exception {
    for (int night = 0; night < 10; night++) {
      night("night-" + night, night, 1_000 + night % 3);
    }
    assertThat(StoredNights.command("add", folder, folder.resolve("results")).exitCode()).isZero();

    CommandRun trend = StoredNights.command("trend", folder, "--metric", P99);
    assertThat(trend.exitCode()).as(trend.printed()).isZero();
    assertThat(trend.printed()).contains(P99).contains("1.00 ms");

    Path slow = night("slow", 20, 1_500);
    CommandRun failed =
        StoredNights.command("check", folder, slow, "--fail-if", P99 + " worse by 20%");
    assertThat(failed.printed()).contains("what was measured: " + P99 + " is 1.50 ms");
    assertThat(failed.exitCode()).isEqualTo(1);
    CommandRun other =
        StoredNights.command(
            "check", folder, slow, "--fail-if", "classes.bulk.endToEnd.p99 worse by 20%");
    assertThat(other.exitCode()).as(other.printed()).isZero();
    Path good = night("good", 21, 1_001);
    assertThat(
            StoredNights.command("check", folder, good, "--fail-if", P99 + " worse by 20%")
                .exitCode())
        .isZero();
  }
}
