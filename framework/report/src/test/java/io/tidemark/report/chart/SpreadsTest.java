package io.tidemark.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.metric.Unit;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Scale;
import io.tidemark.report.chart.Spreads.Use;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadsTest {
  private static final double NONE = Double.NaN;

  /** With two runs each. */
  private static final Chart TWO_SYSTEMS =
      chart(
          Group.TIMELINE,
          Scale.LINEAR,
          run("a", 1, at(1, 2), 1, 1),
          run("a", 2, at(1, 2), 99, 99),
          run("b", 1, at(1, 2), 5, 5),
          run("b", 2, at(1, 2), 6, 6));

  private static Chart chart(Group group, Scale scale, Line... lines) {
    Axis y = Axis.linear("", Unit.PER_SECOND);
    return new Chart(
        "id",
        group,
        "t",
        "d",
        new Axis("x", Unit.NUMBER, scale, List.of()),
        y,
        List.of(lines),
        List.of(),
        List.of());
  }

  private static List<Line> spreads(Line... lines) {
    return spreads(Group.TIMELINE, Scale.LINEAR, lines);
  }

  private static List<Line> spreads(Group group, Scale scale, Line... lines) {
    return Spreads.of(chart(group, scale, lines), line -> Use.USABLE);
  }

  private static Line run(String system, int iteration, double[] x, double... y) {
    return new Line(system + iteration, system, iteration, Kind.LINE, x, y);
  }

  private static double[] at(double... x) {
    return x;
  }

  @Test
  void aSystemHasTheLowestTheMedianAndTheHighestValueOfItsRuns() {
    Line spread =
        spreads(
                run("a", 1, at(1, 2, 3), 10, 20, 30),
                run("a", 2, at(1.01, 2, 2.99), 12, 90, 31),
                run("a", 3, at(1, 2.02, 3), 11, 21, NONE))
            .get(0);
    assertThat(spread.label()).isEqualTo("a, 3 runs");
    assertThat(spread.x()).containsExactly(at(1, 2, 3), within(0.03));
    assertThat(spread.low()).containsExactly(10, 20, 30);
    assertThat(spread.y()).containsExactly(11, 21, 30.5);
    assertThat(spread.high()).containsExactly(12, 90, 31);
  }

  @Test
  void aSystemWithOneRunAndIntentionsHaveNone() {
    assertThat(
            spreads(
                run("a", 1, at(1, 2), 1, 2),
                run("b", 1, at(1, 2), 1, 2),
                new Line("i", "b", 2, Kind.DASHED, at(1, 2), at(1, 2)),
                run("all", 0, at(1), 1),
                run("all", 0, at(1), 2)))
        .isEmpty();
  }

  @Test
  void unusableRunsAreLeftOut() {
    List<Line> spreads =
        Spreads.of(
            TWO_SYSTEMS,
            line ->
                line.environment().equals("a") && line.iteration() == 1 ? Use.USABLE : Use.NONE);
    assertThat(spreads)
        .singleElement()
        .satisfies(
            spread -> {
              assertThat(spread.label()).isEqualTo("a, 1 of 2 runs");
              assertThat(spread.high()).containsExactly(1, 1);
            });
  }

  @Test
  void damagedRunsAreLeftOutWhereThereAreOthers() {
    List<Line> spreads =
        Spreads.of(TWO_SYSTEMS, line -> line.label().equals("a1") ? Use.USABLE : Use.DAMAGED);
    assertThat(spreads)
        .extracting(Line::label)
        .containsExactly("a, 1 of 2 runs", "b, 2 runs (damaged)");
    assertThat(spreads.get(0).high()).containsExactly(1, 1);
  }

  @Test
  void aShortSampleAtTheEndIsNoDip() {
    Line spread =
        spreads(run("a", 1, at(1, 2, 2.1), 10, 10, 0), run("a", 2, at(1, 2), 10, 10)).get(0);
    assertThat(spread.low()).containsExactly(10, 10);
  }

  @Test
  void aGapOfAllRunsIsAGap() {
    Line spread =
        spreads(
                run("a", 1, at(1, 2, 3, 8, 9, 10), 1, 1, 1, 1, 1, 1),
                run("a", 2, at(1, 2, 3, 8, 9, 10), 1, 1, 1, 1, 1, 1))
            .get(0);
    assertThat(spread.y()).containsExactly(1, 1, 1, NONE, NONE, NONE, NONE, 1, 1, 1);
  }

  @Test
  void aLongRunKeepsItsExtremes() {
    double[] seconds = new double[10_000];
    Arrays.setAll(seconds, i -> i + 1);
    double[] flat = new double[seconds.length];
    double[] peak = flat.clone();
    peak[4321] = 7;
    Line spread = spreads(run("a", 1, seconds, flat), run("a", 2, seconds, peak)).get(0);
    assertThat(spread.x()).hasSizeLessThanOrEqualTo(1_000);
    assertThat(Arrays.stream(spread.high()).max()).hasValue(7);
  }

  @Test
  void sharesThatARunDoesNotHaveAreZeroAndPercentilesAreUnknown() {
    Line one = run("a", 1, at(1, 2), 60, 40);
    Line other = run("a", 2, at(2, 3), 80, 20);
    Line shares = spreads(Group.DISTRIBUTION, Scale.LOGARITHMIC, one, other).get(0);
    assertThat(shares.x()).containsExactly(1, 2, 3);
    assertThat(shares.low()).containsExactly(0, 40, 0);
    Line percentiles = spreads(Group.DISTRIBUTION, Scale.PERCENTILE, one, other).get(0);
    assertThat(percentiles.low()).containsExactly(60, 40, 20);
  }

  @Test
  void phasesOfDifferentRatesHaveNothingInCommon() {
    Line one = run("a", 1, at(1000, 2000), 1, 2);
    assertThat(spreads(Group.RATE, Scale.LINEAR, one, run("a", 2, at(1000, 3000), 1, 2))).isEmpty();
    assertThat(spreads(Group.RATE, Scale.LINEAR, one, run("a", 2, at(1000, 2000), 1, 2)))
        .hasSize(1);
  }
}
