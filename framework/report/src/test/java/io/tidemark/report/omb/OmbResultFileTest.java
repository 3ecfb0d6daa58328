package io.tidemark.report.omb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidemark.report.SampleRuns;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OmbResultFileTest {
  @TempDir Path dir;

  @Test
  void givesTheSecondRunOfOneSecondAnotherName() throws IOException {
    Path first = OmbResultFile.write(dir, SampleRuns.sample(), ZoneOffset.UTC);
    Path second = OmbResultFile.write(dir, SampleRuns.sample(), ZoneOffset.UTC);
    assertThat(second).isNotEqualTo(first).hasSameTextualContentAs(first);
  }

  @Test
  void marksTheFileOfAnInvalidRunAndUnmarksItWhenReplaced() throws IOException {
    Path file = dir.resolve("deep/out.json");
    Path marker = dir.resolve("deep/out.json.INVALID");
    OmbResultFile.writeTo(file, SampleRuns.invalid());
    assertThat(marker).content().contains("worker-lost");
    OmbResultFile.writeTo(file, SampleRuns.sample());
    assertThat(marker).doesNotExist();
    assertThat(file).content().contains("\"workload\" : \"1 topic / 3 partitions, 1 KB\"");
  }

  /** A process that is killed between the two would leave figures that look usable. */
  @Test
  void anInvalidResultIsNeverThereWithoutItsMarker() throws IOException {
    Path other = Files.createDirectory(dir.resolve("other"));
    String name =
        OmbResultFile.write(other, SampleRuns.invalid(), ZoneOffset.UTC).getFileName().toString();
    Files.createDirectories(dir.resolve(name + ".INVALID/in the way"));
    assertThatThrownBy(() -> OmbResultFile.write(dir, SampleRuns.invalid(), ZoneOffset.UTC))
        .isInstanceOf(ResultsException.class);
    assertThat(dir.resolve(name)).doesNotExist();
    Files.createDirectories(dir.resolve("out.json.INVALID/in the way"));
    assertThatThrownBy(() -> OmbResultFile.writeTo(dir.resolve("out.json"), SampleRuns.invalid()))
        .isInstanceOf(ResultsException.class);
    assertThat(dir.resolve("out.json")).doesNotExist();
  }

  @Test
  void writesToTheTargetOfALink() throws IOException {
    Path target = Files.writeString(dir.resolve("target.json"), "old");
    Path link = Files.createSymbolicLink(dir.resolve("link.json"), target);
    OmbResultFile.writeTo(link, SampleRuns.sample());
    assertThat(link).isSymbolicLink();
    assertThat(target).content().startsWith("{");
  }

  @Test
  void saysThatTheDiskIsFull() {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    assertThatThrownBy(() -> OmbResultFile.writeTo(full, SampleRuns.sample()))
        .isInstanceOf(ResultsException.class)
        .hasMessageContainingAll("/dev/full", "No space left");
  }

  @Test
  void reportsBeforeARunThatItsFileCannotBeWritten() throws IOException {
    Path inTheWay = Files.writeString(dir.resolve("file"), "");
    assertThatThrownBy(() -> OmbResultFile.requireWritable(inTheWay.resolve("out.json")))
        .isInstanceOf(ResultsException.class)
        .hasMessageStartingWith("cannot write results to " + inTheWay.resolve("out.json") + ": ");
    assertThatThrownBy(() -> OmbResultFile.requireWritable(dir))
        .isInstanceOf(ResultsException.class)
        .hasMessageEndingWith("it is a folder");
  }

  @Test
  void triesAFileWithoutTouchingWhatIsThere() throws IOException {
    Path file = Files.writeString(dir.resolve("out.json"), "old");
    OmbResultFile.requireWritable(file);
    OmbResultFile.requireWritable(dir.resolve("deep/new.json"));
    assertThat(file).content().isEqualTo("old");
    assertThat(dir.resolve("deep")).isEmptyDirectory();
  }

  @Test
  void saysThatADirectoryIsInTheWay() throws IOException {
    Path taken = Files.createDirectory(dir.resolve("out.json"));
    assertThatThrownBy(() -> OmbResultFile.writeTo(taken, SampleRuns.sample()))
        .isInstanceOf(ResultsException.class)
        .hasMessageStartingWith("cannot write results to " + taken + ": ");
    assertThat(taken).isEmptyDirectory();
  }

  @Test
  void findsOutBeforeARunThatResultsCannotBeWritten() throws IOException {
    RunDirectory.requireWritable(dir.resolve("new"));
    assertThat(dir.resolve("new")).isEmptyDirectory();
    Path file = Files.writeString(dir.resolve("file"), "");
    assertThatThrownBy(() -> RunDirectory.requireWritable(file.resolve("below")))
        .isInstanceOf(ResultsException.class)
        .hasMessageStartingWith("cannot write results to " + file.resolve("below") + ": ");
  }
}
