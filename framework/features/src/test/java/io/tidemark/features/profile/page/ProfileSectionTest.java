package io.tidemark.features.profile.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.charts.page.Figure;
import io.tidemark.charts.page.ReportPage;
import io.tidemark.features.profile.stack.ErlangUse;
import io.tidemark.features.profile.stack.FoldedStacks;
import io.tidemark.features.profile.stack.ProcessProfile;
import io.tidemark.features.profile.stack.ProcessProfile.Pause;
import io.tidemark.features.profile.stack.ProcessProfileBuilder;
import io.tidemark.features.profile.stack.ProfileFile;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileSectionTest {
  @TempDir Path folder;
  private Path run;

  @BeforeEach
  void run() throws IOException {
    run = RunDirectory.write(folder, SampleRuns.sample(), Map.of());
  }

  private ReportedRuns runs() throws IOException {
    return ReportedRuns.read(List.of(folder));
  }

  /** Of a process that was recorded for 20 s. */
  private void write(String runtime, UnaryOperator<ProcessProfileBuilder> profile)
      throws IOException {
    Files.createDirectories(run.resolve(ProfileFile.FOLDER));
    ProfileFile.write(
        profile
            .apply(
                ProcessProfileBuilder.builder()
                    .formatVersion(ProcessProfile.VERSION)
                    .process("broker 1")
                    .phases(List.of("test"))
                    .runtime(runtime)
                    .seconds(20))
            .build(),
        run.resolve(ProfileFile.FOLDER).resolve("broker-1" + ProfileFile.ENDING));
  }

  private void profile() throws IOException {
    long start = runs().runs().get(0).startEpochMicros();
    write(
        "a JVM 17",
        jvm ->
            jvm.cores(0.25)
                .cpu(FoldedStacks.of(Map.of("io-#;a.Log.append", 90L, "io-#;a.Log.read", 10L)))
                .allocation(FoldedStacks.of(Map.of("io-#;a.Log.append;byte[]", 4_000L)))
                .locks(
                    FoldedStacks.of(
                        Map.of("io-#;a.Log.lock;java.util.concurrent.locks.X", 250_000L)))
                .pauses(List.of(new Pause(start + 2_000_000, 5_000, "young, full"))));
  }

  private static List<List<String>> rows(Table table) {
    return table.rows().stream().map(row -> row.stream().map(Cell::text).toList()).toList();
  }

  @Test
  void showsWhatAProcessDid() throws IOException {
    profile();

    Section section = ProfileSection.section(runs().runs()).orElseThrow();

    assertThat(section.blocks(Figure.Graph.class))
        .singleElement()
        .satisfies(
            graph -> {
              assertThat(graph.title()).isEqualTo("CPU time of broker 1, test");
              assertThat(graph.svg()).contains("a.Log.append: 90.00 %");
            });
    assertThat(rows(section.tables().get(0)))
        .containsExactly(List.of("broker 1", "20.0", "0.25", "1", "5.0", "0.0", "a JVM 17"));
    assertThat(rows(section.tables().get(1)))
        .containsExactly(
            List.of("a.Log.append", "broker 1", "90.0", "90.0"),
            List.of("a.Log.read", "broker 1", "10.0", "10.0"));
    assertThat(rows(section.tables().get(2)))
        .containsExactly(List.of("byte[]", "broker 1", "100.0", "a.Log.append"));
    assertThat(rows(section.tables().get(3)))
        .containsExactly(List.of("java.util.concurrent.locks.X", "broker 1", "250", "a.Log.lock"));
  }

  @Test
  void thePageHasTheGraphAndThePausesBesideTheTimeline() throws IOException {
    profile();

    String html = ReportPage.html(runs(), List.of());

    assertThat(html)
        .contains("id=\"profile\"", "<svg class=\"flame\"", "Pauses of garbage collectors");
  }

  @Test
  void showsThreadsAndMemoryOfAnErlangMachine() throws IOException {
    Map<String, Long> micros = Map.of("emulator", 30L, "gc", 10L, "sleep", 160L);
    ErlangUse use =
        new ErlangUse(
            List.of(new ErlangUse.Threads("dirty_io_scheduler", 10, micros)),
            List.of(new ErlangUse.Memory("quorum_queue_procs", 12_340_000)),
            List.of(new ErlangUse.Work("%2F_orders", 30_000_000)),
            120_000_000);
    write("Erlang/OTP 27", node -> node.erlang(use));

    Section section = ProfileSection.section(runs().runs()).orElseThrow();

    assertThat(section.blocks(Figure.Graph.class)).isEmpty();
    assertThat(rows(section.tables().get(0)))
        .containsExactly(List.of("broker 1", "20.0", "Erlang/OTP 27"));
    assertThat(section.tables().get(1).head())
        .startsWith("threads", "process", "number", "busy (%)");
    assertThat(rows(section.tables().get(1)))
        .containsExactly(
            List.of(
                "dirty io scheduler",
                "broker 1",
                "10",
                "20.0",
                "15.0",
                "0.0",
                "5.0",
                "0.0",
                "0.0",
                "0.0"));
    assertThat(rows(section.tables().get(2)))
        .containsExactly(List.of("%2F_orders", "broker 1", "1.500", "25.0"));
    assertThat(rows(section.tables().get(3)))
        .containsExactly(List.of("quorum_queue_procs", "broker 1", "12.3"));
  }

  @Test
  void runsWithoutProfilesHaveNoChapter() throws IOException {
    assertThat(ProfileSection.section(runs().runs())).isEmpty();
    assertThat(ReportPage.html(runs(), List.of())).doesNotContain("id=\"profile\"");
  }

  @Test
  void aDamagedFileIsAWarning() throws IOException {
    profile();
    Files.writeString(run.resolve("profile/broker-1.json.gz"), "x");

    assertThat(ProfileSection.section(runs().runs()).orElseThrow().paragraphs(true))
        .singleElement()
        .asString()
        .contains("broker-1.json.gz");
  }
}
