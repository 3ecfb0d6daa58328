package io.tidemark.charts;

import io.tidemark.charts.Axis.Scale;
import io.tidemark.charts.Chart.Group;
import io.tidemark.charts.Line.Kind;
import io.tidemark.charts.Palette.Theme;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A chart as a static picture on a white background, drawn by XChart. */
public final class Picture {
  /** File formats. */
  public enum Format {
    SVG,
    PNG;

    /** The ending of file names. */
    public String ending() {
      return "." + name().toLowerCase(Locale.ROOT);
    }
  }

  private static final int WIDTH = 1200;
  private static final int HEIGHT = 520;

  /** Two for each pixel. */
  private static final int MOST_POINTS = 2 * WIDTH;

  /** From which the legend has one entry for each environment. */
  private static final int MOST_IN_LEGEND = 18;

  /** Phases that are shorter get no text. */
  private static final double SHARE_FOR_TEXT = 0.05;

  private static final int TRANSPARENT = 48;
  private static final Color GRID = new Color(0xE3E6E9);

  private final Chart chart;
  private final List<String> colours;
  private final Range x;
  private final Range y;
  private final XYChart drawing = new XYChart(WIDTH, HEIGHT);

  private Picture(Chart chart, List<String> colours) {
    this.chart = chart;
    this.colours = colours;
    this.x = Range.x(chart);
    this.y = Range.y(chart);
  }

  /**
   * Draws a chart.
   *
   * @param palette of all charts that are shown together
   */
  public static void write(Chart chart, Palette palette, Format format, OutputStream out)
      throws IOException {
    XYChart drawing = drawing(chart, palette);
    switch (format) {
      case SVG -> out.write(svg(chart, drawing).getBytes(StandardCharsets.UTF_8));
      case PNG -> BitmapEncoder.saveBitmap(drawing, out, BitmapFormat.PNG);
    }
  }

  static XYChart drawing(Chart chart, Palette palette) {
    Chart drawn = Downsampling.reduced(chart, MOST_POINTS);
    return new Picture(drawn, palette.lines(drawn, Theme.LIGHT)).draw();
  }

  /** XChart draws texts as shapes: title and description are added for screen readers. */
  private static String svg(Chart chart, XYChart drawing) throws IOException {
    ByteArrayOutputStream drawn = new ByteArrayOutputStream();
    VectorGraphicsEncoder.saveVectorGraphic(drawing, drawn, VectorGraphicsFormat.SVG);
    String text =
        "<title>%s</title><desc>%s</desc>"
            .formatted(escaped(chart.title()), escaped(chart.description()));
    return drawn
        .toString(StandardCharsets.UTF_8)
        .replaceFirst("<svg[^>]*>", "$0" + Matcher.quoteReplacement(text));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  private XYChart draw() {
    drawing.setTitle(chart.title());
    drawing.setXAxisTitle(chart.x().title());
    drawing.setYAxisTitle(chart.y().title());
    style(drawing.getStyler());
    axes(drawing.getStyler());
    marks();
    lines();
    chart.references().forEach(each -> horizontal(each.label(), each.y()));
    return drawing;
  }

  private static void style(XYStyler style) {
    style.setBaseFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    style.setChartBackgroundColor(Color.WHITE);
    style.setChartTitleBoxVisible(false);
    style.setPlotBorderVisible(false);
    style.setPlotGridLinesColor(GRID);
    style.setLegendPosition(LegendPosition.OutsideE);
    style.setLegendBorderColor(Color.WHITE);
    style.setAnnotationTextFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
    style.setAnnotationTextFontColor(Color.decode(Palette.mark(Mark.Kind.PHASE, Theme.LIGHT)));
    style.setLocale(Locale.ROOT);
    style.setMarkerSize(7);
    style.setDecimalPattern("#,##0.######");
  }

  private void axes(XYStyler style) {
    style.setXAxisLogarithmic(x.isLogarithmic());
    style.setYAxisLogarithmic(y.isLogarithmic());
    style.setXAxisMin(x.from());
    style.setXAxisMax(x.to());
    style.setYAxisMin(y.from());
    style.setYAxisMax(y.to());
    if (chart.x().scale() == Scale.PERCENTILE || chart.x().scale() == Scale.CATEGORY) {
      drawing.setCustomXAxisTickLabelsFormatter(this::text);
    }
  }

  /** XChart leaves out all texts of an axis if two are equal: empty ones have different lengths. */
  private String text(double place) {
    String text = Range.text(chart.x(), place);
    return text.isEmpty() ? " ".repeat(1 + Math.floorMod(Math.round(place * 10), 100)) : text;
  }

  private void lines() {
    boolean many = chart.lines().size() > MOST_IN_LEGEND;
    Set<String> shown = new HashSet<>();
    for (int i = 0; i < chart.lines().size(); i++) {
      Line line = chart.lines().get(i);
      if (Arrays.stream(line.y()).noneMatch(this::hasPlace)) {
        continue;
      }
      XYSeries series = series(Range.places(chart.x(), line.x()), line.y(), colours.get(i));
      String label = many && line.kind() != Kind.DASHED ? line.environment() : line.label();
      series.setLabel(label);
      series.setShowInLegend(shown.add(label));
      style(series, line.kind());
    }
  }

  private void style(XYSeries series, Kind kind) {
    switch (kind) {
      case LINE -> {
        series.setLineWidth(1.5f);
        if (chart.group() == Group.RATE || chart.group() == Group.SWEEP) {
          series.setMarker(SeriesMarkers.CIRCLE);
        }
      }
      case DASHED -> series.setLineWidth(1).setLineStyle(SeriesLines.DASH_DASH);
      case POINTS -> {
        series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
        series.setMarker(SeriesMarkers.CIRCLE);
      }
      case BARS -> series.setXYSeriesRenderStyle(XYSeriesRenderStyle.StepArea);
    }
  }

  private XYSeries series(double[] xs, double[] ys, String colour) {
    double[] drawn = Arrays.stream(ys).map(each -> hasPlace(each) ? each : Double.NaN).toArray();
    XYSeries series = drawing.addSeries(Integer.toString(drawing.getSeriesMap().size()), xs, drawn);
    series.setMarker(SeriesMarkers.NONE).setMarkerColor(Color.decode(colour));
    series.setLineColor(Color.decode(colour)).setLineStyle(SeriesLines.SOLID);
    return series;
  }

  private boolean hasPlace(double value) {
    return Double.isFinite(value) && (value > 0 || !y.isLogarithmic());
  }

  /** Ranges as areas, phases and moments as lines. Each kind is once in the legend. */
  private void marks() {
    Set<Mark.Kind> shown = new HashSet<>(Set.of(Mark.Kind.PHASE));
    for (Mark mark : chart.marks()) {
      double from = x.within(mark.from());
      double to = x.within(mark.to());
      boolean phase = mark.kind() == Mark.Kind.PHASE;
      String colour = Palette.mark(mark.kind(), Theme.LIGHT);
      XYSeries series = phase || from == to ? vertical(from, colour) : area(from, to, colour);
      series.setLabel(mark.kind().name().toLowerCase(Locale.ROOT));
      series.setShowInLegend(shown.add(mark.kind()));
      if (phase && to - from > SHARE_FOR_TEXT * (x.to() - x.from())) {
        drawing.addAnnotation(new AnnotationText(mark.text(), (from + to) / 2, y.to(), false));
      }
    }
  }

  private XYSeries vertical(double at, String colour) {
    XYSeries series = series(new double[] {at, at}, new double[] {y.from(), y.to()}, colour);
    series.setLineWidth(1).setLineStyle(SeriesLines.DOT_DOT);
    return series;
  }

  private XYSeries area(double from, double to, String colour) {
    XYSeries series = series(new double[] {from, to}, new double[] {y.to(), y.to()}, colour);
    Color solid = Color.decode(colour);
    Color fill = new Color(solid.getRed(), solid.getGreen(), solid.getBlue(), TRANSPARENT);
    series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Area);
    series.setFillColor(fill);
    series.setLineColor(fill);
    return series;
  }

  /** Each part on its own line: a long one takes the place of the drawing. */
  private static String wrapped(String label) {
    return label.replaceAll("(.{15,32}?),? ", "$1\n");
  }

  private void horizontal(String label, double value) {
    XYSeries series =
        series(
            new double[] {x.from(), x.to()},
            new double[] {value, value},
            Palette.mark(Mark.Kind.PHASE, Theme.LIGHT));
    series.setLabel(wrapped(label)).setShowInLegend(true);
    series.setLineWidth(1).setLineStyle(SeriesLines.DASH_DOT);
  }
}
