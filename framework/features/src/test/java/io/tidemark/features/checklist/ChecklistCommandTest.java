package io.tidemark.features.checklist;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.features.FeatureRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChecklistCommandTest {
  @TempDir Path folder;

  @Test
  void printsTheChecklistAndWritesItAsMarkdown() throws Exception {
    Path omb =
        Files.writeString(
            folder.resolve("omb.json"),
            "{\"workload\": \"w\", \"driver\": \"d\", \"publishRate\": [1.0], \"consumeRate\": [1.0]}");
    CommandRun printed = FeatureRun.of("checklist", omb.toString());
    assertThat(printed.exitCode()).isZero();
    assertThat(printed.printed()).contains("What a published result must state\n", "MISSING");
    Path output = folder.resolve("checklist.md");
    CommandRun written = FeatureRun.of("checklist", "-o", output.toString(), omb.toString());
    assertThat(written.exitCode()).isZero();
    assertThat(output).content().contains("| repetitions | MISSING |");
    assertThat(folder.resolve("report.html")).doesNotExist();
  }
}
