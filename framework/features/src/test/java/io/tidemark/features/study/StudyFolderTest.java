package io.tidemark.features.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.base.UsageException;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StudyEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The folder of a study whose process is killed at any moment of the first writes. */
class StudyFolderTest {
  @TempDir Path files;

  private StudySuite suite;

  @BeforeEach
  void study() throws IOException {
    suite =
        StudyFiles.in(files)
            .suite(
                "name: s\nenvironments:\n  - {name: east, driver: d.yaml}\nworkloads: [w.yaml]\n");
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private Path left(String... names) throws IOException {
    Path folder = Files.createDirectories(files.resolve("results/s"));
    for (String name : names) {
      boolean whole = !name.endsWith(".tmp");
      Files.writeString(folder.resolve(name), whole ? "" : name.contains("half") ? "{\"sch" : "");
    }
    return folder;
  }

  /** What the steps of the first {@code open} leave, one after the other. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".probe.0a1b2c3d.tmp",
        ".lock",
        ".lock,.probe.0a1b2c3d.tmp",
        ".lock,.study.json.0a1b2c3d.tmp",
        ".lock,.study.json.half0000.tmp"
      })
  void continuesAfterAKillBeforeItsFirstFile(String names) throws IOException {
    Path folder = left(names.isEmpty() ? new String[0] : names.split(","));

    assertThat(StudyFolder.read(folder, suite)).isEmpty();
    StudyFolder.open(folder, suite).close();

    assertThat(names(folder)).containsExactly(".lock", StoredStudy.FILE);
    assertThat(StudyFolder.read(folder, suite)).isPresent();
  }

  @Test
  void aLaterWriteThatWasKilledLeavesWhatWasThere() throws IOException {
    Path folder = left();
    StudyFolder.open(folder, suite).close();
    left(".study.json.0a1b2c3d.tmp");

    StudyFolder.open(folder, suite).close();

    assertThat(names(folder)).containsExactly(".lock", StoredStudy.FILE);
  }

  @Test
  void whatAKilledRunHadWrittenBeforeItWasRecordedIsRemoved() throws IOException {
    Path folder = left();
    try (StudyFolder open = StudyFolder.open(folder, suite)) {
      open.update(0, open.study().runs().get(0).in(StudyEntry.State.RUNNING));
    }
    Path place = folder.resolve("east");
    FileTime before = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
    FileTime begun = FileTime.from(Instant.parse("2020-01-01T00:00:10Z"));
    Files.setLastModifiedTime(folder.resolve(StoredStudy.FILE), begun);
    Path earlier = Files.createDirectories(place.resolve("w-earlier"));
    Files.writeString(earlier.resolve("result.json"), "{}");
    Files.setLastModifiedTime(earlier, before);
    Path orphan = Files.createDirectories(place.resolve("w-orphan"));
    Files.writeString(orphan.resolve("result.json"), "{}");
    Files.writeString(place.resolve("w-orphan-omb.json"), "{}");
    Files.writeString(place.resolve("notes.txt"), "of the user");

    StudyFolder.open(folder, suite).close();

    assertThat(names(place)).containsExactly("notes.txt", "w-earlier");
  }

  @Test
  void resultsOfOtherRunsStayWhenTheClockWasSetBack() throws IOException {
    Path folder = left();
    String whole = "20200101-000020-w-d";
    String invalid = "20200101-000010-w-d";
    try (StudyFolder open = StudyFolder.open(folder, suite)) {
      StudyEntry run = open.study().runs().get(0);
      StudyEntry done = run.repeating("east/" + invalid).done("VALID", "east/" + whole, 1);
      open.add(List.of(run.in(StudyEntry.State.RUNNING)));
      open.update(0, done);
    }
    Path place = folder.resolve("east");
    for (String name : List.of(whole, invalid, "20200101-000005-w-d")) {
      Files.writeString(Files.createDirectories(place.resolve(name)).resolve("result.json"), "{}");
    }
    Files.writeString(place.resolve("w-d-2020-01-01-00-00-20.json"), "{}");
    Files.writeString(place.resolve("w-d-2020-01-01-00-00-05.json"), "{}");
    Files.setLastModifiedTime(
        folder.resolve(StoredStudy.FILE), FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));

    StudyFolder.open(folder, suite).close();

    assertThat(names(place)).containsExactly(invalid, whole, "w-d-2020-01-01-00-00-20.json");
  }

  @Test
  void aFolderWithSomethingElseIsRefused() throws IOException {
    Path folder = left("notes.txt");

    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> StudyFolder.open(folder, suite))
        .withMessageContaining("has no study.json");
  }
}
