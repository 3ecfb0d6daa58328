package io.tidemark.features.history.bisect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.report.file.ResultsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BisectLogTest {
  private static final String BEGIN =
      "{\"v\": 1, \"metric\": \"publishRate\", \"command\": \"c\", \"candidates\": ";

  @TempDir Path folder;

  @Test
  void whatIsWrittenIsRead() throws Exception {
    BisectLog log =
        BisectLog.of("publishRate", "c", List.of("1", "2"))
            .with(new BisectLog.Attempt(1, "f", List.of(3.5), 1), "machine");
    log.write(folder);
    assertThat(BisectLog.read(folder)).hasValue(log);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null | null",
        "{} | missing",
        "[] | bisect.json",
        "{\"v\": 1 | not JSON",
        BEGIN + "5} | candidates: got 5",
        BEGIN
            + "[\"1\", null], \"attempts\": [], \"skipped\": [], \"machine\": \"\"} | bisect.json",
        BEGIN
            + "[\"1\", \"2\"], \"attempts\": [], \"skipped\": [2], \"machine\": \"\"} | candidate",
        BEGIN
            + "[\"1\", \"2\"], \"attempts\": [{\"candidate\": 7, \"folder\": \"f\", \"values\": [1],"
            + " \"seconds\": 1}], \"skipped\": [], \"machine\": \"\"} | candidate"
      })
  void aDamagedFileIsOneLineWithItsName(String content, String problem) throws Exception {
    Files.writeString(folder.resolve(BisectLog.FILE), content);
    assertThatThrownBy(() -> BisectLog.read(folder))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining(BisectLog.FILE)
        .hasMessageContaining(problem)
        .hasMessageNotContainingAny("io.tidemark", "java.", "Exception", "\n");
  }
}
