package io.tidemark.report.section;

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
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.text.TerminalStyle;
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
    return new TerminalRenderer(TerminalStyle.PLAIN).render(RunDocument.of(run(faults), List.of()));
  }

  @Test
  void theSummaryHasTheTimesAndTheEffect() {
    assertThat(summary(fault("f", Optional.of(2.6))).replaceAll("\\s+", " "))
        .contains("action kill leader (node 2) at 10.0 s, undone from 12.0 s to 17.0 s")
        .contains("f publish 10,000 10,000 0.20 120 2.1 2.1");
    List<List<String>> rows =
        FaultSection.of(ShownRuns.of(run(fault("f", Optional.of(2.6))))).tables().stream()
            .flatMap(table -> table.rows().stream())
            .map(row -> row.stream().map(Cell::text).toList())
            .toList();
    assertThat(rows.get(0)).endsWith("0.03", "120", "8.5", "0", "7", "3", "23,000", "6.2");
    assertThat(rows.get(1))
        .containsExactly(
            "f", "publish", "10,000", "10,000", "0.20", "120", "2.1", "2.1", "2.4", "5.0", "21,000",
            "99.5");
  }

  @Test
  void whatHasNotRecoveredOrWasNeverInjectedIsSaid() {
    String text = summary(fault("f", Optional.empty()), never()).replaceAll("\\s+", " ");
    assertThat(text)
        .contains("not recovered")
        .contains("late command", "not injected: backlog > 5 never held");
  }

  @Test
  void overlappingAndOutlastingFaultsAreSaid() {
    List<Cell> row =
        FaultSection.of(ShownRuns.of(run(overlapping("f", "g")))).tables().get(0).rows().get(0);
    assertThat(row.get(row.size() - 1).text())
        .startsWith("with g: which has caused what is not known; until the load ended, or longer");
    assertThat(summary(overlapping("f", "g"))).doesNotContain("not until the end");
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
            ": Back to 99 % of the intended rate, 2.60 s after the start of 1 of 2 faults, and not"
                + " after the others; 0 of 500,000 messages lost, n = 2.");
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
    FaultReport then =
        fault("f", Optional.of(2.6)).withInjectedMicros(START + Math.round(first * 1e6) - 500_000);
    assertThat((run(then)).unexplainedDisruptions()).hasSize(without.disruptions().size() - 1);
  }
}
