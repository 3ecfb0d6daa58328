package io.tidemark.charts.first;

import io.tidemark.charts.first.Svg.Anchor;
import io.tidemark.report.answer.AnswerPicture.Interval;
import io.tidemark.report.answer.AnswerPicture.Panel;
import io.tidemark.report.answer.AnswerPicture.Row;
import io.tidemark.report.answer.AnswerUnit;
import io.tidemark.report.text.TerminalStyle;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Each run of a system as a point, with mean and interval, and the baseline. */
final class DotsSvg {
  private static final double GROUP_HEIGHT = 22;
  private static final double AXIS_HEIGHT = 26;
  private static final double MOST_LABEL = 260;
  private static final double VALUE_WIDTH = 86;

  /** Intervals of very few runs can be much wider than everything that was measured. */
  private static final double SHOWN = 1.6;

  private static final double ROOM = 1.06;

  /** Said of each axis that is one: equal distances are equal factors. */
  static final String LOGARITHMIC = "logarithmic scale";

  private final Panel panel;
  private final List<String> colours;
  private final double width;
  private final double rowHeight;
  private final double label;
  private final Ruler ruler;
  private final Svg svg;
  private final double height;

  private DotsSvg(Panel panel, List<String> colours, double width) {
    this.panel = panel;
    this.colours = colours;
    this.width = width;
    int rows = panel.rows().size();
    this.rowHeight = rows > 8 ? 21 : rows > 4 ? 27 : 34;
    int letters = panel.rows().stream().mapToInt(row -> row.label().length()).max().orElse(0);
    this.label = Math.min(Math.min(MOST_LABEL, width * 0.4), letters * Svg.LETTER + 12);
    this.ruler = Ruler.of(values(), label + 8, width - VALUE_WIDTH);
    this.height = groups() * GROUP_HEIGHT + panel.rows().size() * rowHeight + AXIS_HEIGHT;
    this.svg = new Svg(width, height, description());
  }

  /**
   * @param colours of the systems, by their labels
   */
  static String of(Panel panel, List<String> colours, double width) {
    return new DotsSvg(panel, colours, width).draw();
  }

  private long groups() {
    return panel.rows().stream().map(Row::group).filter(name -> !name.isEmpty()).distinct().count();
  }

  private double[] values() {
    double[] runs =
        panel.rows().stream()
            .flatMap(row -> row.runs().stream())
            .mapToDouble(Double::doubleValue)
            .toArray();
    double most = DoubleStream.of(runs).max().orElse(1);
    double least = DoubleStream.of(runs).min().orElse(0);
    return DoubleStream.concat(
            DoubleStream.of(runs).map(value -> value == most ? value * ROOM : value),
            panel.rows().stream()
                .flatMap(row -> row.interval().stream())
                .flatMap(each -> Stream.of(each.lowest(), each.highest()))
                .mapToDouble(value -> Math.max(least / SHOWN, Math.min(most * SHOWN, value))))
        .toArray();
  }

  private String description() {
    StringBuilder text = new StringBuilder(panel.title());
    for (Row row : panel.rows()) {
      text.append("; ").append(row.label()).append(' ').append(text(row.mean()));
    }
    return text.toString();
  }

  private String text(double value) {
    return panel.unit().text(value, TerminalStyle.UNICODE);
  }

  private String draw() {
    axis();
    double y = 0;
    String group = "";
    for (int i = 0; i < panel.rows().size(); i++) {
      Row row = panel.rows().get(i);
      if (!row.group().equals(group)) {
        group = row.group();
        svg.text("group", Anchor.START, 0, y + 15, group);
        y += GROUP_HEIGHT;
      }
      if (row.baseline()) {
        baseline(row, y);
      }
      row(row, y + rowHeight / 2);
      y += rowHeight;
    }
    return svg.end();
  }

  private void axis() {
    double bottom = height - AXIS_HEIGHT;
    for (double tick : ruler.ticks(panel.unit())) {
      double x = ruler.place(tick);
      svg.line("grid", x, 0, x, bottom);
      svg.text(
          "tick", Anchor.MIDDLE, x, bottom + 17, panel.unit().tick(tick, TerminalStyle.UNICODE));
    }
  }

  /** Where differences begin to matter, over all rows of the group. */
  private void baseline(Row row, double top) {
    long rows = panel.rows().stream().filter(each -> each.group().equals(row.group())).count();
    double bottom = top + rows * rowHeight;
    double atLeast = panel.atLeast().orElse(0);
    double from = ruler.place(row.mean() * (1 - atLeast));
    double to = ruler.place(row.mean() * (1 + atLeast));
    svg.rectangle("same", from, top, to - from, bottom - top);
    svg.line("baseline", ruler.place(row.mean()), top, ruler.place(row.mean()), bottom);
  }

  private void row(Row row, double y) {
    String colour = "c" + Math.max(0, colours.indexOf(row.label())) % AnswerView.COLOURS;
    svg.text("label", Anchor.END, label, y + 5, Svg.fitting(row.label(), label));
    row.interval().ifPresent(interval -> interval(interval, colour, y));
    for (double run : row.runs()) {
      svg.circle("run " + colour, ruler.place(run), y, 5, row.label() + ": " + text(run));
    }
    svg.diamond("mean " + colour, ruler.place(row.mean()), y, 7, "mean " + text(row.mean()));
    svg.text("value", Anchor.END, width, y + 5, text(row.mean()));
  }

  private void interval(Interval interval, String colour, double y) {
    double from = ruler.place(interval.lowest());
    double to = ruler.place(interval.highest());
    svg.line("interval " + colour, from, y, to, y);
    if (ruler.contains(interval.lowest())) {
      svg.line("interval " + colour, from, y - 5, from, y + 5);
    }
    if (ruler.contains(interval.highest())) {
      svg.line("interval " + colour, to, y - 5, to, y + 5);
    }
  }

  /** Which direction is better, and a scale that needs a word. */
  static String note(Panel panel, double width) {
    boolean logarithmic = new DotsSvg(panel, List.of(), width).ruler.logarithmic();
    return (panel.higherIsBetter() ? "more is better" : "less is better")
        + (logarithmic ? "; " + LOGARITHMIC : "");
  }

  /** What the signs mean. */
  static String legend(List<Panel> panels) {
    boolean intervals =
        panels.stream()
            .flatMap(each -> each.rows().stream())
            .anyMatch(r -> r.interval().isPresent());
    boolean baseline =
        panels.stream().flatMap(each -> each.rows().stream()).anyMatch(Row::baseline);
    boolean counted = panels.stream().allMatch(each -> each.unit() == AnswerUnit.MESSAGES);
    return "● one run   ◆ "
        + panels.get(0).meanName()
        + (intervals ? "   ├─┤ its 95 % interval" : "")
        + (baseline && !counted
            ? "   ┆ baseline; grey: differences of less than %s do not matter"
                .formatted(atLeast(panels))
            : "");
  }

  private static String atLeast(List<Panel> panels) {
    double share = panels.get(0).atLeast().orElse(0);
    return Svg.number(100 * share) + " %";
  }
}
