package io.tidemark.charts;

import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.chart.Chart.Reference;
import io.tidemark.report.chart.Chart.Scale;
import io.tidemark.report.chart.Chart.Tick;
import io.tidemark.report.chart.Downsampling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Draws a chart as SVG: in a page, whose style sheet has the colours, or as a separate file. Charts
 * of systems are rows, all others have an upright y axis.
 */
public final class SvgChart {
  /** Mean width of a letter. */
  static final double LETTER = 7;

  private static final double BOLD = 9.3;
  private static final double TEXT = 16;
  private static final double AXIS_HEIGHT = 40;

  private static final double FILE_WIDTH = 1200;
  private static final double FILE_HEIGHT = 480;

  /** Below it names of lines are not at their ends. */
  private static final double WIDE = 440;

  /** More names have no room at the ends of lines. */
  private static final int MOST_NAMES = 6;

  /** From this number of lines on the legend has one entry for each environment. */
  private static final int MOST_IN_LEGEND = 18;

  /** More points are a line without signs. */
  private static final int FEW = 24;

  /** More are small and have no text under the pointer. */
  private static final int MOST_SIGNS = 200;

  /** Limit of the points of a chart in a page, so that charts of many systems are not large. */
  private static final int MOST_POINTS = 6_000;

  /** Rows of texts of marks above the plot. */
  private static final int MARK_ROWS = 3;

  /** Room for the number of marks without a text. */
  private static final double MORE = 26;

  /** Intervals of very few runs can be much wider than everything that was measured. */
  private static final double SHOWN = 1.6;

  private static final double ROOM = 0.06;
  private static final double VALUE_WIDTH = 86;

  private final Chart chart;
  private final IntFunction<String> colours;
  private final double width;
  private final StringBuilder svg = new StringBuilder();
  private double bottom;

  /**
   * @param colours the attribute that colours a line, by its place
   */
  private SvgChart(Chart chart, IntFunction<String> colours, double width) {
    this.chart = chart;
    this.colours = colours;
    this.width = width;
  }

  /** An element of a page. Rows are as high as they need. */
  public static String element(Chart chart, Palette palette, double width, double height) {
    Chart bands = chart.ofBands();
    int edges = bands.lines().stream().mapToInt(each -> each.kind() == Kind.BAND ? 3 : 1).sum();
    int points = (int) Math.min(1.2 * width, Math.max(60, (double) MOST_POINTS / edges));
    Chart drawn = Downsampling.reduced(bands, points);
    List<String> classes = palette.classes(drawn);
    SvgChart svg = new SvgChart(drawn, i -> "class=\"%s\"".formatted(classes.get(i)), width);
    svg.draw(0, height, Chart.MOST_ROWS);
    return "<svg class=\"chart\" viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\">%s</svg>"
        .formatted(number(width), number(svg.bottom), escaped(svg.description()), svg.svg);
  }

  /**
   * A file on a white background, with a line for each run.
   *
   * @param palette of all charts that are shown together
   */
  public static String file(Chart chart, Palette palette) {
    Chart drawn = Downsampling.reduced(chart.ofEachRun(), (int) (2 * FILE_WIDTH));
    List<String> hex = palette.lines(drawn, Palette.Theme.LIGHT);
    SvgChart svg = new SvgChart(drawn, i -> "color=\"%s\"".formatted(hex.get(i)), FILE_WIDTH);
    svg.text("title", "start", 0, 22, chart.title());
    svg.draw(34, FILE_HEIGHT, Integer.MAX_VALUE);
    return ("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" width=\"%1$s\""
            + " height=\"%2$s\" viewBox=\"-16 -4 %3$s %2$s\"><title>%4$s</title><desc>%5$s</desc>"
            + "<style>%6$s</style><rect x=\"-16\" y=\"-4\" width=\"%3$s\" height=\"%2$s\""
            + " fill=\"#ffffff\"/>%7$s</svg>%n")
        .formatted(
            number(FILE_WIDTH),
            number(svg.bottom + 12),
            number(FILE_WIDTH + 32),
            escaped(chart.title()),
            escaped(chart.description()),
            Palette.fileStyle(),
            svg.svg);
  }

  /** What the signs of charts mean; empty text if there are none. */
  public static String legend(List<Chart> charts) {
    List<Line> lines = charts.stream().flatMap(chart -> chart.lines().stream()).toList();
    boolean rows = lines.stream().anyMatch(line -> line.kind() == Kind.MEANS);
    boolean failed = lines.stream().anyMatch(line -> line.kind() == Kind.FAILED);
    String mean =
        charts.stream()
            .map(Chart::meanName)
            .filter(name -> !name.isEmpty())
            .findFirst()
            .orElse("geometric mean");
    List<String> signs = new ArrayList<>();
    if (lines.stream().anyMatch(line -> line.kind() == Kind.POINTS)) {
      signs.add(rows ? "● one run" : "○ one run");
    }
    if (rows || lines.stream().anyMatch(Line::hasIntervals)) {
      signs.add((rows ? "◆ " : "● ") + mean);
    }
    if (lines.stream().anyMatch(Line::hasIntervals)) {
      signs.add(
          "├─┤ its 95 % interval"
              + (charts.stream().anyMatch(SvgChart::isCut)
                  ? ", with an arrow where it is longer than the axis"
                  : ""));
    }
    if (failed) {
      signs.add("● sustained   ✕ not sustained");
    }
    charts.stream()
        .filter(chart -> chart.group() == Group.RUNS)
        .flatMap(chart -> chart.references().stream())
        .filter(Reference::isBand)
        .map(reference -> "┆ " + reference.label())
        .findFirst()
        .ifPresent(signs::add);
    int left =
        charts.stream()
            .mapToInt(chart -> chart.x().ticks().size() - Chart.MOST_ROWS)
            .max()
            .orElse(0);
    if (left > 0 && charts.get(0).group() == Group.RUNS) {
      signs.add("and " + left + " more below");
    }
    return String.join("   ", signs);
  }

  private String description() {
    StringBuilder text = new StringBuilder(chart.title());
    if (chart.group() == Group.RUNS) {
      for (Line line : chart.lines()) {
        for (int i = 0; i < line.y().length && line.kind() != Kind.POINTS; i++) {
          text.append("; ").append(line.label()).append(' ').append(value(line, i));
        }
      }
    }
    return text.toString();
  }

  private void draw(double top, double height, int mostRows) {
    if (chart.group() == Group.RUNS) {
      rows(top, mostRows);
    } else {
      new Plot(top, height).draw();
    }
  }

  /** The text of a point. */
  private String value(Line line, int i) {
    return line.text().isEmpty() ? chart.y().unit().with(line.y()[i]) : line.text();
  }

  // ---- Rows of systems.

  private void rows(double top, int most) {
    List<Tick> rows = chart.x().ticks().stream().limit(most).toList();
    double rowHeight = rows.size() > 8 ? 21 : rows.size() > 4 ? 27 : 34;
    int letters = rows.stream().mapToInt(row -> row.text().length()).max().orElse(0);
    double label = Math.min(Math.min(260, width * 0.4), letters * LETTER + 12);
    double values = chart.lines().stream().mapToInt(line -> line.text().length()).max().orElse(0);
    double right = width - Math.max(VALUE_WIDTH, Math.min(width * 0.3, values * LETTER + 12));
    Ruler ruler = Ruler.of(chart.y(), heights(), ROOM, label + 8, right);
    Map<Double, Double> middles = new LinkedHashMap<>();
    Map<Double, Double> tops = new LinkedHashMap<>();
    double y = top;
    String group = "";
    StringBuilder heads = new StringBuilder();
    for (Tick row : rows) {
      if (!row.group().equals(group)) {
        group = row.group();
        heads.append(textOf("group", "start", 0, y + 15, group));
        y += 22;
      }
      heads.append(
          textOf("label", "end", label, y + rowHeight / 2 + 5, fitting(row.text(), label)));
      tops.put(row.value(), y);
      middles.put(row.value(), y + rowHeight / 2);
      y += rowHeight;
    }
    for (Tick tick : ruler.ticks()) {
      double x = ruler.place(tick.value());
      line("grid", x, top, x, y);
      text("tick", "middle", x, y + 17, tick.text());
    }
    for (Reference each : chart.references()) {
      double[] covered =
          tops.entrySet().stream()
              .filter(row -> row.getKey() >= each.from() && row.getKey() <= each.to())
              .mapToDouble(Map.Entry::getValue)
              .toArray();
      if (covered.length > 0) {
        double end = covered[covered.length - 1] + rowHeight;
        double from = ruler.place(each.low());
        rectangle("same", from, covered[0], ruler.place(each.high()) - from, end - covered[0], "");
        line("baseline", ruler.place(each.y()), covered[0], ruler.place(each.y()), end);
      }
    }
    svg.append(heads);
    for (int i = 0; i < chart.lines().size(); i++) {
      Line line = chart.lines().get(i);
      group(
          colours.apply(i),
          () -> {
            for (int point = 0; point < line.x().length; point++) {
              Double middle = middles.get(line.x()[point]);
              if (middle != null) {
                row(line, point, ruler, middle, rowHeight);
              }
            }
          });
    }
    bottom = y + 26;
  }

  private void row(Line line, int point, Ruler ruler, double y, double rowHeight) {
    double value = line.y()[point];
    double x = Double.isNaN(value) ? ruler.from() : ruler.place(value);
    switch (line.kind()) {
      case BARS -> {
        rectangle("bar", ruler.from(), y - rowHeight / 2 + 6, x - ruler.from(), rowHeight - 12, "");
        text("value", "start", x + 8, y + 5, value(line, point));
      }
      case MEANS -> {
        if (line.low().length > 0) {
          interval(ruler, line.low()[point], line.high()[point], y, false);
        }
        path("mean", x, y - 7, "l7 7l-7 7l-7 -7z", line.label() + ": " + value(line, point));
        text("value", "end", width, y + 5, value(line, point));
      }
      default -> circle("run", x, y, 5, line.label() + ": " + value(line, point));
    }
  }

  /** Values that the axis shows: ends of intervals only as far as they leave room for the rest. */
  private DoubleStream heights() {
    double most = chart.heights().max().orElse(1);
    double least = chart.heights().filter(y -> y > 0).min().orElse(most);
    DoubleStream ends =
        chart.lines().stream()
            .filter(line -> line.kind() != Kind.BAND)
            .flatMapToDouble(
                line ->
                    DoubleStream.concat(DoubleStream.of(line.low()), DoubleStream.of(line.high())))
            .filter(Double::isFinite)
            .map(y -> Math.max(Math.min(y, most * SHOWN), least / SHOWN));
    DoubleStream all =
        DoubleStream.concat(
            DoubleStream.concat(chart.heights(), ends),
            chart.references().stream().mapToDouble(Reference::y));
    return chart.y().isLogarithmic() ? all : DoubleStream.concat(all, DoubleStream.of(0));
  }

  /** Whether an interval does not fit into its axis. */
  private static boolean isCut(Chart chart) {
    double most = chart.heights().max().orElse(1);
    double least = chart.heights().filter(y -> y > 0).min().orElse(most);
    return chart.lines().stream()
        .filter(line -> line.kind() != Kind.BAND)
        .anyMatch(
            line ->
                DoubleStream.of(line.high()).anyMatch(high -> high > most * SHOWN)
                    || chart.y().isLogarithmic()
                        && DoubleStream.of(line.low()).anyMatch(low -> low < least / SHOWN));
  }

  /**
   * A line with ends; an arrow for an end outside of the axis.
   *
   * @param at place on the other axis
   */
  private void interval(Ruler ruler, double low, double high, double at, boolean upright) {
    if (!Double.isFinite(low) || !Double.isFinite(high)) {
      return;
    }
    StringBuilder path = new StringBuilder();
    path.append(move('M', ruler.place(low), at, upright));
    path.append(move('L', ruler.place(high), at, upright));
    for (double end : new double[] {low, high}) {
      double place = ruler.place(end);
      double inside = (end == low ? 7 : -7) * Math.signum(ruler.to() - ruler.from());
      double back = ruler.contains(end) ? place : place + inside;
      path.append(move('M', back, at - 5, upright));
      if (back != place) {
        path.append(move('L', place, at, upright));
      }
      path.append(move('L', back, at + 5, upright));
    }
    add("path", "interval", "", "d", path);
  }

  private static String move(char how, double along, double across, boolean upright) {
    return how + number(upright ? across : along) + " " + number(upright ? along : across);
  }

  // ---- Lines over an x axis.

  /** A plot with its axes. */
  private final class Plot {
    private final Ruler x;
    private final Ruler y;
    private final double left;
    private final double right;
    private final double axisTitle;
    private final double plotTop;
    private final double plotBottom;
    private final boolean names;
    private final List<Mark> marks;
    private final List<Label> labels = new ArrayList<>();

    /** How many marks without room for a text follow one that has it. */
    private final Map<Mark, Integer> without = new HashMap<>();

    /**
     * The text of a mark.
     *
     * @param before whether it is on the left of its line
     */
    private record Label(Mark mark, double start, double end, boolean before, int row) {
      boolean overlaps(Label other) {
        return row == other.row && start < other.end && other.start < end;
      }

      /** In the lowest row in which it has room. */
      Label above(List<Label> others) {
        return IntStream.iterate(0, i -> i + 1)
            .mapToObj(i -> new Label(mark, start, end, before, i))
            .filter(label -> others.stream().noneMatch(label::overlaps))
            .findFirst()
            .orElseThrow(); // There is always a higher one.
      }
    }

    Plot(double top, double height) {
      long named = named().count();
      int letters = chart.lines().stream().mapToInt(line -> line.label().length()).max().orElse(0);
      this.names = named <= MOST_NAMES && width >= WIDE;
      double free = Math.min(Math.min(300, width * 0.3), letters * BOLD + 18);
      this.right = width - (names ? free : 14);
      this.plotBottom = height - AXIS_HEIGHT;
      // The texts of the axis decide where it begins; they do not depend on that.
      int digits =
          Ruler.of(chart.y(), heights(), ROOM, plotBottom, top + TEXT).ticks().stream()
              .mapToInt(tick -> tick.text().length())
              .max()
              .orElse(0);
      this.left = Math.max(32, digits * LETTER + 10);
      DoubleStream xs = chart.lines().stream().flatMapToDouble(l -> DoubleStream.of(l.x()));
      boolean timeline = chart.group() == Group.TIMELINE;
      double room = timeline || chart.group() == Group.DISTRIBUTION ? 0 : 0.04;
      this.x =
          chart.x().scale() == Scale.CATEGORY
              ? new Ruler(chart.x(), -0.5, chart.x().ticks().size() - 0.5, left, right)
              : Ruler.of(
                  chart.x(),
                  timeline ? DoubleStream.concat(DoubleStream.of(0), xs) : xs,
                  room,
                  left,
                  right);
      this.marks =
          chart.marks().stream()
              .filter(mark -> !isPhase(mark) || x.place(mark.from()) < right - 1)
              .toList();
      place(marks);
      int rows = labels.stream().mapToInt(label -> label.row + 1).max().orElse(0);
      boolean titled = !chart.y().title().isEmpty();
      this.plotTop = top + 8 + rows * TEXT + (titled ? TEXT : 0);
      this.axisTitle = top + 10;
      this.y = Ruler.of(chart.y(), heights(), ROOM, plotBottom, plotTop);
    }

    private Stream<Line> named() {
      return chart.lines().stream()
          .filter(line -> line.kind() != Kind.POINTS && line.kind() != Kind.FAILED);
    }

    /** Faults first: phases have a text only where there is room beside them. */
    private void place(List<Mark> marks) {
      marks.stream()
          .filter(mark -> !mark.text().isEmpty())
          .sorted(Comparator.comparing(Plot::isPhase).thenComparing(Mark::from))
          .forEach(this::placed);
      // From the right, so that no leader crosses a text below it.
      List<Label> settled = new ArrayList<>();
      labels.stream()
          .sorted(
              Comparator.comparing((Label label) -> !isPhase(label.mark))
                  .thenComparing(Label::before)
                  .thenComparing(label -> label.before ? label.start : -label.start))
          .forEach(label -> settled.add(label.above(settled)));
      labels.replaceAll(
          label -> settled.get(settled.stream().map(Label::mark).toList().indexOf(label.mark)));
    }

    private static boolean isPhase(Mark mark) {
      return mark.kind() == Event.PHASE || mark.kind() == Event.UNMEASURED;
    }

    private double letters(Mark mark) {
      return shortened(mark).length() * LETTER * 0.92;
    }

    /** Beside its line, so that the line does not cross it. */
    private boolean isBefore(Mark mark) {
      double from = Math.max(left, x.place(mark.from()));
      double room = letters(mark) + MORE;
      return from + room > width && from - room > left;
    }

    private void placed(Mark mark) {
      double from = Math.max(left, x.place(mark.from()));
      double room = letters(mark) + MORE;
      boolean phase = isPhase(mark);
      double start = isBefore(mark) ? from - room : Math.min(from, width - room);
      double end = start + (phase ? letters(mark) : room);
      Label label = new Label(mark, start, end, isBefore(mark), 0).above(labels);
      boolean wide =
          !phase || x.place(mark.to()) - from >= letters(mark) * 0.6 || chart.marks().size() < 4;
      if (label.row < (phase ? 1 : MARK_ROWS) && wide) {
        labels.add(label);
      } else if (!phase) {
        without.merge(labels.get(labels.size() - 1).mark, 1, Integer::sum);
      }
    }

    private String shortened(Mark mark) {
      return fitting(mark.text(), Math.min(width - left - MORE, 420));
    }

    void draw() {
      axes();
      marks.forEach(this::mark);
      chart.references().forEach(this::reference);
      List<Line> lines = chart.lines();
      IntStream.range(0, lines.size())
          .filter(i -> lines.get(i).kind() == Kind.BAND)
          .forEach(i -> group(colours.apply(i), () -> area(lines.get(i))));
      IntStream.range(0, lines.size())
          .forEach(i -> group(colours.apply(i), () -> curve(lines.get(i))));
      labels.forEach(this::label);
      bottom = plotBottom + AXIS_HEIGHT;
      if (names) {
        names();
      } else {
        legend();
      }
    }

    private void axes() {
      if (!chart.y().title().isEmpty()) {
        text("tick", "start", 0, axisTitle, chart.y().title());
      }
      for (Tick tick : y.ticks()) {
        double at = y.place(tick.value());
        line("grid", left, at, right, at);
        text("tick", "end", left - 6, at + 4, tick.text());
      }
      for (Tick tick : x.ticks()) {
        text("tick", "middle", x.place(tick.value()), plotBottom + 17, tick.text());
      }
      line("axis", left, plotBottom, right, plotBottom);
      String scale = chart.x().isLogarithmic() ? " (logarithmic scale)" : "";
      String title = chart.x().title() + scale;
      text("tick", "middle", (left + right) / 2, plotBottom + 34, title);
    }

    /** A range as an area, a moment as a line, and the beginning of a phase. */
    private void mark(Mark mark) {
      double from = x.place(mark.from());
      double to = x.place(mark.to());
      boolean range = to - from > 1 && mark.kind() != Event.PHASE;
      group(
          mark.kind(),
          () -> {
            if (range) {
              rectangle("mark", from, plotTop, to - from, plotBottom - plotTop, mark.text());
            } else {
              path("moment", from, plotTop, "V" + number(plotBottom), mark.text());
            }
          });
    }

    private void label(Label label) {
      double at = plotTop - 6 - label.row * TEXT;
      double from = Math.max(left, x.place(label.mark.from()));
      String more = without.containsKey(label.mark) ? " +" + without.get(label.mark) : "";
      String text = shortened(label.mark) + more;
      group(
          label.mark.kind(),
          () -> {
            line("leader", from, at - 8, from, plotTop);
            if (label.before) {
              text("event", "end", from - 4, at, text);
            } else {
              text("event", "start", label.start + 3, at, text);
            }
          });
    }

    private void reference(Reference reference) {
      double at = y.place(reference.y());
      double length = Math.max(60, right - left - 12);
      line("baseline", left, at, right, at);
      String text = fitting(reference.label(), length);
      text("tick", "start", left + 4, Math.max(plotTop + 10, at - 4), text);
    }

    private void area(Line line) {
      int from = 0;
      for (int i = 0; i <= line.x().length; i++) {
        boolean gap = i == line.x().length || !(line.low()[i] <= line.high()[i]);
        if (gap && i > from) {
          StringBuilder path = new StringBuilder();
          for (int at = from; at < i; at++) {
            path.append(at == from ? 'M' : 'L').append(point(line.x()[at], line.high()[at]));
          }
          for (int at = i - 1; at >= from; at--) {
            path.append('L').append(point(line.x()[at], line.low()[at]));
          }
          add("path", "area", "", "d", path + "z");
        }
        from = gap ? i + 1 : from;
      }
    }

    private String point(double px, double py) {
      return number(x.place(px)) + " " + number(y.place(py));
    }

    private static String style(Line line) {
      return line.isMeasured() ? "line" : "line dashed";
    }

    private void curve(Line line) {
      if (line.kind() == Kind.LINE || line.kind() == Kind.DASHED || line.kind() == Kind.BAND) {
        StringBuilder path = new StringBuilder();
        boolean gap = true;
        for (int i = 0; i < line.x().length; i++) {
          boolean known = isShown(line.y()[i]);
          if (known) {
            path.append(gap ? 'M' : 'L').append(point(line.x()[i], line.y()[i]));
          }
          gap = !known;
        }
        add("path", style(line), "", "d", path);
      }
      boolean few = line.x().length <= FEW && line.isMeasured();
      if (few
          || line.kind() == Kind.POINTS
          || line.kind() == Kind.FAILED
          || line.kind() == Kind.BARS) {
        int[] shown =
            IntStream.range(0, line.x().length).filter(i -> isShown(line.y()[i])).toArray();
        if (shown.length > MOST_SIGNS) {
          StringBuilder dots = new StringBuilder();
          IntStream.of(shown)
              .forEach(i -> dots.append('M').append(point(line.x()[i], line.y()[i])).append("h0"));
          add("path", "dots", "", "d", dots);
        } else {
          IntStream.of(shown).forEach(i -> sign(line, i));
        }
      }
    }

    private boolean isShown(double value) {
      return Double.isFinite(value) && (value > 0 || !chart.y().isLogarithmic());
    }

    private void sign(Line line, int i) {
      double px = x.place(line.x()[i]);
      double py = y.place(line.y()[i]);
      String tip =
          "%s at %s: %s"
              .formatted(line.label(), chart.x().unit().with(line.x()[i]), value(line, i));
      switch (line.kind()) {
        case BARS -> rectangle("bar", px - 6, py, 12, plotBottom - py, tip);
        case FAILED -> {
          circle("back", px, py, 7, "");
          path("failed", px - 5, py - 5, "l10 10m0 -10l-10 10", tip);
        }
        case POINTS -> circle("run", px, py, 3.5, tip);
        default -> {
          if (line.low().length > 0 && line.kind() != Kind.BAND) {
            interval(y, line.low()[i], line.high()[i], px, true);
          }
          circle("point", px, py, 4, tip);
        }
      }
    }

    /** At the ends of the lines, without covering each other. */
    private void names() {
      Map<Integer, Double> heights = new LinkedHashMap<>();
      for (int i = 0; i < chart.lines().size(); i++) {
        Line line = chart.lines().get(i);
        double[] known = Arrays.stream(line.y()).filter(this::isShown).toArray();
        if (line.kind() != Kind.POINTS && line.kind() != Kind.FAILED && known.length > 0) {
          heights.put(i, y.place(known[known.length - 1]));
        }
      }
      List<Integer> order =
          heights.entrySet().stream()
              .sorted(Map.Entry.comparingByValue())
              .map(Map.Entry::getKey)
              .toList();
      double taken = plotTop - TEXT;
      for (int i = 0; i < order.size(); i++) {
        double room = plotBottom - (order.size() - 1 - i) * TEXT;
        taken = Math.min(room, Math.max(heights.getOrDefault(order.get(i), 0.0), taken + TEXT));
        int line = order.get(i);
        String name = fitting(chart.lines().get(line).label(), width - right - 8, BOLD);
        double place = taken + 5;
        group(colours.apply(line), () -> text("name", "start", right + 8, place, name));
      }
    }

    /** Below the plot; one entry for each environment if there are many lines. */
    private void legend() {
      boolean many = chart.lines().size() > MOST_IN_LEGEND;
      Map<String, Integer> entries = new LinkedHashMap<>();
      for (int i = 0; i < chart.lines().size(); i++) {
        Line line = chart.lines().get(i);
        entries.putIfAbsent(many && line.isMeasured() ? line.environment() : line.label(), i);
      }
      double at = 0;
      double height = bottom + 12;
      for (Map.Entry<String, Integer> entry : entries.entrySet()) {
        String label = fitting(entry.getKey(), width - 30);
        double length = label.length() * LETTER + 34;
        if (at > 0 && at + length > width) {
          at = 0;
          height += TEXT + 2;
        }
        String style = style(chart.lines().get(entry.getValue()));
        double from = at;
        double middle = height - 4;
        group(colours.apply(entry.getValue()), () -> path(style, from, middle, "h18", ""));
        text("tick", "start", at + 24, height, label);
        at += length;
      }
      bottom = height + 8;
    }
  }

  // ---- Elements. Texts are escaped here.

  private void line(String style, double x1, double y1, double x2, double y2) {
    add("line", style, "", "x1", x1, "y1", y1, "x2", x2, "y2", y2);
  }

  private void rectangle(String style, double x, double y, double w, double h, String tip) {
    add("rect", style, tip, "x", x, "y", y, "width", Math.max(0, w), "height", Math.max(0, h));
  }

  private void circle(String style, double x, double y, double radius, String tip) {
    add("circle", style, tip, "cx", x, "cy", y, "r", radius);
  }

  /** From a place on, with what is drawn from there. */
  private void path(String style, double x, double y, String data, String tip) {
    add("path", style, tip, "d", "M" + number(x) + " " + number(y) + data);
  }

  /**
   * @param tip shown under the pointer; empty for none
   * @param attributes names, each with its value
   */
  private void add(String name, String style, String tip, Object... attributes) {
    svg.append('<').append(name).append(" class=\"").append(style);
    for (int i = 0; i < attributes.length; i += 2) {
      Object value = attributes[i + 1];
      svg.append("\" ").append(attributes[i]).append("=\"");
      svg.append(value instanceof Double number ? number(number) : value);
    }
    String title = "\"><title>%s</title></%s>".formatted(escaped(tip), name);
    svg.append(tip.isEmpty() ? "\"/>" : title);
  }

  /**
   * @param attribute of the element around it
   */
  private void group(String attribute, Runnable drawing) {
    svg.append("<g ").append(attribute).append('>');
    drawing.run();
    svg.append("</g>");
  }

  private void group(Event event, Runnable drawing) {
    group("class=\"" + event.name().toLowerCase(Locale.ROOT) + "\"", drawing);
  }

  private void text(String style, String anchor, double x, double y, String content) {
    svg.append(textOf(style, anchor, x, y, content));
  }

  private static String textOf(String style, String anchor, double x, double y, String content) {
    return content.isEmpty()
        ? ""
        : "<text class=\"%s\" text-anchor=\"%s\" x=\"%s\" y=\"%s\">%s</text>"
            .formatted(style, anchor, number(x), number(y), escaped(content));
  }

  static String number(double value) {
    double rounded = Math.rint(value * 10) / 10;
    return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
  }

  /** Escapes a text for an element or an attribute. */
  public static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** A text without its middle where it is wider, of letters of the usual size. */
  static String fitting(String text, double width) {
    return fitting(text, width, LETTER);
  }

  static String fitting(String text, double width, double letter) {
    int letters = Math.max(4, (int) (width / letter));
    int end = letters / 3;
    return text.length() <= letters
        ? text
        : text.substring(0, letters - 1 - end) + "…" + text.substring(text.length() - end);
  }
}
