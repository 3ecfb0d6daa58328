package io.tidemark.charts.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.charts.Palette;
import io.tidemark.model.metric.Unit;
import io.tidemark.report.answer.ReportAnswer;
import io.tidemark.report.answer.ReportAnswer.Statement;
import io.tidemark.report.answer.Trust;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.setup.SetUp;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnswerViewTest {
  private static AnswerView view(Statement statement, int statements, List<Chart> charts) {
    return AnswerView.of(
        new ReportAnswer(
            "Which?",
            statement,
            new Trust(Trust.Level.USABLE, ""),
            Optional.empty(),
            Collections.nCopies(statements, statement),
            charts,
            new SetUp("Kafka; 3 runs", Map.of("a", "3 sites")),
            List.of()),
        Palette.of(List.of("a")));
  }

  private static AnswerView view(int statements, Chart... charts) {
    return view(new Statement("a", "text", Tone.NONE), statements, List.of(charts));
  }

  private static Chart chart(String title, boolean logarithmic) {
    return new Chart(
        "id",
        Group.SWEEP,
        title,
        "Less is better.",
        Axis.linear("cpus", Unit.NUMBER),
        Axis.of("", Unit.MICROSECONDS, logarithmic),
        List.of(Line.of("a", Kind.LINE, new double[] {1, 2}, new double[] {10, 1000})),
        List.of(),
        List.of());
  }

  @Test
  void severalChartsWithLinesAreSideBySideAndNameWhatIsLeft() {
    Chart chart = chart("By cpus", false);
    assertThat(view(0, chart, chart).drawings())
        .hasSize(2)
        .allMatch(each -> each.wide().contains("0 0 460 270"))
        .allMatch(each -> each.narrow().contains("0 0 370 "));
    AnswerView many = view(0, chart, chart, chart, chart, chart("By size", false));
    assertThat(many.drawings()).hasSize(4).allMatch(each -> each.wide().contains("0 0 460 162"));
    assertThat(many.legend()).isEqualTo("Not shown here: By size");
  }

  @Test
  void aLogarithmicScaleIsSaid() {
    assertThat(view(0, chart("t", true)).drawings().get(0).note())
        .isEqualTo("Less is better. Logarithmic scale.");
    assertThat(view(0, chart("t", false)).drawings().get(0).note()).isEqualTo("Less is better.");
  }

  @Test
  void manySentencesAreFolded() {
    assertThat(view(7).folded()).isEmpty();
    assertThat(view(9).shown()).hasSize(6);
    assertThat(view(9).folded()).hasSize(3);
  }

  @Test
  void longSentencesCountAsSeveral() {
    Statement three = new Statement("a", "long ".repeat(60), Tone.NONE);
    assertThat(view(three, 4, List.of()).shown()).hasSize(2);
  }

  @Test
  void aNumberStaysWithItsUnit() {
    assertThat(AnswerView.text("41 % lower, 20.2 ms, n = 3 runs"))
        .isEqualTo("41\u00a0% lower, 20.2\u00a0ms, n\u00a0=\u00a03\u00a0runs");
  }
}
