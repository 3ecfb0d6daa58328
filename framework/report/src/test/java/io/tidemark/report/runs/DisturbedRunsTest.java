package io.tidemark.report.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.runs.ReportedRuns.DisturbedRuns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DisturbedRunsTest {
  private final List<ReportedRun> runs = new ArrayList<>();

  private DisturbedRunsTest runs(String system, boolean... disturbed) {
    for (int i = 0; i < disturbed.length; i++) {
      runs.add(run(system, i + 1, disturbed[i]));
    }
    return this;
  }

  private static ReportedRun run(String system, int iteration, boolean disturbed) {
    Finding finding = new Finding(Severity.REMARK, "other-processes", "javac used 81 %");
    RunResult stored =
        SampleRuns.withVerdict(
            SampleRuns.sample(),
            new Verdict(Status.VALID, disturbed ? List.of(finding) : List.of(), List.of()));
    return ReportedRun.of(Path.of(system), stored)
        .named(system, iteration, system + ", run " + iteration);
  }

  private List<ReportedRun> unusable() {
    return DisturbedRuns.leftOut(runs).stream()
        .filter(each -> each.unusable().isPresent())
        .toList();
  }

  @Test
  void aSingleDisturbedRunAmongQuietOnesIsLeftOutAndNamed() {
    runs("one", false, true, false).runs("two", false, false, false);
    assertThat(unusable()).hasSize(1);
    ReportedRun out = unusable().get(0);
    assertThat(out.label()).isEqualTo("one, run 2 (unusable)");
    assertThat(out.unusable()).hasValue("disturbed, while most runs were not: javac used 81 %");
    assertThat(out.metrics()).isNotEmpty();
  }

  @Test
  void onABusyMachineAllRunsAreUsed() {
    runs("one", true, true, true).runs("two", true, true, true);
    assertThat(unusable()).isEmpty();
  }

  @Test
  void moreThanOneInFourIsNoException() {
    runs("one", false, true, false).runs("two", false, true, false);
    assertThat(unusable()).isEmpty();
    runs("three", false, false);
    assertThat(unusable()).hasSize(2);
  }

  @Test
  void aSystemKeepsTwoRuns() {
    runs("one", false, true).runs("two", false, false).runs("three", false, false);
    assertThat(unusable()).isEmpty();
  }
}
