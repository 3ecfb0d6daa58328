package io.tidemark.features.history.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.cli.MiniBench;
import io.tidemark.features.FeatureRun;
import io.tidemark.report.store.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class HistoryAddCommandTest {
  @TempDir Path folder;

  private CommandRun history(String name, Object... arguments) {
    return StoredNights.command(name, folder, arguments);
  }

  @Test
  void aFullDiskIsAFailureOfTheMachine() throws Exception {
    Path run = RunDirectory.write(folder.resolve("results"), MiniBench.shortRun(folder), Map.of());
    CommandRun file = FeatureRun.of("history", "add", "--store", "/dev/null/h", run.toString());
    assertThat(file.exitCode()).as("a wrong path: " + file.printed()).isEqualTo(2);
    assertThat(history("add", run).exitCode()).isZero();
    CommandRun full = history("trend", "-o", "/dev/full");
    assertThat(full.exitCode()).as(full.printed()).isEqualTo(3);
    assertThat(full.printed()).contains("/dev/full: No space left");
    Path page = Files.createDirectories(folder.resolve("site/index.html"));
    CommandRun site = history("trend", "--site", page.getParent());
    assertThat(site.exitCode()).as(site.printed()).isEqualTo(2);
    assertThat(site.printed()).contains(page + ": it is a folder");
  }

  @Test
  void aFolderWithoutRunsOrAWrongLabelIsAnError() {
    CommandRun empty = history("add", folder);
    assertThat(empty.exitCode()).isEqualTo(2);
    assertThat(empty.printed()).contains("no usable run in " + folder);
    assertThat(history("add", folder, "--label", "settings=x").printed())
        .contains("cannot be the name of a label");
    assertThat(FeatureRun.of("history").exitCode()).isEqualTo(2);
  }
}
