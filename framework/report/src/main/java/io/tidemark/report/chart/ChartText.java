package io.tidemark.report.chart;

import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Tick;
import io.tidemark.report.document.Block;
import io.tidemark.report.text.TerminalStyle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** A chart in lines of text: runs as dots, prices as bars, lines as heights. */
public final class ChartText {
  private static final int LABEL = 20;
  private static final int DRAWN = 34;

  /** Bars from low to high. */
  private static final String HEIGHTS = "▁▂▃▄▅▆▇█";

  private static final String PLAIN_HEIGHTS = "_.-=+*#@";

  /** A chart as a block of a document. */
  public record Drawn(Chart chart) implements Block.Drawing {
    @Override
    public String title() {
      return chart.title();
    }

    @Override
    public List<String> text(TerminalStyle style) {
      return lines(chart, style);
    }
  }

  private final Chart chart;
  private final TerminalStyle style;
  private final List<String> lines = new ArrayList<>();

  private ChartText(Chart chart, TerminalStyle style) {
    this.chart = chart;
    this.style = style;
  }

  public static List<String> lines(Chart chart, TerminalStyle style) {
    ChartText text = new ChartText(chart, style);
    if (chart.group() == Group.RUNS) {
      text.rows();
    } else {
      text.curves();
    }
    return text.lines;
  }

  private String sign(String unicode, String plain) {
    return style.unicode() ? unicode : plain;
  }

  private void row(String label, String drawing, String value) {
    String name = label.length() > LABEL ? label.substring(0, LABEL - 2) + ".." : label;
    lines.add(("  " + pad(name, LABEL) + " " + pad(drawing, DRAWN) + " " + value).stripTrailing());
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private void rows() {
    double most = chart.heights().max().orElse(0);
    List<Tick> rows = chart.x().ticks();
    String signs =
        chart.meanName().isEmpty() ? "" : sign("; ● run, ◆ ", "; o run, # ") + chart.meanName();
    lines.add("%s (from 0; %s%s)".formatted(chart.title(), lower(chart.description()), signs));
    String group = "";
    for (int i = 0; i < rows.size() && i < Chart.MOST_ROWS; i++) {
      if (!rows.get(i).group().equals(group)) {
        group = rows.get(i).group();
        lines.add("  " + group);
      }
      row(rows.get(i), most);
    }
    if (rows.size() > Chart.MOST_ROWS) {
      lines.add("  and " + (rows.size() - Chart.MOST_ROWS) + " more");
    }
  }

  /** A description as part of a line. */
  private static String lower(String description) {
    return description.isEmpty()
        ? ""
        : description.substring(0, 1).toLowerCase(Locale.ROOT)
            + description.substring(1).replaceFirst("\\.$", "");
  }

  private void row(Tick row, double most) {
    String[] places = new String[DRAWN];
    Arrays.fill(places, sign("·", "."));
    String drawing = "";
    String value = "";
    for (Line line : chart.lines()) {
      for (int i = 0; i < line.x().length; i++) {
        double y = line.y()[i];
        if (line.x()[i] != row.value()) {
          continue;
        }
        if (line.kind() == Kind.BARS) {
          drawing = Double.isNaN(y) ? " " : sign("█", "#").repeat(1 + place(y, most));
          value = line.text();
        } else if (!Double.isNaN(y)) {
          boolean mean = line.kind() == Kind.MEANS;
          places[place(y, most)] = mean ? sign("◆", "#") : sign("●", "o");
          value = mean ? style.shown(chart.y().unit().with(y)) : value;
        }
      }
    }
    row(row.text(), drawing.isEmpty() ? String.join("", places) : drawing.strip(), value);
  }

  private static int place(double value, double most) {
    return most <= 0 ? 0 : (int) Math.round(value / most * (DRAWN - 1));
  }

  private void curves() {
    boolean logarithmic = chart.y().isLogarithmic();
    lines.add(
        "%s, lowest to highest %s"
            .formatted(chart.title(), logarithmic ? "(logarithmic)" : "(from 0)"));
    List<Line> drawn =
        chart.lines().stream()
            .filter(line -> line.kind() != Kind.POINTS && line.kind() != Kind.FAILED)
            .toList();
    double[] all =
        drawn.stream().flatMapToDouble(Line::heights).filter(y -> y > 0).sorted().toArray();
    if (all.length == 0) {
      return;
    }
    double least = logarithmic ? all[0] : 0;
    drawn.forEach(line -> row(line.label(), heights(line, least, all[all.length - 1]), ends(line)));
  }

  private String heights(Line line, double least, double most) {
    String signs = sign(HEIGHTS, PLAIN_HEIGHTS);
    int points = line.y().length;
    int parts = Math.min(DRAWN, points);
    StringBuilder text = new StringBuilder();
    for (int part = 0; part < parts; part++) {
      int from = part * points / parts;
      int to = Math.max(from + 1, (part + 1) * points / parts);
      double mean =
          Arrays.stream(line.y(), from, to).filter(Double::isFinite).average().orElse(Double.NaN);
      text.append(Double.isNaN(mean) ? ' ' : signs.charAt(height(mean, least, most)));
    }
    return text.toString();
  }

  private int height(double value, double least, double most) {
    double share =
        most <= least
            ? 1
            : chart.y().isLogarithmic()
                ? Math.log(Math.max(value, least) / least) / Math.log(most / least)
                : (value - least) / (most - least);
    int last = HEIGHTS.length() - 1;
    return (int) Math.max(0, Math.min(last, Math.round(share * last)));
  }

  private String ends(Line line) {
    double[] known = Arrays.stream(line.y()).filter(Double::isFinite).toArray();
    return IntStream.of(0, known.length - 1)
        .distinct()
        .filter(i -> i >= 0 && i < known.length)
        .mapToObj(i -> style.shown(chart.y().unit().with(known[i])))
        .reduce((first, last) -> first + sign("…", "..") + last)
        .orElse("");
  }
}
