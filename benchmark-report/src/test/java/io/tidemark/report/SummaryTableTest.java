package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SummaryTableTest {
  private static final Look UNICODE = new Look(true, false);

  @Test
  void drawsAValidRun() {
    Golden.assertSealed("summary.txt", render(RunResults.sample(), UNICODE));
  }

  @Test
  void drawsAnInvalidRunInAscii() {
    String text = render(RunResults.invalid(), Look.PLAIN);
    Golden.assertSealed("summary-invalid.txt", text);
    assertThat(text).matches("\\p{ASCII}*");
  }

  @Test
  void staysWithinAHundredColumns() {
    for (RunResult run : List.of(RunResults.sample(), RunResults.invalid())) {
      assertThat(render(run, UNICODE).lines()).allMatch(line -> TextTable.width(line) <= 100);
    }
  }

  @Test
  void saysWhichObjectiveWasMissed() {
    Verdict failed =
        new Verdict(
            Status.FAILED,
            List.of(),
            List.of(new ObjectiveResult("publishLatency.p99", "<= 2ms", "5.95 ms", false)));
    assertThat(render(RunResults.withVerdict(RunResults.sample(), failed), UNICODE))
        .contains("FAILED: publishLatency.p99 <= 2ms is 5.95 ms")
        .containsPattern("FAIL +publishLatency.p99 +<= 2ms +5.95 ms");
  }

  @Test
  void coloursOnlyWhenAsked() {
    assertThat(render(RunResults.invalid(), new Look(true, true))).contains("\u001b[31mINVALID");
    assertThat(render(RunResults.invalid(), UNICODE)).doesNotContain("\u001b");
  }

  @Test
  void saysThatNothingWasMeasuredWhenTheRunEndedBefore() {
    RunResult run = RunResults.sample();
    RunResult broken = RunResults.withPhases(run, List.of(run.phases().get(0)));
    assertThat(render(broken, UNICODE))
        .contains("nothing was measured: the run ended before its measured part")
        .doesNotContain("closed loop");
    assertThat(ComparisonTable.render(List.of(StoredRun.of(broken)), UNICODE)).contains("none");
  }

  @Test
  void saysNoneWhereNothingWasMeasured() {
    RunResult run = RunResults.sample();
    RunResult silent = RunResults.withPhases(run, List.of(run.phases().get(2)));
    assertThat(render(silent, UNICODE)).containsPattern("publish latency +none\n");
  }

  @Test
  void callsARunAClosedLoopOnlyIfNoPhaseHadASchedule() {
    RunResult run = RunResults.sample();
    PhaseResult fill = run.phases().get(1);
    PhaseResult drain = withoutSchedule(fill, "drain");
    assertThat(render(RunResults.withPhases(run, List.of(fill, drain)), UNICODE))
        .doesNotContain("closed loop");
    assertThat(render(RunResults.withPhases(run, List.of(drain)), UNICODE))
        .contains("closed loop: as fast as the window allows");
  }

  private static PhaseResult withoutSchedule(PhaseResult phase, String name) {
    return new PhaseResult(
        name,
        true,
        phase.startEpochNanos() + phase.lengthNanos(),
        phase.lengthNanos(),
        Optional.empty(),
        phase.rates(),
        phase.counters(),
        phase.histograms());
  }

  private static String render(RunResult run, Look look) {
    return SummaryTable.render(
        StoredRun.of(run), look, List.of(Path.of("results/run"), Path.of("results/omb.json")));
  }
}
