package io.tidemark.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.question.Question;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.SampleStudy;
import io.tidemark.report.SearchRuns;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.MarkdownRenderer;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.MatrixAxis.MatrixPaths;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.study.Leaderboard.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaderboardTest {
  private static final String ACKS = "driver.producerConfig.acks";

  @TempDir Path folder;
  private final List<Environment> environments = new ArrayList<>();
  private final List<StudyEntry> runs = new ArrayList<>();
  private @Nullable Question question;

  private void environment(String name) {
    environments.add(
        new Environment(name, name + ".yaml", Map.of(), Map.of(), null, List.of(), false));
  }

  private void run(String environment, String acks, int iteration, RunResult result)
      throws IOException {
    Path directory = RunDirectory.write(folder.resolve(environment), result, Map.of());
    StudyEntry planned = StudyEntry.pending(environment, "w", Map.of(ACKS, acks), iteration);
    String status = result.verdict().status().name();
    runs.add(planned.done(status, folder.relativize(directory).toString(), 1));
  }

  private ReportedRuns read() throws IOException {
    SampleStudy.stored(environments, Map.of(ACKS, List.of("1", "all")), 2, runs, question)
        .write(folder);
    return ReportedRuns.read(List.of(folder));
  }

  private String markdown() throws IOException {
    Section section = LeaderboardSection.of(read());
    return MarkdownRenderer.of(new Document("", List.of(), List.of(section)));
  }

  private static RunResult failed() {
    return SampleRuns.withVerdict(
        SampleRuns.sample(), new Verdict(Status.FAILED, List.of(), List.of()));
  }

  @Test
  void theFastestIsFirstAndThoseThatMissedTheirObjectivesAreLastWithoutARate() throws IOException {
    environment("plain");
    environment("ramp");
    environment("missed");
    for (int i = 1; i <= 2; i++) {
      run("missed", "1", i, i == 1 ? failed() : SampleRuns.sample());
      run("plain", "1", i, SampleRuns.sample());
      run("ramp", "1", i, SampleRuns.ramp());
    }
    double plain = rate(runs.get(1));

    List<Row> rows = Leaderboard.of(read()).rows();

    assertThat(rows)
        .extracting(Row::system)
        .containsExactly("plain, acks 1", "ramp, acks 1", "missed, acks 1");
    assertThat(rows.get(0).ratePerSecond()).hasValueCloseTo(plain, within(0.1));
    assertThat(rows.get(0).basis()).isEqualTo("VALID in each of 2 runs");
    assertThat(rows.get(1).ratePerSecond()).hasValueCloseTo(5_000.0, within(50.0));
    assertThat(rows.get(1).basis()).isEqualTo("phase step-5k met its objectives in each of 2 runs");
    assertThat(rows.get(2).ratePerSecond()).isEmpty();
    assertThat(rows.get(2).basis()).isEqualTo("not VALID in 1 of 2 runs");
    assertThat(markdown()).contains("| w | missed, acks 1 | none | not VALID in 1 of 2 runs |");
  }

  @Test
  void aSearchCountsWithTheRateThatItFound() throws IOException {
    environment("a");
    run("a", "1", 1, SearchRuns.trials());
    run("a", "1", 2, SearchRuns.trials());

    Row row = Leaderboard.of(read()).rows().get(0);

    assertThat(row.ratePerSecond()).hasValue(8_000);
    assertThat(row.basis()).isEqualTo("searched in each of 2 runs");
  }

  @Test
  void anOpenLoopAsksForALatencyAndASearchForItsRate() throws IOException {
    environment("a");
    run("a", "1", 1, planned(SampleRuns.sample(), 10_000));
    assertThat(asked()).containsExactly("endToEnd.p99");
    runs.clear();
    run("a", "1", 1, planned(SearchRuns.trials(), 0));
    assertThat(asked()).containsExactly("publishRate");
  }

  private static RunResult planned(RunResult run, int rate) {
    Map<String, Object> workload = new LinkedHashMap<>(run.workload());
    workload.put("producerRate", rate);
    for (String clients :
        List.of("subscriptionsPerTopic", "producersPerTopic", "consumerPerSubscription")) {
      workload.put(clients, 1);
    }
    return SampleRuns.withWorkload(run, workload);
  }

  /** The workload has a version that is not understood, or is in OMB's format. */
  @Test
  void withoutAReadableWorkloadTheFirstFigureDecides() throws IOException {
    environment("a");
    run("a", "1", 1, SampleRuns.withWorkload(SampleRuns.sample(), Map.of("topics", "many")));
    assertThat(asked()).containsExactly("publishRate");
  }

  private List<String> asked() throws IOException {
    ReportedRuns all = read();
    return all.study().orElseThrow().questionOf(all.runs()).metrics();
  }

  @Test
  void theQuestionRanksByWhatItAsks() throws IOException {
    environment("a");
    environment("b");
    run("a", "1", 1, SampleRuns.sample());
    run("b", "1", 1, SampleRuns.ramp());
    question = new Question(List.of("consumeRate", "endToEnd.p50"), 0.1);
    Leaderboard board = Leaderboard.of(read());
    double first = board.rows().get(0).asked().orElseThrow().rank();
    assertThat(first).isLessThan(board.rows().get(1).asked().orElseThrow().rank());
    assertThat(markdown()).contains("what decides", "consumeRate ", "endToEnd.p50 ");
  }

  private double rate(StudyEntry run) throws IOException {
    RunResult stored = RunDirectory.read(folder.resolve(Objects.requireNonNull(run.directory())));
    return stored.totals().perSecond(Counter.ACKNOWLEDGED);
  }

  @Test
  void runsAreInTheOrderOfTheStudyWithTheNamesOfTheirCells() throws IOException {
    environment("b");
    environment("a");
    run("a", "all", 1, SampleRuns.sample());
    run("b", "all", 1, SampleRuns.sample());
    run("a", "1", 2, SampleRuns.sample());
    run("a", "1", 1, SampleRuns.sample());

    assertThat(read().runs())
        .extracting(ReportedRun::label)
        .containsExactly(
            "b, acks all, run 1", "a, acks 1, run 1", "a, acks 1, run 2", "a, acks all, run 1");
  }

  @Test
  void runsThatAreNotDoneAreNotThere() throws IOException {
    environment("a");
    run("a", "1", 1, SampleRuns.sample());
    runs.add(StudyEntry.pending("a", "w", Map.of(ACKS, "1"), 2).in(StudyEntry.State.RUNNING));
    assertThat(read().runs()).hasSize(1);
  }

  @Test
  void namesOfKeysAreAsLongAsTheyMustBe() {
    assertThat(MatrixPaths.names(List.of(ACKS, "driver.size", "workload.size")))
        .isEqualTo(
            Map.of(ACKS, "acks", "driver.size", "driver.size", "workload.size", "workload.size"));
    String linger = "driver.producerConfig.linger.ms";
    String fetch = "driver.consumerConfig.linger.ms";
    assertThat(MatrixPaths.names(List.of(linger))).containsEntry(linger, "linger.ms");
    assertThat(MatrixPaths.names(List.of(linger, fetch)))
        .isEqualTo(Map.of(linger, "producerConfig.linger.ms", fetch, "consumerConfig.linger.ms"));
  }
}
