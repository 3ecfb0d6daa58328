package io.tidemark.report.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.model.question.Question;
import io.tidemark.report.Golden;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.runs.StoredStudy.Figure;
import io.tidemark.report.runs.StoredStudy.Price;
import io.tidemark.report.runs.StoredStudy.StudyBlocks;
import io.tidemark.report.runs.StoredStudy.StudyBlocks.End;
import io.tidemark.report.runs.StudyEntry.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The form of {@code study.json}; a change of the golden file needs a reader of the earlier one.
 */
class StoredStudyTest {
  private static final Map<String, String> CELL = Map.of("workload.messageSize", "100B");

  @TempDir Path folder;

  private static StudyEntry pending(String environment, int iteration) {
    return StudyEntry.pending(environment, "w", CELL, iteration);
  }

  private static StoredStudy study() {
    return new StoredStudy(
        StoredStudy.SCHEMA_VERSION,
        "acks",
        "What does full acknowledgement cost?",
        "a report of 2024",
        "studies/acks.yaml",
        Map.of("acks.yaml", "0a1b"),
        List.of(
            new Environment(
                "one",
                "d.yaml",
                Map.of("replicationFactor", "1"),
                Map.of("zone", "a"),
                new Price(100, "USD"),
                List.of(new Figure("publishRate", 1e5, "disk", "", "dd", "one", null)),
                true),
            new Environment("three", "d.yaml", Map.of(), Map.of(), null, List.of(), false)),
        Map.of("workload.messageSize", List.of("100B")),
        List.of("w"),
        2,
        7,
        1.5,
        true,
        1,
        List.of(
            pending("three", 0).done("VALID", ".warm-up/three/w-1", 3.25),
            pending("one", 1).repeating("one/w-1").done("VALID", "one/w-2", 3.5),
            pending("three", 1).in(State.RUNNING).with(List.of("three/w-2")),
            pending("three", 2).in(State.FAILED),
            pending("one", 2)),
        List.of(new Figure("endToEnd.p99", 14_000, "", "3 x 8 vCPU", "a report", null, "w")),
        new Question(List.of("endToEnd.p99", "publishRate"), 0.1),
        List.of("environments", "workload.messageSize"),
        new StudyBlocks(2, 15, true, 7200.0, 123.5, End.MAX_DURATION));
  }

  private StoredStudy read(String text) throws IOException {
    Files.writeString(folder.resolve(StoredStudy.FILE), text);
    return StoredStudy.read(folder).orElseThrow();
  }

  @Test
  void theFormIsSealed() throws IOException {
    study().write(folder);

    Golden.assertSealed("study.json", Files.readString(folder.resolve(StoredStudy.FILE)));
  }

  @Test
  void whatIsWrittenIsReadAgain() throws IOException {
    assertThat(read(Golden.read("study.json"))).isEqualTo(study());
  }

  @Test
  void aStudyOfALaterVersionIsRefused() {
    String later =
        Golden.read("study.json").replaceFirst("\"schemaVersion\" ?: ?1", "\"schemaVersion\": 99");

    assertThatExceptionOfType(ResultsException.class)
        .isThrownBy(() -> read(later))
        .withMessageContaining("99");
  }
}
