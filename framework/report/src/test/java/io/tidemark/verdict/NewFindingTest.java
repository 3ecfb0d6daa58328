package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.charts.page.ReportPage;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.Workload;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.section.RunDocument;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.report.suite.SuiteFormat.SuiteMarkdown;
import io.tidemark.report.text.RunTitle;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.report.text.VerdictText.VerdictJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A finding that only this test declares: its type and its rule are all that it needs. */
class NewFindingTest {
  private static final String SENTENCE =
      "the hall of worker a had 41.00 % humidity (limit 40.00 %)";
  private static final String NEXT = "let the hall dry";

  @Found.Type(
      as = {Severity.REMARK, Severity.INVALIDATES},
      value = "A worker stood in a hall with too much humidity.",
      next = NEXT,
      damages = Found.Reach.LATENCIES,
      limits = Threshold.CPU_STEAL)
  @Found.Says("the hall of worker {worker} had {humidityPercent} humidity (limit {limitPercent})")
  record TooHumid(String worker, double humidityPercent, double limitPercent) implements Found {}

  private final TooHumid found = new TooHumid("a", 41, 40);
  private final RunResult judged = judged();

  @TempDir Path folder;

  private RunResult judged() {
    RunResult run = SampleRuns.sample();
    Workload workload = new PlannedWorkload().workload();
    List<VerdictRules.Rule> rules = List.of((facts, findings) -> findings.invalidates(found));
    return SampleRuns.withVerdict(
        run, VerdictRules.judge(run, workload, Criteria.fromWorkload(workload), rules));
  }

  @Test
  void isInTheVerdictWithItsDamage() {
    assertThat(judged.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(judged.verdict().of(FigureGroup.PUBLISH_LATENCY).because())
        .containsExactly("too-humid");
    assertThat(judged.verdict().usable(FigureGroup.RATES)).isTrue();
  }

  @Test
  void survivesInTheResultWithItsValues() throws Exception {
    Path run = RunDirectory.write(folder, judged, Map.of());

    Finding stored =
        Found.in(RunDirectory.read(run).verdict(), TooHumid.class).findFirst().orElseThrow();
    assertThat(stored.message()).isEqualTo(SENTENCE);
    assertThat(stored.next()).isEqualTo(NEXT);
    assertThat(Found.read(stored, TooHumid.class)).contains(found);
  }

  @Test
  void isInAllFormats() throws Exception {
    Path run = RunDirectory.write(folder, judged, Map.of());
    String console =
        new TerminalRenderer(TerminalStyle.PLAIN).render(RunDocument.of(judged, List.of()));
    assertThat(console).containsPattern("INVALID +the hall").contains("[too-humid]");
    assertThat(console.split("\\s+")).contains(SENTENCE.split(" ")).contains(NEXT.split(" "));
    String markdown =
        SuiteMarkdown.of(
            List.of(RunOutcome.finished(new RunTitle("w", "s", 1, 1), judged, Optional.empty())));
    assertThat(markdown).contains(SENTENCE + " | \\[too-humid\\] | " + NEXT);
    String json = VerdictJson.of(List.of(VerdictJson.Run.of(folder, judged)));
    assertThat(json).contains("\"too-humid\"", SENTENCE, NEXT, "\"humidityPercent\" : 41.0");
    String page = ReportPage.html(ReportedRuns.read(List.of(folder)), List.of());
    assertThat(page).contains("too-humid", SENTENCE, NEXT);
    assertThat(Files.readString(run.resolve(".INVALID"))).contains("too-humid: " + SENTENCE);
  }

  @Test
  void isInTheReference() throws Exception {
    String made = new VerdictPage(List.of(TooHumid.class)).text();

    assertThat(made)
        .contains(
            "| `too-humid` | A worker stood in a hall with too much humidity."
                + " | `publishLatency`, `endToEndLatency`, `roundTripLatency` | "
                + NEXT
                + " |\n",
            "| `cpuSteal` | 5 | `too-humid` |\n");
  }
}
