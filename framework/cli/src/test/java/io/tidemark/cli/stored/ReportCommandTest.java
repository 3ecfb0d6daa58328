package io.tidemark.cli.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
  @TempDir Path folder;
  private Path omb;

  @BeforeEach
  void aResultInOmbsFormat() throws Exception {
    omb =
        Files.writeString(
            folder.resolve("omb.json"),
            """
            {"workload": "one <b>& only</b>", "driver": "d", "publishRate": [100.0], "consumeRate": [90.0]}
            """);
  }

  private CommandRun report(Object source, Object output) {
    return CommandRun.of("report", source.toString(), "--output", output.toString());
  }

  @Test
  void writesOneFileAndReplacesIt() throws Exception {
    Path output = Files.writeString(folder.resolve("page.html"), "before");
    CommandRun run = report(omb, output);
    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.printed()).contains("Wrote " + output + ": 1 run");
    assertThat(Files.readString(output))
        .startsWith("<!DOCTYPE html>")
        .contains("one &lt;b&gt;&amp; only&lt;/b&gt;")
        .doesNotContain("one <b>", "only</b>", "http-equiv=\"refresh\"", "src=");
    assertThat(folder).isDirectoryNotContaining(file -> file.toString().endsWith(".tmp"));
  }

  @Test
  void aFileThatIsNoResultIsLeftOutAndNamed() throws Exception {
    Files.writeString(folder.resolve("other.json"), "{}");
    // A process that was killed while it wrote has left it.
    Path unfinished = Files.createDirectory(folder.resolve(".20261126-run.0a1b2c3d.tmp"));
    Files.createFile(unfinished.resolve("result.json"));
    CommandRun run = report(folder, folder.resolve("page.html"));
    assertThat(run.exitCode()).isZero();
    assertThat(run.printed()).contains("left out", "other.json: not a result in OMB's format");
    assertThat(Files.readString(folder.resolve("page.html"))).contains("Left out: ", "other.json");
  }

  @Test
  void aFullDiskIsAFailureOfTheMachine() {
    CommandRun run = report(omb, Path.of("/dev/full"));
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.printed()).contains("cannot write results to /dev/full: No space left");
  }

  @Test
  void aSourceWithoutRunsIsAnError() throws Exception {
    CommandRun run = report(Files.createDirectory(folder.resolve("empty")), folder.resolve("x"));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.printed())
        .contains("empty", "neither run directories nor files in OMB's format");
    assertThat(folder.resolve("x")).doesNotExist();
  }

  @Test
  void doesNotReplaceAFolderOrAFileThatItReads() throws Exception {
    String before = Files.readString(omb);
    assertThat(report(omb, folder).printed()).contains("is a folder; allowed is another file");
    CommandRun run = report(omb, omb);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.printed()).contains("is a file to be read");
    assertThat(Files.readString(omb)).isEqualTo(before);
  }
}
