package io.tidemark.features.profile.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.features.profile.page.ErlangComparison.Change;
import io.tidemark.features.profile.stack.ErlangUse;
import io.tidemark.features.profile.stack.ProcessProfile;
import io.tidemark.features.profile.stack.ProcessProfileBuilder;
import io.tidemark.features.profile.stack.ProfileFile;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.RunSet;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ErlangComparisonTest {
  private static final String LIMIT =
      "One run of a side does not show which differences are chance; compare several.";

  @TempDir Path folder;

  /** A node whose schedulers are busy for a share of the time, and whose memory is one part. */
  private static ProcessProfile node(int busyPercent, String client, long queue, long bytes) {
    return ProcessProfileBuilder.builder()
        .formatVersion(ProcessProfile.VERSION)
        .process("broker 1")
        .runtime("Erlang/OTP 27")
        .seconds(10)
        .erlang(
            new ErlangUse(
                List.of(
                    new ErlangUse.Threads(
                        "dirty_io_scheduler",
                        10,
                        Map.of(
                            "emulator", busyPercent * 10L, "sleep", 1_000L - busyPercent * 10L))),
                List.of(new ErlangUse.Memory("binary", bytes)),
                List.of(
                    new ErlangUse.Work(
                        "%2F_test-topic-0000000-"
                            + (client + "abc").replaceAll("\\W", "").substring(0, 7),
                        queue),
                    new ErlangUse.Work(
                        "{rabbit_reader," + client + " -> " + client + "}", 20_000_000)),
                100_000_000))
        .build();
  }

  private RunSet side(String name, ProcessProfile... runs) throws IOException {
    for (int i = 0; i < runs.length; i++) {
      Path run =
          RunDirectory.write(
              folder.resolve(name).resolve("run-" + i), SampleRuns.sample(), Map.of());
      Files.createDirectories(run.resolve(ProfileFile.FOLDER));
      ProfileFile.write(
          runs[i], run.resolve(ProfileFile.FOLDER).resolve("broker-1" + ProfileFile.ENDING));
    }
    return RunSet.read(folder.resolve(name));
  }

  private static ErlangComparison compared(RunSet before, RunSet after) throws IOException {
    List<ErlangComparison> all = ErlangComparison.of(before, List.of(after));
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void showsWhatChangedAndNoNamesOfOneRun() throws IOException {
    ErlangComparison comparison =
        compared(
            side("old", node(10, "10.0.0.7:1111", 40_000_000, 5_000_000)),
            side("new", node(25, "11.0.0.7:2222", 60_000_000, 5_000_000)));

    assertThat(comparison.changes())
        .containsExactly(
            new Change("dirty io scheduler busy", "%", 10, 25, false),
            new Change("reductions", "million/s", 10, 10, true),
            new Change("%2F_test-topic-0000000", "% of the work", 40, 60, false));
    Section section = comparison.section("erlang");
    assertThat(section.title()).isEqualTo("broker 1: new against old");
    assertThat(section.paragraphs(false))
        .extracting(each -> each.content().text())
        .anyMatch(
            text ->
                text.startsWith(
                    "Workload " + comparison.workload() + ": new (1 run) against old (1 run). "))
        .contains(LIMIT);
    assertThat(section.tables().get(0).rows().get(0))
        .extracting(Cell::text)
        .containsExactly("dirty io scheduler busy", "%", "10.0", "25.0", "+15.0", "");
    assertThat(section.tables().get(0).rows().get(1)).last().isEqualTo(Cell.of("yes"));
  }

  @Test
  void theMeansOfSeveralRunsAreComparedAndOverlapsAreSaid() throws IOException {
    ErlangComparison comparison =
        compared(
            side(
                "old",
                node(10, "10.0.0.7:1", 40_000_000, 1_000_000),
                node(20, "10.0.0.7:2", 40_000_000, 1_000_000)),
            side(
                "new",
                node(18, "10.0.0.7:3", 40_000_000, 3_000_000),
                node(30, "10.0.0.7:4", 40_000_000, 5_000_000)));

    assertThat(comparison.changes())
        .contains(
            new Change("dirty io scheduler busy", "%", 15, 24, true),
            new Change("memory binary", "MB", 1, 4, false));
    assertThat(comparison.section("erlang").paragraphs(false))
        .extracting(each -> each.content().text())
        .doesNotContain(LIMIT);
  }

  @Test
  void aNodeThatOneSideDidNotProfileIsNotCompared() throws IOException {
    RunSet old = side("old", node(10, "10.0.0.7:1", 1, 1));
    Path other =
        RunDirectory.write(folder.resolve("new").resolve("run"), SampleRuns.sample(), Map.of());

    assertThat(other).isDirectory();
    assertThat(ErlangComparison.of(old, List.of(RunSet.read(folder.resolve("new"))))).isEmpty();
  }

  private static ProcessProfile memory(ErlangUse.Memory... parts) {
    return node(0, "10.0.0.7:1", 1, 1)
        .withErlang(new ErlangUse(List.of(), List.of(parts), List.of(), 0));
  }

  @Test
  void theLargestChangeIsFirstAndAPartOfOneSideIsOneFromZero() throws IOException {
    ErlangComparison comparison =
        compared(
            side(
                "old",
                memory(
                    new ErlangUse.Memory("binary", 5_000_000),
                    new ErlangUse.Memory("ets", 1_000_000),
                    new ErlangUse.Memory("atom", 2_000_000))),
            side(
                "new",
                memory(
                    new ErlangUse.Memory("binary", 6_000_000),
                    new ErlangUse.Memory("ets", 4_000_000),
                    new ErlangUse.Memory("code", 100_000),
                    new ErlangUse.Memory("system", 99_000))));

    assertThat(comparison.changes())
        .as("without reductions there is no work, and 0.1 MB is the least that is shown")
        .containsExactly(
            new Change("memory ets", "MB", 1, 4, false),
            new Change("memory atom", "MB", 2, 0, false),
            new Change("memory binary", "MB", 5, 6, false),
            new Change("memory code", "MB", 0, 0.1, false));
  }
}
