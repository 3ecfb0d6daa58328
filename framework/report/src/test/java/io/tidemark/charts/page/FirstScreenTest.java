package io.tidemark.charts.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.charts.Palette;
import io.tidemark.charts.page.Figure.Graph;
import io.tidemark.model.metric.Unit;
import io.tidemark.report.answer.ReportAnswer;
import io.tidemark.report.answer.Trust;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Block.Statements;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Document;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FirstScreenTest {
  private static Document screen(List<Statement> limits, Chart... charts) {
    return FirstScreen.of(
        new ReportAnswer(
                "Which?",
                Statement.of("a", "text"),
                new Trust(Trust.Level.USABLE, ""),
                Optional.empty(),
                List.of(),
                List.of(charts),
                List.of(Statement.of("", "Kafka; 3 runs"), Statement.of("a", "3 sites")),
                limits)
            .document(),
        Palette.of(List.of("a")),
        Set.of("verdict"));
  }

  private static List<Graph> graphs(Document screen) {
    return screen.opening().stream()
        .filter(Graph.class::isInstance)
        .map(Graph.class::cast)
        .toList();
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
    assertThat(graphs(screen(List.of(), chart, chart)))
        .hasSize(2)
        .allMatch(each -> each.svg().contains("0 0 460 270"))
        .allMatch(each -> each.svg().contains("0 0 370 "));
    Document many = screen(List.of(), chart, chart, chart, chart, chart("By size", false));
    assertThat(graphs(many)).hasSize(4).allMatch(each -> each.svg().contains("0 0 460 162"));
    assertThat(many.opening()).contains(new Paragraph(Cell.of("Not shown here: By size")));
  }

  @Test
  void aLogarithmicScaleIsSaid() {
    assertThat(graphs(screen(List.of(), chart("t", true))).get(0).description())
        .isEqualTo("Less is better. Logarithmic scale.");
    assertThat(graphs(screen(List.of(), chart("t", false))).get(0).description())
        .isEqualTo("Less is better.");
  }

  @Test
  void onlySectionsOfThePageAreLinked() {
    Document screen =
        screen(
            List.of(
                new Statement("", "one", Tone.WARNING, "verdict"),
                new Statement("", "two", Tone.NONE, "systems")));
    assertThat(screen.sections().get(1).blocks())
        .containsExactly(
            new Statements(
                List.of(
                    new Statement("", "one.", Tone.WARNING, "verdict"),
                    new Statement("", "two.", Tone.NONE))));
  }

  @Test
  void manySentencesAreFolded() {
    assertThat(blocks(7).folded(statements(7))).isEmpty();
    assertThat(blocks(9).shown(statements(9))).hasSize(6);
    assertThat(blocks(9).folded(statements(9))).hasSize(3);
  }

  private static Statements statements(int number) {
    return new Statements(Collections.nCopies(number, Statement.of("a", "text")));
  }

  private static Blocks blocks(int number) {
    return Blocks.ofOpening(new Document("", List.of(statements(number)), List.of()));
  }
}
