package io.tidemark.charts.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
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
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.DoubleBuffer;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A chart as {@code report.js} reads it: compact, with the digits that can be seen. */
final class ChartJson {
  private static final JsonFactory JSON = new JsonFactory();

  /** Milliseconds of a day. */
  private static final int X_DIGITS = 8;

  private static final int Y_DIGITS = 5;

  private final Chart chart;
  private final DoubleSummaryStatistics times;
  private final JsonGenerator json;

  private ChartJson(Chart chart, DoubleSummaryStatistics times, JsonGenerator json) {
    this.chart = chart;
    this.times = times;
    this.json = json;
  }

  /**
   * Safe in a script element: {@code <} occurs only in texts and is escaped.
   *
   * @param times of all timelines with which this one is shown
   */
  static String json(Chart chart, Palette palette, DoubleSummaryStatistics times) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      new ChartJson(chart, times, json).write(palette);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().replace("<", "\\u003c");
  }

  private void write(Palette palette) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("x");
    axis(chart.x());
    if (chart.group() == Chart.Group.TIMELINE) {
      number("min", times.getMin(), X_DIGITS);
      number("max", times.getMax(), X_DIGITS);
    }
    json.writeEndObject();
    json.writeObjectFieldStart("y");
    axis(chart.y());
    json.writeEndObject();
    Map<DoubleBuffer, Integer> columns = new LinkedHashMap<>();
    chart.lines().forEach(line -> columns.putIfAbsent(key(line.x()), columns.size()));
    json.writeArrayFieldStart("columns");
    for (DoubleBuffer column : columns.keySet()) {
      numbers(column.array(), X_DIGITS);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("lines");
    List<String> light = palette.lines(chart, Theme.LIGHT);
    List<String> dark = palette.lines(chart, Theme.DARK);
    for (int i = 0; i < chart.lines().size(); i++) {
      Line line = chart.lines().get(i);
      line(line, columns.getOrDefault(key(line.x()), 0), light.get(i), dark.get(i));
    }
    json.writeEndArray();
    marks();
    references();
    json.writeEndObject();
  }

  /** Lines of one run share their times. */
  private static DoubleBuffer key(double[] x) {
    return DoubleBuffer.wrap(x);
  }

  private void axis(Axis axis) throws IOException {
    json.writeStringField("title", axis.title());
    json.writeStringField("head", axis.head());
    json.writeStringField("scale", axis.scale().name());
    json.writeBooleanField("time", axis.unit() == Unit.SECONDS);
    json.writeArrayFieldStart("units");
    for (Unit.Step step : axis.unit().steps()) {
      json.writeStartArray();
      json.writeNumber(step.from());
      json.writeNumber(step.size());
      json.writeString(step.text());
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("ticks");
    for (Tick tick : axis.ticks()) {
      json.writeString(tick.text());
    }
    json.writeEndArray();
    if (axis.scale() != Scale.CATEGORY && !axis.ticks().isEmpty()) {
      json.writeFieldName("places");
      numbers(axis.ticks().stream().mapToDouble(Tick::value).toArray(), X_DIGITS);
    }
  }

  private void line(Line line, int column, String light, String dark) throws IOException {
    json.writeStartObject();
    json.writeStringField("label", line.label());
    json.writeStringField("environment", line.environment());
    json.writeStringField("kind", line.kind().name());
    colours(light, dark);
    json.writeNumberField("column", column);
    json.writeFieldName("y");
    numbers(line.y(), Y_DIGITS);
    if (line.hasIntervals()) {
      json.writeFieldName("low");
      numbers(line.low(), Y_DIGITS);
      json.writeFieldName("high");
      numbers(line.high(), Y_DIGITS);
    }
    json.writeEndObject();
  }

  private void colours(String light, String dark) throws IOException {
    json.writeStringField("light", light);
    json.writeStringField("dark", dark);
  }

  private void marks() throws IOException {
    json.writeArrayFieldStart("marks");
    for (Mark mark : chart.marks()) {
      json.writeStartObject();
      json.writeStringField("kind", mark.kind().name());
      colours(Palette.mark(mark.kind(), Theme.LIGHT), Palette.mark(mark.kind(), Theme.DARK));
      number("from", mark.from(), X_DIGITS);
      number("to", mark.to(), X_DIGITS);
      json.writeStringField("text", mark.text());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void references() throws IOException {
    json.writeArrayFieldStart("references");
    for (Reference reference : chart.references()) {
      json.writeStartObject();
      json.writeStringField("label", reference.label());
      number("y", reference.y(), Y_DIGITS);
      if (reference.isBand()) {
        number("low", reference.low(), Y_DIGITS);
        number("high", reference.high(), Y_DIGITS);
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void numbers(double[] values, int digits) throws IOException {
    json.writeStartArray();
    for (double value : values) {
      number(value, digits);
    }
    json.writeEndArray();
  }

  private void number(String name, double value, int digits) throws IOException {
    json.writeFieldName(name);
    number(value, digits);
  }

  /** A gap is null. */
  private void number(double value, int digits) throws IOException {
    if (Double.isFinite(value)) {
      double rounded = rounded(value, digits);
      if (rounded == (long) rounded) {
        json.writeNumber((long) rounded);
      } else {
        json.writeNumber(rounded);
      }
    } else {
      json.writeNull();
    }
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
