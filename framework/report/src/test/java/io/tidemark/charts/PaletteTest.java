package io.tidemark.charts;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.charts.Palette.Theme;
import io.tidemark.model.metric.Unit;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PaletteTest {
  private static final double[] NONE = {};
  private static final int LIGHT_PAGE = 0xFFFFFF;
  private static final int DARK_PAGE = 0x14181C;

  private static Line line(String environment, int iteration, Kind kind) {
    return new Line(environment + iteration + kind, environment, iteration, kind, NONE, NONE);
  }

  private static Chart chart(Line... lines) {
    Axis axis = Axis.linear("", Unit.NUMBER);
    return new Chart(
        "id", Group.TIMELINE, "", "", axis, axis, Arrays.asList(lines), List.of(), List.of());
  }

  private static List<String> colours(Chart chart) {
    return Palette.forCharts(List.of(chart)).lines(chart, Theme.LIGHT);
  }

  @Test
  void eachLineOfOneEnvironmentHasAColour() {
    assertThat(
            colours(
                chart(line("a", 1, Kind.LINE), line("a", 2, Kind.LINE), line("a", 3, Kind.BARS))))
        .doesNotHaveDuplicates();
  }

  @Test
  void iterationsOfAnEnvironmentHaveShadesOfItsColour() {
    List<String> colours =
        colours(
            chart(
                line("a", 1, Kind.LINE),
                line("b", 1, Kind.LINE),
                line("a", 2, Kind.LINE),
                line("a", 3, Kind.LINE)));
    assertThat(colours).doesNotHaveDuplicates();
    assertThat(colours.get(2)).isEqualTo("#0072b2");
    assertThat(luminance(colours.get(0))).isLessThan(luminance(colours.get(2)));
    assertThat(luminance(colours.get(3))).isGreaterThan(luminance(colours.get(2)));
  }

  @Test
  void anEnvironmentHasTheSameColourInEachChart() {
    Chart both = chart(line("a", 1, Kind.LINE), line("b", 1, Kind.LINE));
    Chart one = chart(line("b", 1, Kind.LINE));
    Palette palette = Palette.forCharts(List.of(both, one));
    assertThat(palette.lines(one, Theme.DARK))
        .containsExactly(palette.lines(both, Theme.DARK).get(1));
  }

  @Test
  void intentionsAreNeutral() {
    List<String> colours =
        colours(
            chart(line("a", 1, Kind.DASHED), line("a", 1, Kind.LINE), line("b", 1, Kind.DASHED)));
    assertThat(colours.get(0)).isEqualTo(colours.get(2)).isNotEqualTo(colours.get(1));
  }

  @Test
  void everyColourIsReadableOnThePage() {
    Line[] lines =
        IntStream.range(0, 7).mapToObj(i -> line("a", i, Kind.LINE)).toArray(Line[]::new);
    Chart chart = chart(lines);
    for (Theme theme : Theme.values()) {
      double page = luminance(theme == Theme.LIGHT ? LIGHT_PAGE : DARK_PAGE);
      Stream<String> marks = Stream.of(Event.values()).map(kind -> Palette.mark(kind, theme));
      assertThat(
              Stream.concat(Palette.forCharts(List.of(chart)).lines(chart, theme).stream(), marks))
          .allSatisfy(
              colour -> assertThat(contrast(luminance(colour), page)).as(colour).isGreaterThan(3));
    }
  }

  /** Contrast as the Web Content Accessibility Guidelines define it. */
  private static double contrast(double one, double other) {
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }

  private static double luminance(String colour) {
    return luminance(Integer.parseInt(colour.substring(1), 16));
  }

  private static double luminance(int rgb) {
    return 0.2126 * linear(rgb >> 16 & 0xFF)
        + 0.7152 * linear(rgb >> 8 & 0xFF)
        + 0.0722 * linear(rgb & 0xFF);
  }

  private static double linear(int part) {
    double share = part / 255.0;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }
}
