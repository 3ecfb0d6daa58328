package io.tidemark.features.history.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.HistorySeries;
import io.tidemark.features.history.HistoryStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The history of this project, to which {@code build/release} adds. */
class ProjectHistoryTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path FOLDER = ROOT.resolve("build/benchmarks/history");

  private static HistorySeries series(String workload) throws Exception {
    HistoryStore.Content content = new HistoryStore(FOLDER.resolve("store")).read();
    assertThat(content.leftOut()).isEmpty();
    return content.series().stream()
        .filter(each -> each.key().workload().equals(workload))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void hasTheFiguresOfEachMeasurement() throws Exception {
    assertThat(series("calibrate").columns().keySet())
        .contains("baselineRate", "engineRate", "engineToBaselineRatio");
    assertThat(series("both-100-bytes").columns().keySet())
        .contains("confirmedRate", "confirmedToToolsRatio", "receivedToToolsRatio");
    for (HistoryRun run : series("both-100-bytes").runs()) {
      assertThat(run.attributes()).containsKeys("release", "tidemark commit", "kafka tools");
      assertThat(run.source()).as("no path of a machine").doesNotContain("/");
    }
  }

  @Test
  void isMergedByGitAndMeasuredByTheRelease() throws Exception {
    assertThat(FOLDER.resolve("store/.gitattributes")).content().contains("merge=union");
    assertThat(FOLDER.resolve("add-release.sh")).isExecutable();
    assertThat(Files.readString(ROOT.resolve("build/release")))
        .contains(
            "STORE=$root/build/benchmarks/history/store build/benchmarks/history/add-release.sh");
  }
}
