package io.tidemark.charts.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tidemark.charts.Palette;
import io.tidemark.charts.Palette.Theme;
import io.tidemark.model.metric.Unit;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.chart.Chart.Reference;
import io.tidemark.report.chart.Chart.Scale;
import io.tidemark.report.chart.Chart.Tick;
import io.tidemark.report.file.ReportFormats;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A chart as {@code report.js} reads it: compact, with the digits that can be seen. */
final class ChartJson {
  /** Milliseconds of a day. */
  private static final int X_DIGITS = 8;

  private static final int Y_DIGITS = 5;

  private ChartJson() {}

  /**
   * Safe in a script element: {@code <} occurs only in texts and is escaped.
   *
   * @param times of all timelines with which this one is shown
   */
  static String json(Chart chart, Palette palette, DoubleSummaryStatistics times) {
    Map<String, @Nullable Object> x = axis(chart.x());
    if (chart.group() == Chart.Group.TIMELINE) {
      x.put("min", number(times.getMin(), X_DIGITS));
      x.put("max", number(times.getMax(), X_DIGITS));
    }
    // Lines of one run share their times.
    Map<DoubleBuffer, Integer> columns = new LinkedHashMap<>();
    chart.lines().forEach(line -> columns.putIfAbsent(DoubleBuffer.wrap(line.x()), columns.size()));
    List<String> light = palette.lines(chart, Theme.LIGHT);
    List<String> dark = palette.lines(chart, Theme.DARK);
    List<Object> lines = new ArrayList<>();
    for (Line line : chart.lines()) {
      int place = lines.size();
      int column = columns.getOrDefault(DoubleBuffer.wrap(line.x()), 0);
      lines.add(line(line, column, light.get(place), dark.get(place)));
    }
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("x", x);
    tree.put("y", axis(chart.y()));
    tree.put("columns", columns.keySet().stream().map(c -> numbers(c.array(), X_DIGITS)).toList());
    tree.put("lines", lines);
    tree.put("marks", chart.marks().stream().map(ChartJson::mark).toList());
    tree.put("references", chart.references().stream().map(ChartJson::reference).toList());
    try {
      return ReportFormats.JSON.writeValueAsString(tree).replace("<", "\\u003c");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a chart is texts and numbers", e);
    }
  }

  private static Map<String, @Nullable Object> axis(Axis axis) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("title", axis.title());
    tree.put("head", axis.head());
    tree.put("scale", axis.scale().name());
    tree.put("time", axis.unit() == Unit.SECONDS);
    tree.put(
        "units",
        axis.unit().steps().stream()
            .map(step -> List.<Object>of(step.from(), step.size(), step.text()))
            .toList());
    tree.put("ticks", axis.ticks().stream().map(Tick::text).toList());
    if (axis.scale() != Scale.CATEGORY && !axis.ticks().isEmpty()) {
      tree.put(
          "places", numbers(axis.ticks().stream().mapToDouble(Tick::value).toArray(), X_DIGITS));
    }
    return tree;
  }

  private static Map<String, @Nullable Object> line(
      Line line, int column, String light, String dark) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("label", line.label());
    tree.put("environment", line.environment());
    tree.put("kind", line.kind().name());
    tree.put("light", light);
    tree.put("dark", dark);
    tree.put("column", column);
    tree.put("y", numbers(line.y(), Y_DIGITS));
    if (line.hasIntervals()) {
      tree.put("low", numbers(line.low(), Y_DIGITS));
      tree.put("high", numbers(line.high(), Y_DIGITS));
    }
    return tree;
  }

  private static Map<String, @Nullable Object> mark(Mark mark) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("kind", mark.kind().name());
    tree.put("light", Palette.mark(mark.kind(), Theme.LIGHT));
    tree.put("dark", Palette.mark(mark.kind(), Theme.DARK));
    tree.put("from", number(mark.from(), X_DIGITS));
    tree.put("to", number(mark.to(), X_DIGITS));
    tree.put("text", mark.text());
    return tree;
  }

  private static Map<String, @Nullable Object> reference(Reference reference) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("label", reference.label());
    tree.put("y", number(reference.y(), Y_DIGITS));
    if (reference.isBand()) {
      tree.put("low", number(reference.low(), Y_DIGITS));
      tree.put("high", number(reference.high(), Y_DIGITS));
    }
    return tree;
  }

  private static List<@Nullable Number> numbers(double[] values, int digits) {
    List<@Nullable Number> numbers = new ArrayList<>(values.length);
    for (double value : values) {
      numbers.add(number(value, digits));
    }
    return numbers;
  }

  /** A gap is null. */
  private static @Nullable Number number(double value, int digits) {
    if (!Double.isFinite(value)) {
      return null;
    }
    double rounded = rounded(value, digits);
    if (rounded == (long) rounded) {
      return (long) rounded;
    }
    return rounded;
  }

  /** Rounds to significant digits; whole numbers keep all of theirs. */
  static double rounded(double value, int digits) {
    int decimals = digits - 1 - (int) Math.floor(Math.log10(Math.abs(value)));
    if (value == 0 || decimals > 300) {
      return 0;
    }
    double scale = Math.pow(10, Math.max(0, decimals));
    return Math.rint(value * scale) / scale;
  }
}
