package io.tidemark.report.omb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.report.Golden;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.omb.OmbCsv.Export;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OmbCsvTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_795_228_600);

  @TempDir Path folder;
  @TempDir Path output;

  @Test
  void writesTheSealedTable() throws IOException {
    OmbResultFile.write(folder, SampleRuns.sample(), ZoneOffset.UTC);
    upstream("b.json", 100, 10, "[ 50000.4, 50000.7 ]");
    upstream("a.json", 100, 1, "[ 1234567.89, 1234561.89 ]");
    Export export = OmbCsv.write(folder, output, NOW);
    assertThat(export.file()).isEqualTo(output.resolve("results-1795228600.csv"));
    assertThat(export.rows()).isEqualTo(3);
    assertThat(export.skipped()).isEmpty();
    Golden.assertSealed("results.csv", Files.readString(export.file()));
  }

  @Test
  void writesPointsInEveryLocale() throws IOException {
    upstream("a.json", 100, 1, "[ 10.25 ]");
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(OmbCsv.write(folder, output, NOW).file())
          .content()
          .contains(",10.25,10.25,0,10.25,");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void leavesOutInvalidRunsAndOtherFilesAndSaysSo() throws IOException {
    OmbResultFile.write(folder, SampleRuns.invalid(), ZoneOffset.UTC);
    Files.writeString(folder.resolve("broken.json"), "{");
    Files.writeString(folder.resolve("other.json"), "{}");
    upstream("texts.json", 100, 1, "[ \"fast\" ]");
    Files.writeString(folder.resolve("notes.txt"), "");
    upstream("good.json", 100, 1, "[ 1.0 ]");
    Export export = OmbCsv.write(folder, output, NOW);
    assertThat(export.rows()).isEqualTo(1);
    assertThat(export.skipped())
        .satisfiesExactly(
            broken -> assertThat(broken).startsWith("broken.json: not readable: "),
            invalid ->
                assertThat(invalid)
                    .startsWith(
                        "failover-rabbit_quorum-2026-11-21-02-35-07.json: the run is invalid"),
            other -> assertThat(other).isEqualTo("other.json: not a result in OMB's format"),
            texts -> assertThat(texts).isEqualTo("texts.json: not a result in OMB's format"));
  }

  @Test
  void saysWhenThereIsNothingToExport() {
    assertThatThrownBy(() -> OmbCsv.write(folder, output, NOW))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining(folder.toString());
    assertThat(output).isEmptyDirectory();
  }

  @Test
  void saysWhenTheFolderDoesNotExist() {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> OmbCsv.write(missing, output, NOW))
        .hasMessageContainingAll(missing.toString(), "no such file");
  }

  /** Writes a file as another version of OMB does: with fields that we do not know. */
  private void upstream(String name, int size, int topics, String rates) throws IOException {
    Files.writeString(
        folder.resolve(name),
        """
        {"workload": "w", "driver": "d", "messageSize": %d, "topics": %d, "partitions": 4,
         "producersPerTopic": 2, "consumersPerTopic": 3, "publishRate": %s, "consumeRate": [],
         "publishLatency99999pct": [ 1.0 ], "version": "2"}
        """
            .formatted(size, topics, rates));
  }
}
