package io.tidemark.charts.first;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.charts.first.AnswerView.Drawing;
import io.tidemark.report.answer.AnswerPicture;
import io.tidemark.report.answer.AnswerPicture.Bar;
import io.tidemark.report.answer.AnswerPicture.Bars;
import io.tidemark.report.answer.AnswerPicture.Coordinate;
import io.tidemark.report.answer.AnswerPicture.Curves;
import io.tidemark.report.answer.AnswerPicture.Dots;
import io.tidemark.report.answer.AnswerPicture.Interval;
import io.tidemark.report.answer.AnswerPicture.Mark;
import io.tidemark.report.answer.AnswerPicture.Multiples;
import io.tidemark.report.answer.AnswerPicture.Panel;
import io.tidemark.report.answer.AnswerPicture.Point;
import io.tidemark.report.answer.AnswerPicture.Row;
import io.tidemark.report.answer.AnswerPicture.Series;
import io.tidemark.report.answer.AnswerPicture.Tick;
import io.tidemark.report.answer.AnswerUnit;
import io.tidemark.report.answer.ReportAnswer;
import io.tidemark.report.answer.ReportAnswer.Statement;
import io.tidemark.report.answer.ReportAnswer.Tone;
import io.tidemark.report.answer.Trust;
import io.tidemark.report.setup.SetUp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class AnswerViewTest {
  private static AnswerView view(AnswerPicture picture, int statements) {
    Statement statement = new Statement("a", "text", Tone.NEUTRAL);
    return AnswerView.of(
        new ReportAnswer(
            "Which?",
            statement,
            new Trust(Trust.Level.USABLE, ""),
            Collections.nCopies(statements, statement),
            Optional.of(picture),
            new SetUp("Kafka; 3 runs", Map.of("a", "3 sites")),
            List.of()),
        List.of("a", "b <i>"));
  }

  private static String svg(AnswerPicture picture) {
    List<Drawing> drawings = view(picture, 0).drawings();
    assertThat(drawings).hasSize(1);
    return drawings.get(0).svg();
  }

  private static long count(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().count();
  }

  private static Row row(String label, boolean baseline, double... runs) {
    return new Row(
        "",
        label,
        baseline,
        List.of(runs[0], runs[1]),
        (runs[0] + runs[1]) / 2,
        Optional.of(new Interval(runs[0] - 1, runs[1] + 1)));
  }

  private static Dots dots() {
    return new Dots(
        List.of(
            new Panel(
                "Median",
                AnswerUnit.MICROS,
                false,
                true,
                OptionalDouble.of(0.1),
                List.of(row("a", true, 100, 110), row("b <i>", false, 150, 160)))));
  }

  @Test
  void eachRunIsAPointAndTheBaselineHasTheAreaWithoutADifference() {
    String svg = svg(dots());
    assertThat(count(svg, "<circle class=\"run c0\"")).isEqualTo(2);
    assertThat(count(svg, "<circle class=\"run c1\"")).isEqualTo(2);
    assertThat(count(svg, "<path class=\"mean ")).isEqualTo(2);
    assertThat(count(svg, "<rect class=\"same\"")).isEqualTo(1);
    assertThat(svg).contains(">155 µs</text>", "b &lt;i&gt;").doesNotContain("b <i>");
    assertThat(view(dots(), 0).legend())
        .isEqualTo(
            "● one run   ◆ geometric mean   ├─┤ its 95 % interval   ┆ baseline; grey: differences"
                + " of less than 10 % do not matter");
  }

  @Test
  void moreRowsThanAScreenHasAreCounted() {
    Panel panel = dots().panels().get(0);
    List<Row> rows = new ArrayList<>(panel.rows());
    rows.addAll(Collections.nCopies(20, row("c", false, 100, 120)));
    Dots many =
        new Dots(
            List.of(
                new Panel(panel.title(), panel.unit(), false, true, OptionalDouble.of(0.1), rows)));
    assertThat(count(svg(many), "<path class=\"mean ")).isEqualTo(14);
    assertThat(view(many, 0).legend()).endsWith("   and 8 more below");
    assertThat(view(dots(), 0).legend()).doesNotContain("more below");
  }

  @Test
  void severalPicturesWithLinesAreSideBySideAndNameWhatIsLeft() {
    Curves curves =
        new Curves(
            "By cpus",
            new Coordinate("cpus", AnswerUnit.NUMBER, false, List.of()),
            new Coordinate("", AnswerUnit.PER_SECOND, false, List.of()),
            List.of(series("a", 100), series("b <i>", 200)),
            List.of());
    AnswerView view = view(new Multiples(List.of(curves, curves), List.of("By size")), 0);
    assertThat(view.drawings()).hasSize(2).allMatch(each -> each.svg().contains("0 0 460 270"));
    assertThat(view.legend()).contains("not sustained   Not shown here: By size");
    assertThat(view(new Multiples(List.of(curves, curves, curves), List.of()), 0).drawings())
        .hasSize(3)
        .allMatch(each -> each.svg().contains("0 0 460 162"));
  }

  @Test
  void aSystemWithoutAPriceHasNoBar() {
    String svg =
        svg(
            new Bars(
                "Price",
                List.of(
                    new Bar("", "a", OptionalDouble.of(10), "10.0 USD"),
                    new Bar("", "b <i>", OptionalDouble.empty(), "no price"))));
    assertThat(svg).contains("10.0 USD", "no price", "width=\"0\"");
  }

  private static Series series(String label, double height) {
    return new Series(
        label,
        false,
        List.of(
            new Point(1, height, false, Optional.empty(), List.of(height * 0.9, height * 1.1)),
            new Point(2, Double.NaN, false, Optional.empty(), List.of()),
            new Point(3, 2 * height, true, Optional.empty(), List.of())));
  }

  @Test
  void linesHaveTheirNamesAtTheirEndsAndGapsWhereNothingWasMeasured() {
    Curves curves =
        new Curves(
            "By cpus",
            new Coordinate(
                "cpus", AnswerUnit.NUMBER, false, List.of(new Tick(1, "one"), new Tick(9, "nine"))),
            new Coordinate("", AnswerUnit.PER_SECOND, false, List.of()),
            List.of(series("a", 100), series("b <i>", 100)),
            List.of(new Mark(1, 1, "found")));
    String svg = svg(curves);
    assertThat(svg).contains(">one</text>", ">found</text>", "class=\"moment\"");
    assertThat(svg).as("outside the axis").doesNotContain("nine");
    assertThat(count(svg, "<path class=\"failed\"")).isEqualTo(2);
    assertThat(count(svg, "<circle class=\"run c0\"")).as("two runs").isEqualTo(2);
    assertThat(count(svg, "<path class=\"line c0\" d=\"M[^L]*M[^L]*\"")).as("a gap").isEqualTo(1);
    List<Double> heights =
        Pattern.compile("<text class=\"end [^>]* y=\"([0-9.]+)\"")
            .matcher(svg)
            .results()
            .map(found -> Double.valueOf(found.group(1)))
            .toList();
    assertThat(heights).hasSize(2);
    assertThat(Math.abs(heights.get(0) - heights.get(1))).isGreaterThanOrEqualTo(15);
    assertThat(view(curves, 0).legend()).contains("not sustained");
  }

  @Test
  void aLongNameKeepsItsEnd() {
    assertThat(Svg.fitting("a-cluster-with-a-long-name-and-linger", 12 * Svg.LETTER))
        .isEqualTo("a-clust…nger");
  }

  @Test
  void manySentencesAreFolded() {
    assertThat(view(dots(), 7).folded()).isEmpty();
    assertThat(view(dots(), 9).shown()).hasSize(6);
    assertThat(view(dots(), 9).folded()).hasSize(3);
  }

  @Test
  void longSentencesCountAsSeveral() {
    Statement three = new Statement("a", "long ".repeat(60), Tone.NEUTRAL);
    ReportAnswer answer =
        new ReportAnswer(
            "Which?",
            three,
            new Trust(Trust.Level.USABLE, ""),
            Collections.nCopies(4, three),
            Optional.of(dots()),
            SetUp.UNKNOWN,
            List.of());
    assertThat(AnswerView.of(answer, List.of("a")).shown()).hasSize(2);
  }

  @Test
  void aNumberStaysWithItsUnit() {
    assertThat(AnswerView.text("41 % lower, 20.2 ms, n = 3 runs"))
        .isEqualTo("41\u00a0% lower, 20.2\u00a0ms, n\u00a0=\u00a03\u00a0runs");
  }

  @Test
  void anAxisHasTwoValuesAtLeast() {
    assertThat(Ruler.logarithmic(230, 270, 0, 500).ticks(AnswerUnit.MICROS).size())
        .isGreaterThanOrEqualTo(2);
    assertThat(Ruler.linear(0, 1.8, 0, 60).ticks(AnswerUnit.SECONDS).size())
        .isGreaterThanOrEqualTo(2);
  }

  @Test
  void aLogarithmicScaleIsSaid() {
    Panel panel = dots().panels().get(0);
    List<Row> rows = List.of(row("a", true, 100, 110), row("b <i>", false, 15_000, 16_000));
    Panel wide = new Panel("Median", panel.unit(), false, true, panel.atLeast(), rows);
    assertThat(view(dots(), 0).drawings().get(0).note()).isEqualTo("less is better");
    assertThat(view(new Dots(List.of(wide)), 0).drawings().get(0).note())
        .isEqualTo("less is better; logarithmic scale");
    Curves curves =
        new Curves(
            "By size",
            new Coordinate("size", AnswerUnit.NUMBER, true, List.of()),
            new Coordinate("", AnswerUnit.MICROS, true, List.of()),
            List.of(series("a", 100)),
            List.of());
    assertThat(svg(curves)).contains(">size (logarithmic scale)</text>");
    assertThat(view(curves, 0).drawings().get(0).note()).isEqualTo("logarithmic scale");
  }

  @Test
  void axesHaveRoundValues() {
    assertThat(Ruler.of(new double[] {3, 26}, 0, 500).ticks(AnswerUnit.PER_SECOND))
        .containsExactly(0.0, 5.0, 10.0, 15.0, 20.0, 25.0);
    assertThat(Ruler.of(new double[] {3, 260}, 0, 500).ticks(AnswerUnit.MICROS))
        .containsExactly(5.0, 10.0, 20.0, 50.0, 100.0, 200.0);
    assertThat(Ruler.of(new double[] {3, 260}, 0, 260).ticks(AnswerUnit.MICROS))
        .as("without room for more")
        .containsExactly(3.0, 10.0, 30.0, 100.0);
    assertThat(Ruler.of(new double[] {0, 0}, 0, 500).ticks(AnswerUnit.MESSAGES))
        .containsExactly(0.0, 1.0);
    assertThat(Ruler.of(new double[] {0, 0}, 0, 500).place(0)).isZero();
  }
}
