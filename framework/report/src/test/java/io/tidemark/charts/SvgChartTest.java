package io.tidemark.charts;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.metric.Unit;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Interval;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.chart.Chart.Reference;
import io.tidemark.report.chart.Chart.Scale;
import io.tidemark.report.chart.Chart.Tick;
import io.tidemark.report.chart.StoredRuns;
import io.tidemark.report.chart.SystemRows;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SvgChartTest {
  private static final Axis TIME = Axis.linear("time", Unit.SECONDS);
  private static final Axis RATE = Axis.linear("", Unit.PER_SECOND);
  private static final double WIDTH = 960;

  @TempDir Path folder;

  private static String file(Chart chart) throws Exception {
    String svg = SvgChart.file(chart, Palette.forCharts(List.of(chart)));
    parse(svg);
    assertThat(svg).doesNotContain("var(", "light-dark", "NaN", "Infinity");
    return svg;
  }

  private static String element(Chart chart) throws Exception {
    return element(chart, WIDTH);
  }

  private static String element(Chart chart, double width) throws Exception {
    String svg = SvgChart.element(chart, Palette.forCharts(List.of(chart)), width, 270);
    parse(svg);
    assertThat(svg).doesNotContain("NaN", "Infinity");
    return svg;
  }

  private static void parse(String svg) throws Exception {
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  private static Chart chart(Axis x, Axis y, Line... lines) {
    return new Chart(
        "id", Group.TIMELINE, "A & B", "", x, y, Arrays.asList(lines), List.of(), List.of());
  }

  private static Line line(String label, double[] x, double... y) {
    return new Line(label, label, 1, Kind.LINE, x, y);
  }

  private static Chart marked(Mark... marks) {
    return chart(TIME, RATE, line("a", new double[] {0, 100}, 1, 2)).withMarks(List.of(marks));
  }

  private static List<String> texts(String svg, String style) {
    return found(svg, "<text class=\"" + style + "\"[^>]*>([^<]*)</text>");
  }

  private static List<String> found(String svg, String pattern) {
    return Pattern.compile(pattern).matcher(svg).results().map(found -> found.group(1)).toList();
  }

  private static long count(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().count();
  }

  @Test
  void drawsEveryChart() throws Exception {
    StoredRuns runs =
        new StoredRuns(folder)
            .with(SampleRuns.sample(), "a", 1)
            .with(SampleRuns.ramp(), "b", 1)
            .with(SampleRuns.requestReply())
            .with(SampleRuns.invalid());
    for (Chart chart : runs.charts()) {
      String svg = file(chart);
      assertThat(svg).contains("<title>" + chart.title() + "</title>");
      for (Line line : chart.ofEachRun().lines()) {
        assertThat(svg).as(chart.id()).contains(SvgChart.escaped(line.label()));
      }
      element(chart, 370);
    }
  }

  @Test
  void aFileHasTheColoursOfThePalette() throws Exception {
    Chart chart = chart(TIME, RATE, line("a", new double[] {0, 1}, 1, 1));
    assertThat(file(chart)).contains("<g color=\"#0072b2\">", "A &amp; B").endsWith("\n");
    assertThat(element(chart)).contains("<g class=\"c0\">");
  }

  @ParameterizedTest
  @EnumSource(value = Scale.class, names = "CATEGORY", mode = EnumSource.Mode.EXCLUDE)
  void drawsZerosGapsAndSinglePoints(Scale scale) throws Exception {
    Axis x = Axis.linear("x", Unit.NUMBER);
    Axis y = Axis.of("y", Unit.MICROSECONDS, scale == Scale.LOGARITHMIC);
    double[] one = {1};
    for (double value : new double[] {0, 1e-3, 1, 1e9}) {
      assertThat(texts(element(chart(x, y, line("l", one, value))), "tick"))
          .hasSizeGreaterThanOrEqualTo(4);
    }
    double[] two = {1, 2};
    element(chart(x, y, line("l", two, Double.NaN, 5)));
    element(chart(new Axis("x", Unit.NUMBER, scale, List.of()), y, line("l", two, 5, 5)));
    String zeros = element(chart(x, y, line("zeros", two, 0, 0), line("l", two, 1, 2)));
    assertThat(count(zeros, "d=\"\"")).isEqualTo(scale == Scale.LOGARITHMIC ? 1 : 0);
    assertThat(element(chart(x, y, line("l", new double[] {1, 2, 3}, 1, Double.NaN, 2))))
        .containsPattern("d=\"M[^L]*M[^L]*\"");
  }

  @Test
  void aRunWithSeveralFaultsHasATextForEachAsFarAsThereIsRoom() throws Exception {
    assertThat(texts(element(marked(fault(10, "kill a"), fault(60, "kill b"))), "event"))
        .containsExactly("kill a", "kill b");
    List<String> close =
        texts(
            element(
                marked(
                    IntStream.range(0, 9)
                        .mapToObj(i -> fault(50 + 0.01 * i, "kill " + i))
                        .toArray(Mark[]::new))),
            "event");
    assertThat(close).containsExactly("kill 0", "kill 1", "kill 2 +6");
  }

  @Test
  void textsOfMarksDoNotCoverEachOther() throws Exception {
    String svg = element(marked(fault(50, "the first fault"), fault(51, "the second fault")));
    assertThat(found(svg, "<text class=\"event\"[^>]* y=\"([^\"]*)\""))
        .hasSize(2)
        .doesNotHaveDuplicates();
  }

  private static Mark fault(double at, String text) {
    return new Mark(Event.FAULT, at, at, text);
  }

  @Test
  void phasesAndReferencesAreDrawn() throws Exception {
    Chart chart =
        marked(
            new Mark(Event.PHASE, 0, 50, "warm-up"),
            new Mark(Event.PHASE, 99, 100, "short"),
            new Mark(Event.PHASE, 99.1, 100, "shorter"),
            fault(30, "kill"),
            new Mark(Event.BLOCK, 40, 400, "alarm"));
    Chart with =
        new Chart(
            "id",
            Group.TIMELINE,
            "t",
            "",
            TIME,
            RATE,
            chart.lines(),
            chart.marks(),
            List.of(new Reference("a published figure with a long text ".repeat(9), 3)));
    String svg = element(with, 370);
    assertThat(texts(svg, "event")).contains("warm-up", "kill", "alarm").doesNotContain("shorter");
    assertThat(count(svg, "<rect class=\"mark\"")).as("only a range is an area").isEqualTo(1);
    assertThat(texts(svg, "tick"))
        .anyMatch(text -> text.startsWith("a published") && text.length() < 60);
  }

  @Test
  void manyLinesHaveALegendByEnvironment() throws Exception {
    Line[] lines =
        IntStream.range(0, 40)
            .mapToObj(
                i ->
                    new Line(
                        "run " + i,
                        i % 2 == 0 ? "even" : "odd",
                        i,
                        Kind.LINE,
                        new double[] {0, 1},
                        new double[] {i, i}))
            .toArray(Line[]::new);
    assertThat(texts(file(chart(TIME, RATE, lines)), "tick"))
        .contains("even", "odd")
        .doesNotContain("run 3");
  }

  @Test
  void manyLongRunsMakeNoLargePage() throws Exception {
    double[] x = IntStream.range(0, 5_000).asDoubleStream().toArray();
    double[] y = IntStream.range(0, 5_000).mapToDouble(i -> i * 7919L % 1_000).toArray();
    Line[] lines =
        IntStream.range(0, 100)
            .mapToObj(i -> new Line("run " + i, "a", i, Kind.LINE, x, y))
            .toArray(Line[]::new);
    assertThat(element(chart(TIME, RATE, lines))).hasSizeLessThan(200_000);
  }

  @Test
  void percentilesHaveEqualDistances() {
    Axis axis = new Axis("percentile", Unit.NUMBER, Scale.PERCENTILE, List.of());
    Ruler ruler = new Ruler(axis, 0, 3, 0, 300);
    assertThat(ruler.ticks()).extracting(Tick::text).containsExactly("0", "90", "99", "99.9");
    assertThat(ruler.place(99)).isBetween(199.99, 200.01);
  }

  @Test
  void valuesInAnyOrderAllHaveTheirTexts() {
    List<Tick> falling = List.of(new Tick(1000, "1000"), new Tick(1, "1"));
    Axis axis = new Axis("connectionPer", Unit.NUMBER, Scale.LOGARITHMIC, falling);
    assertThat(new Ruler(axis, 0, 3, 0, 300).ticks())
        .extracting(Tick::text)
        .containsExactly("1", "1000");
  }

  @Test
  void axesHaveRoundValues() {
    assertThat(ticks(Unit.PER_SECOND, false, 500, 0, 26))
        .containsExactly("0", "5/s", "10/s", "15/s", "20/s", "25/s");
    assertThat(ticks(Unit.PER_SECOND, false, 500, 0, 1_360_000)).contains("0", "0.2M/s", "1M/s");
    assertThat(ticks(Unit.SECONDS, false, 500, 0, 300)).contains("0", "1:00", "5:00");
    assertThat(ticks(Unit.SECONDS, false, 500, 0, 0.5)).contains("100 ms", "500 ms");
    assertThat(ticks(Unit.MICROSECONDS, true, 500, 3, 260))
        .containsExactly("5 µs", "10 µs", "20 µs", "50 µs", "100 µs", "200 µs");
    assertThat(ticks(Unit.MESSAGES, false, 500, 0, 1)).containsExactly("0", "1");
    assertThat(ticks(Unit.MICROSECONDS, true, 500, 230, 270)).hasSizeGreaterThanOrEqualTo(2);
  }

  private static List<String> ticks(Unit unit, boolean logarithmic, double to, double... values) {
    return Ruler.of(Axis.of("", unit, logarithmic), DoubleStream.of(values), 0, 0, to)
        .ticks()
        .stream()
        .map(Tick::text)
        .toList();
  }

  private static Chart rows(double highest) {
    SystemRows rows = new SystemRows("geometric mean");
    rows.runs("", "a", List.of(100.0, 110.0), 105, Optional.empty());
    rows.baseline(105, 2, 0.1);
    rows.runs("", "b <i>", List.of(150.0, 160.0), 155, Optional.of(new Interval(140, highest)));
    return rows.chart("id", "Median", "Less is better.", Unit.MICROSECONDS).orElseThrow();
  }

  @Test
  void eachRunOfASystemIsAPointOfItsRow() throws Exception {
    String svg = element(rows(170));
    assertThat(count(svg, "<circle class=\"run\"")).isEqualTo(4);
    assertThat(count(svg, "<path class=\"mean\"")).isEqualTo(2);
    assertThat(count(svg, "<rect class=\"same\"")).isEqualTo(1);
    assertThat(svg).contains(">155 µs</text>", "b &lt;i&gt;").doesNotContain("b <i>");
    assertThat(SvgChart.legend(List.of(rows(170))))
        .startsWith("● one run   ◆ geometric mean   ├─┤ its 95 % interval")
        .endsWith("┆ baseline; grey: differences of less than 10 % do not matter");
  }

  @Test
  void anIntervalThatIsLongerThanTheAxisEndsWithAnArrow() throws Exception {
    Pattern ends =
        Pattern.compile("class=\"interval\" d=\"M[^M]*M[^M]*M([\\d.]+) [\\d.]+(L[\\d.]+ [\\d.]+)L");
    assertThat(ends.matcher(element(rows(170))).find()).isFalse();
    assertThat(ends.matcher(element(rows(1e9))).find()).isTrue();
  }

  @Test
  void aSystemWithoutAPriceHasNoBar() throws Exception {
    SystemRows rows = new SystemRows("");
    rows.bar("", "a", 10, "10.0 USD");
    rows.bar("", "b <i>", Double.NaN, "no price");
    String svg = element(rows.chart("id", "Price", "", Unit.RATIO).orElseThrow());
    assertThat(svg).contains("10.0 USD", "no price", "width=\"0\"");
  }

  @Test
  void moreRowsThanAScreenHasAreCounted() throws Exception {
    SystemRows rows = new SystemRows("mean");
    for (int i = 0; i < 22; i++) {
      rows.runs("", "system " + i, List.of(1.0 + i), 1 + i, Optional.empty());
    }
    Chart chart = rows.chart("id", "t", "", Unit.MESSAGES).orElseThrow();
    assertThat(count(element(chart), "<path class=\"mean\"")).isEqualTo(14);
    assertThat(count(file(chart), "<path class=\"mean\"")).isEqualTo(22);
    assertThat(SvgChart.legend(List.of(chart))).endsWith("   and 8 more below");
  }

  @Test
  void namesAtTheEndsOfLinesDoNotCoverEachOther() throws Exception {
    double[] x = {1, 3};
    String svg = element(chart(TIME, RATE, line("a", x, 1, 100), line("b <i>", x, 2, 100)));
    List<Double> heights =
        found(svg, "<text class=\"name\"[^>]* y=\"([0-9.]+)\"").stream()
            .map(Double::valueOf)
            .toList();
    assertThat(heights).hasSize(2);
    assertThat(Math.abs(heights.get(0) - heights.get(1))).isGreaterThanOrEqualTo(15);
  }

  @Test
  void aPageHasBandsAndAFileHasEachRun() throws Exception {
    double[] x = {1, 2};
    Line band =
        new Line(
            "a, 2 runs", "a", 0, Kind.BAND, x, x, new double[] {0, 1}, new double[] {3, 4}, "");
    Chart chart =
        chart(
            TIME,
            RATE,
            band,
            new Line("a 1", "a", 1, Kind.LINE, x, x),
            new Line("a 2", "a", 2, Kind.LINE, x, x),
            new Line("b", "b", 1, Kind.LINE, x, x));
    assertThat(texts(element(chart), "name")).containsExactlyInAnyOrder("a, 2 runs", "b");
    assertThat(element(chart)).contains("class=\"area\"");
    assertThat(texts(file(chart), "name")).containsExactlyInAnyOrder("a 1", "a 2", "b");
  }

  @Test
  void trialsThatFailedAreCrosses() throws Exception {
    double[] x = {1, 2};
    Chart chart =
        chart(
            TIME,
            RATE,
            line("a", x, 1, 2),
            new Line("a, not sustained", "a", 1, Kind.FAILED, new double[] {2}, new double[] {2}));
    assertThat(count(element(chart), "class=\"failed\"")).isEqualTo(1);
    assertThat(SvgChart.legend(List.of(chart))).contains("✕ not sustained");
  }

  @Test
  void categoriesHaveTheirNames() throws Exception {
    Chart chart =
        chart(
            Axis.categories("", List.of("first", "second")),
            RATE,
            line("l", new double[] {0, 1}, 1, 2));
    assertThat(texts(element(chart), "tick")).contains("first", "second");
  }

  @Test
  void aLongTextLosesItsMiddle() {
    assertThat(SvgChart.fitting("a-cluster-with-a-long-name-and-linger", 12 * SvgChart.LETTER))
        .isEqualTo("a-clust…nger");
  }
}
