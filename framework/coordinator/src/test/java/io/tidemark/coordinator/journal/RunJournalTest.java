package io.tidemark.coordinator.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.coordinator.run.Scenario;
import io.tidemark.model.part.Series;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.TelemetrySample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run records lies in files, and is the same when it is read. */
class RunJournalTest {
  @TempDir Path parent;

  private static TelemetrySample reading(int i) {
    return new TelemetrySample(i, "name", "queue \"ü\"\n" + i, i / 3.0, 1_000);
  }

  private Path folder() {
    return parent.resolve("recording");
  }

  @Test
  void whatIsReadIsWhatWasAdded() throws IOException {
    int number = 3 * JournalFile.BLOCK + 7;
    try (RunJournal journal = RunJournal.in(folder())) {
      AppendLog<TelemetrySample> log = journal.log("telemetry", TelemetrySample.class);
      for (int i = 0; i < number; i++) {
        log.add(reading(i));
      }
      List<TelemetrySample> all = log.all();
      assertThat(all).isInstanceOf(Series.class).hasSize(number);
      int i = 0;
      for (TelemetrySample each : all) {
        assertThat(each).isEqualTo(reading(i++));
      }
      for (int index : List.of(0, 1, JournalFile.BLOCK - 1, JournalFile.BLOCK, number - 1)) {
        assertThat(all.get(index)).isEqualTo(reading(index));
      }
      assertThatThrownBy(() -> all.get(number)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThat(journal.damages()).isEmpty();
    }
    assertThat(folder()).doesNotExist();
  }

  @Test
  void severalMayReadAtOnceAndStopWhereTheyLike() throws IOException {
    try (RunJournal journal = RunJournal.in(folder())) {
      AppendLog<TelemetrySample> log = journal.log("telemetry", TelemetrySample.class);
      log.add(reading(0));
      log.add(reading(1));
      Iterator<TelemetrySample> first = log.all().iterator();
      Iterator<TelemetrySample> second = log.all().iterator();
      assertThat(first.next()).isEqualTo(reading(0));
      assertThat(second.next()).isEqualTo(reading(0));
      assertThat(first.next()).isEqualTo(reading(1));
      assertThat(first.hasNext()).isFalse();
      assertThat(second.hasNext()).isTrue();
    }
  }

  @Test
  void whatCannotBeWrittenIsReportedAndBreaksNothing() throws IOException {
    Files.createDirectories(folder().resolve("telemetry.jsonl")); // In the way.
    JournalFile<TelemetrySample> file =
        JournalFile.create(folder().resolve("telemetry.jsonl"), TelemetrySample.class);
    file.add(reading(0));
    file.add(reading(1));
    assertThat(file.all()).isEmpty();
    assertThat(file.damage().orElseThrow()).contains("2 entries of telemetry.jsonl were lost");
  }

  @Test
  void anInterruptedThreadGoesOnWritingAndReading() throws IOException {
    try (RunJournal journal = RunJournal.in(folder())) {
      AppendLog<TelemetrySample> log = journal.log("telemetry", TelemetrySample.class);
      log.add(reading(0));
      Thread.currentThread().interrupt();
      try {
        log.flush();
        log.add(reading(1));
        assertThat(List.copyOf(log.all())).containsExactly(reading(0), reading(1));
        assertThat(journal.damages()).isEmpty();
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
    }
  }

  @Test
  void anExistingFolderBelongsToAnotherProcess() throws IOException {
    Files.createDirectory(folder());
    assertThatThrownBy(() -> RunJournal.in(folder())).isInstanceOf(IOException.class);
  }

  @Test
  void aRunThatKeepsItsSamplesInFilesHasTheSameResult() throws Exception {
    Scenario inMemory = new Scenario().workers("a", "b");
    inMemory.worker(0).countsLag = 1;
    Scenario inFiles = new Scenario().workers("a", "b");
    inFiles.worker(0).countsLag = 1;
    RunResult expected = inMemory.run();
    try (RunJournal journal = RunJournal.in(folder())) {
      inFiles.journal = journal;
      RunResult result = inFiles.run();
      assertThat(result.samples()).isInstanceOf(Series.class);
      assertThat(result.part(TelemetrySample.PART)).isInstanceOf(Series.class).isNotEmpty();
      assertThat(result.part(Sample.TEN_SECONDS)).isInstanceOf(Series.class).isNotEmpty();
      assertThat(List.<Sample>copyOf(result.samples())).isEqualTo(expected.samples());
      assertThat(List.copyOf(result.part(Sample.TEN_SECONDS)))
          .isEqualTo(expected.part(Sample.TEN_SECONDS));
      assertThat(List.copyOf(result.part(TelemetrySample.PART)))
          .isEqualTo(expected.part(TelemetrySample.PART));
      assertThat(result.verdict()).isEqualTo(expected.verdict());
    }
  }

  @Test
  void whatCannotBeReadAgainForTheVerdictIsKept() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    Path samples = folder().resolve("samples.jsonl");
    Path kept = folder().resolveSibling(".kept-" + folder().getFileName());
    scenario.time.at(20, () -> overwrite(samples));
    try (RunJournal journal = RunJournal.in(folder())) {
      scenario.journal = journal;
      assertThatThrownBy(scenario::run)
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining(samples.toString())
          .hasMessageEndingWith("; the recorded data is kept in " + kept);
    }
    assertThat(kept.resolve("samples.jsonl")).exists();
  }

  private static void overwrite(Path file) {
    try {
      Files.writeString(file, "damaged\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
