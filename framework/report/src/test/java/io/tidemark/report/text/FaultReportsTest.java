package io.tidemark.report.text;

import static io.tidemark.report.SampleFaults.fault;
import static io.tidemark.report.SampleFaults.never;
import static io.tidemark.report.SampleFaults.overlapping;
import static io.tidemark.report.SampleFaults.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.RunFigures;
import io.tidemark.report.answer.Answers;
import io.tidemark.report.answer.ReportAnswer;
import io.tidemark.report.answer.ReportAnswer.Tone;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.store.RunDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults in the summary and in {@code result.json}. */
class FaultReportsTest {
  private static final long START = RunFigures.START / 1_000;

  @TempDir Path folder;

  private static String summary(FaultReport... faults) {
    return SummaryTable.render((run(faults)), TerminalStyle.PLAIN, List.of());
  }

  @Test
  void theSummaryHasTheTimesAndTheEffect() {
    assertThat(summary(fault("f", Optional.of(2.6))))
        .contains(
            "f: kill leader (node 2) at 10.0 s, undone from 12.0 s to 17.0 s",
            "publish  back to 99 % of 10,000/s after 2.4 s, dip from 0.20 s; lowest 120/s, 21,000",
            "first again after 2.1 s; p99 back after 5.0 s; afterwards",
            "first failure after 0.03 s; 120 sends failed in the 8.5 s of its effect; 0 lost; 7",
            "3 leaders changed",
            "at most 23,000 messages overdue or not yet received, as before after 6.2 s");
  }

  @Test
  void whatHasNotRecoveredOrWasNeverInjectedIsSaid() {
    assertThat(summary(fault("f", Optional.empty()), never()))
        .contains("deliver  not back to 99 % of 10,000/s")
        .contains("late: command\n", "not injected: backlog > 5 never held");
  }

  @Test
  void overlappingAndOutlastingFaultsAreSaid() {
    FaultReport both = overlapping("f", "g");
    assertThat(summary(both))
        .contains(
            "overlaps with g: which has caused what is not known",
            "lasted   until the load ended, or longer: judged by what came before",
            "120 sends failed in the 8.5 s after it took effect")
        .doesNotContain("more than before until the end");
  }

  @Test
  void theAnswerOfAStudyHasTheRecoveries() throws Exception {
    RunDirectory.write(folder, run(fault("a", Optional.of(2.6)), never()), Map.of());
    RunDirectory.write(folder, run(fault("b", Optional.empty())), Map.of());

    ReportAnswer answer = Answers.of(ReportedRuns.read(List.of(folder)));
    assertThat(answer.question()).endsWith(" recover when the leader is killed?");
    assertThat(answer.headline().tone()).isEqualTo(Tone.BAD);
    assertThat(answer.headline().sentence())
        .endsWith(
            ": Back to 99 % of the rate before the fault, 2.60 s after the start of 1 of 2 faults,"
                + " and not after the others; 0 of 500,000 messages lost, n = 2.");
    Chart picture = answer.charts().get(0);
    assertThat(picture.lines())
        .extracting(Line::label)
        .containsExactly("intended", "published", "consumed");
    assertThat(picture.marks())
        .extracting(Mark::text)
        .allMatch(text -> text.startsWith("node 2 killed: "));
  }

  @Test
  void disruptionsInItsWindowAreItsEffect() {
    RunResult without = run();
    assertThat(without.disruptions()).isNotEmpty();
    assertThat(without.unexplainedDisruptions()).isEqualTo(without.disruptions());

    double first = without.disruptions().get(0).secondsFromStart();
    FaultReport fault = fault("f", Optional.of(2.6));
    FaultReport then =
        new FaultReport(
            "f",
            fault.action(),
            fault.nodes(),
            fault.workers(),
            "test",
            START + Math.round(first * 1e6) - 500_000,
            fault.inEffectMicros(),
            fault.undoBegunMicros(),
            fault.undoneMicros(),
            "",
            fault.effect());
    assertThat((run(then)).unexplainedDisruptions()).hasSize(without.disruptions().size() - 1);
  }
}
