package io.tidemark.charts;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.charts.Axis.Scale;
import io.tidemark.charts.Chart.Group;
import io.tidemark.charts.Line.Kind;
import io.tidemark.charts.Palette.Theme;
import io.tidemark.charts.Picture.Format;
import io.tidemark.report.SampleRuns;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.knowm.xchart.XYSeries;
import org.w3c.dom.Document;

class PictureTest {
  @TempDir Path folder;

  private static byte[] draw(Chart chart, Format format) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Picture.write(chart, Palette.forCharts(List.of(chart)), format, out);
    return out.toByteArray();
  }

  private static String svg(Chart chart) throws Exception {
    byte[] bytes = draw(chart, Format.SVG);
    Document document = parse(bytes);
    assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static Document parse(byte[] svg) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    // The document type names an address, which must not be read.
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    return factory.newDocumentBuilder().parse(new ByteArrayInputStream(svg));
  }

  /** What the legend shows. */
  private static List<String> legend(Chart chart) throws Exception {
    svg(chart);
    return Picture.drawing(chart, Palette.forCharts(List.of(chart)))
        .getSeriesMap()
        .values()
        .stream()
        .filter(XYSeries::isShowInLegend)
        .map(XYSeries::getLabel)
        .toList();
  }

  private static Chart chart(Axis x, Axis y, List<Line> lines) {
    return new Chart("id", Group.TIMELINE, "A & B", "", x, y, lines, List.of(), List.of());
  }

  private static Line line(String label, double[] x, double... y) {
    return new Line(label, "environment", 1, Kind.LINE, x, y);
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
      assertThat(svg(chart)).contains("<title>" + chart.title() + "</title>");
      assertThat(legend(chart)).containsAll(chart.lines().stream().map(Line::label).toList());
    }
  }

  @Test
  void pngsHaveTheColoursOfThePalette() throws IOException {
    Chart chart =
        chart(
            new Axis("time (s)", Scale.LINEAR),
            new Axis("MB", Scale.LINEAR),
            List.of(line("a", new double[] {0, 1, 2}, 1, 1, 1)));
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(draw(chart, Format.PNG)));
    assertThat(image.getWidth()).isGreaterThan(image.getHeight());
    int colour =
        Integer.decode(Palette.forCharts(List.of(chart)).lines(chart, Theme.LIGHT).get(0))
            | 0xFF000000;
    assertThat(
            IntStream.range(0, image.getWidth() * image.getHeight())
                .map(i -> image.getRGB(i % image.getWidth(), i / image.getWidth())))
        .contains(colour, 0xFFFFFFFF);
  }

  @ParameterizedTest
  @EnumSource(value = Scale.class, names = "CATEGORY", mode = EnumSource.Mode.EXCLUDE)
  void drawsZerosGapsAndSinglePoints(Scale scale) throws Exception {
    Axis x = new Axis("x", Scale.LINEAR);
    Axis y = new Axis("y", scale == Scale.PERCENTILE ? Scale.LINEAR : scale);
    double[] one = {1};
    for (double value : new double[] {0, 1e-3, 1, 1e9}) {
      assertThat(legend(chart(x, y, List.of(line("l", one, value))))).contains("l");
    }
    double[] two = {1, 2};
    assertThat(legend(chart(x, y, List.of(line("l", two, Double.NaN, 5))))).contains("l");
    assertThat(legend(chart(new Axis("x", scale), y, List.of(line("l", two, 5, 5))))).contains("l");
    Line zeros = line("zeros", two, 0, 0);
    assertThat(legend(chart(x, y, List.of(zeros, line("l", two, 1, 2))))).contains("l");
  }

  @Test
  void marksAndReferencesAreDrawn() throws Exception {
    Chart plain =
        chart(
            new Axis("time (s)", Scale.LINEAR),
            new Axis("MB", Scale.LINEAR),
            List.of(line("a", new double[] {0, 100}, 1, 2)));
    List<Mark> marks =
        List.of(
            new Mark(Mark.Kind.PHASE, 0, 50, "warm-up"),
            new Mark(Mark.Kind.PHASE, 99, 100, "short"),
            new Mark(Mark.Kind.FAULT, 30, 30, "kill"),
            new Mark(Mark.Kind.BLOCK, 40, 400, "alarm"));
    Chart marked =
        new Chart(
            "id",
            Group.TIMELINE,
            "t",
            "",
            plain.x(),
            plain.y(),
            plain.lines(),
            marks,
            List.of(new Reference("disk", 3)));
    assertThat(legend(marked)).containsExactly("fault", "block", "a", "disk");
  }

  @Test
  void manyLinesHaveALegendByEnvironment() throws Exception {
    List<Line> lines =
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
            .toList();
    assertThat(legend(chart(new Axis("x", Scale.LINEAR), new Axis("y", Scale.LINEAR), lines)))
        .containsExactly("even", "odd");
  }

  @Test
  void percentilesHaveEqualDistances() throws Exception {
    Axis axis = new Axis("percentile", Scale.PERCENTILE);
    assertThat(Range.places(axis, new double[] {0, 90, 99}))
        .usingComparatorWithPrecision(1e-9)
        .containsExactly(0, 1, 2);
    assertThat(List.of(0, 1, 2, 3))
        .extracting(place -> Range.text(axis, place))
        .containsExactly("0", "90", "99", "99.9");
    assertThat(Range.text(axis, 0.5)).isEmpty();
    svg(
        chart(
            axis,
            new Axis("y", Scale.LINEAR),
            List.of(line("l", new double[] {0, 90, 99.99}, 1, 2, 3))));
  }

  @Test
  void categoriesHaveTheirNames() {
    Axis axis = new Axis("", Scale.CATEGORY, List.of("a", "b"));
    assertThat(List.of(-1.0, 0.0, 0.5, 1.0, 2.0))
        .extracting(place -> Range.text(axis, place))
        .containsExactly("", "a", "", "b", "");
  }

  @Test
  void namesOfCategoriesAreDrawn() throws Exception {
    assertThat(svg(categories("a", "b"))).isEqualTo(svg(categories("a", "b")));
    assertThat(svg(categories("a", "b"))).isNotEqualTo(svg(categories("c", "d")));
  }

  private static Chart categories(String... names) {
    return chart(
        new Axis("", Scale.CATEGORY, List.of(names)),
        new Axis("y", Scale.LINEAR),
        List.of(line("l", new double[] {0, 1}, 1, 2)));
  }
}
