package io.tidemark.charts.first;

import io.tidemark.charts.first.Svg.Anchor;
import io.tidemark.report.answer.AnswerPicture.Coordinate;
import io.tidemark.report.answer.AnswerPicture.Curves;
import io.tidemark.report.answer.AnswerPicture.Interval;
import io.tidemark.report.answer.AnswerPicture.Mark;
import io.tidemark.report.answer.AnswerPicture.Point;
import io.tidemark.report.answer.AnswerPicture.Series;
import io.tidemark.report.answer.AnswerPicture.Tick;
import io.tidemark.report.answer.AnswerUnit;
import io.tidemark.report.text.TerminalStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Lines with their names at their ends. */
final class CurvesSvg {
  private static final double LEFT = 84;
  private static final double TOP = 24;
  private static final double AXIS_HEIGHT = 42;
  private static final double MOST_LABEL = 230;
  private static final double LINE = 16;

  /** More points are a line without signs. */
  private static final int FEW = 24;

  private final Curves curves;
  private final List<String> colours;
  private final Ruler x;
  private final Ruler y;
  private final double width;
  private final double height;
  private final double right;
  private final double bottom;
  private final Svg svg;

  private CurvesSvg(Curves curves, List<String> colours, double width, double height) {
    this.curves = curves;
    this.colours = colours;
    int letters = curves.series().stream().mapToInt(each -> each.label().length()).max().orElse(0);
    this.width = width;
    this.height = height;
    this.bottom = height - AXIS_HEIGHT;
    this.right = width - Math.min(Math.min(MOST_LABEL, width * 0.3), letters * Svg.BOLD + 18);
    double[] xs = points().mapToDouble(Point::x).toArray();
    double[] ys = heights();
    double least = DoubleStream.of(ys).filter(each -> each > 0).min().orElse(1);
    double most = DoubleStream.of(ys).max().orElse(1);
    double first = DoubleStream.of(xs).min().orElse(0);
    double last = DoubleStream.of(xs).max().orElse(1);
    boolean overTime = curves.x().unit() == AnswerUnit.SECONDS;
    this.x =
        curves.x().logarithmic()
            ? Ruler.logarithmic(first, last, LEFT, right)
            : Ruler.linear(
                overTime ? Math.min(0, first) : inset(first, last, -1),
                overTime ? last : inset(last, first, -1),
                LEFT,
                right);
    this.y =
        curves.y().logarithmic()
            ? Ruler.logarithmic(least, most, bottom, TOP)
            : Ruler.linear(0, most * 1.06, bottom, TOP);
    this.svg = new Svg(width, height, curves.title());
  }

  private static double inset(double end, double other, double direction) {
    return end + direction * (other - end) * 0.04;
  }

  static String of(Curves curves, List<String> colours, double width, double height) {
    return new CurvesSvg(curves, colours, width, height).draw();
  }

  private Stream<Point> points() {
    return curves.series().stream().flatMap(each -> each.points().stream());
  }

  private double[] heights() {
    return DoubleStream.concat(
            points().flatMapToDouble(CurvesSvg::own),
            points()
                .flatMap(point -> point.interval().stream())
                .flatMap(each -> Stream.of(each.lowest(), each.highest()))
                .mapToDouble(Double::doubleValue))
        .filter(value -> !Double.isNaN(value))
        .filter(
            value ->
                value <= 1.6 * points().mapToDouble(Point::y).filter(v -> v > 0).max().orElse(1))
        .toArray();
  }

  private static DoubleStream own(Point point) {
    return DoubleStream.concat(
        DoubleStream.of(point.y()), point.runs().stream().mapToDouble(Double::doubleValue));
  }

  private String draw() {
    axes();
    double end = 0;
    for (Mark mark : curves.marks()) {
      end = mark(mark, end);
    }
    curves.series().forEach(this::line);
    labels();
    return svg.end();
  }

  private void axes() {
    for (double tick : y.ticks(curves.y().unit())) {
      svg.line("grid", LEFT, y.place(tick), right, y.place(tick));
      svg.text("tick", Anchor.END, LEFT - 8, y.place(tick) + 4, text(curves.y(), tick));
    }
    for (Tick tick : ticks()) {
      svg.text("tick", Anchor.MIDDLE, x.place(tick.value()), bottom + 17, tick.text());
    }
    svg.line("axis", LEFT, bottom, right, bottom);
    String scale = curves.x().logarithmic() ? " (" + DotsSvg.LOGARITHMIC + ")" : "";
    svg.text("tick", Anchor.MIDDLE, (LEFT + right) / 2, height - 6, curves.x().title() + scale);
  }

  private List<Tick> ticks() {
    return curves.x().texts().isEmpty()
        ? x.ticks(curves.x().unit()).stream()
            .map(value -> new Tick(value, text(curves.x(), value)))
            .toList()
        : curves.x().texts().stream().filter(tick -> x.contains(tick.value())).toList();
  }

  private static String text(Coordinate axis, double value) {
    return axis.unit().tick(value, TerminalStyle.UNICODE);
  }

  /**
   * @param taken the end of the text before
   * @return the end of its text
   */
  private double mark(Mark mark, double taken) {
    double from = x.place(mark.from());
    double to = x.place(mark.to());
    if (to - from > 1) {
      svg.rectangle("mark", from, TOP, to - from, bottom - TOP);
    } else {
      svg.line("moment", from, TOP, from, bottom);
    }
    double letters = mark.text().length() * Svg.LETTER * 0.9;
    double start = Math.min(Math.max(from, LEFT), Math.max(LEFT, width - letters));
    if (start >= taken) {
      svg.text("event", Anchor.START, start, TOP - 8, mark.text());
      return start + letters + 12;
    }
    return taken;
  }

  private String colour(Series series) {
    if (series.dashed()) {
      return "target";
    }
    int known = colours.indexOf(series.label());
    return "c" + (known < 0 ? curves.series().indexOf(series) : known) % AnswerView.COLOURS;
  }

  private void line(Series series) {
    String colour = colour(series);
    StringBuilder path = new StringBuilder();
    boolean gap = true;
    for (Point point : series.points()) {
      if (Double.isNaN(point.y()) || curves.y().logarithmic() && point.y() <= 0) {
        gap = true;
        continue;
      }
      path.append(gap ? 'M' : 'L')
          .append(Svg.number(x.place(point.x())))
          .append(' ')
          .append(Svg.number(y.place(point.y())));
      gap = false;
    }
    svg.path((series.dashed() ? "line dashed " : "line ") + colour, path.toString());
    if (series.points().size() <= FEW && !series.dashed()) {
      series.points().forEach(point -> point(series, point, colour));
    }
  }

  private void point(Series series, Point point, String colour) {
    if (Double.isNaN(point.y())) {
      return;
    }
    double px = x.place(point.x());
    double py = y.place(point.y());
    point.interval().ifPresent(interval -> interval(interval, px, colour));
    String place = series.label() + " at " + text(curves.x(), point.x()) + ": ";
    for (double run : point.runs()) {
      svg.circle("run " + colour, px, y.place(run), 3.5, place + value(run));
    }
    if (point.bad()) {
      svg.path(
          "failed",
          "M%1$s %2$sl10 10m0 -10l-10 10".formatted(Svg.number(px - 5), Svg.number(py - 5)));
    } else {
      svg.circle("point " + colour, px, py, 4.5, place + value(point.y()));
    }
  }

  private String value(double value) {
    return curves.y().unit().text(value, TerminalStyle.UNICODE);
  }

  private void interval(Interval interval, double px, String colour) {
    double low = y.place(interval.lowest());
    double high = y.place(interval.highest());
    svg.line("interval " + colour, px, low, px, high);
    svg.line("interval " + colour, px - 5, low, px + 5, low);
    svg.line("interval " + colour, px - 5, high, px + 5, high);
  }

  /** The name of a line at a height. */
  private record Name(Series series, double height) {}

  /** At the ends of the lines, without covering each other. */
  private void labels() {
    List<Name> names = new ArrayList<>();
    for (Series series : curves.series()) {
      Optional<Point> last =
          series.points().stream()
              .filter(point -> !Double.isNaN(point.y()) && point.y() > 0)
              .reduce((one, next) -> next);
      last.ifPresent(point -> names.add(new Name(series, y.place(point.y()))));
    }
    names.sort(Comparator.comparingDouble(Name::height));
    double taken = TOP - LINE;
    for (int i = 0; i < names.size(); i++) {
      double room = bottom - (names.size() - 1 - i) * LINE;
      double place = Math.min(room, Math.max(names.get(i).height(), taken + LINE));
      taken = place;
      Series series = names.get(i).series();
      svg.text(
          "end " + colour(series),
          Anchor.START,
          right + 10,
          place + 5,
          Svg.fitting(series.label(), width - right, Svg.BOLD));
    }
  }

  /** What the signs mean; empty text if there are none. */
  static String legend(List<Curves> all) {
    List<Point> points =
        all.stream()
            .flatMap(curves -> curves.series().stream())
            .flatMap(series -> series.points().stream())
            .toList();
    boolean intervals = points.stream().anyMatch(point -> point.interval().isPresent());
    boolean runs = points.stream().anyMatch(point -> point.runs().size() > 1);
    boolean failed = points.stream().anyMatch(Point::bad);
    return Stream.of(
            runs ? "○ one run" : "",
            intervals ? "● geometric mean   ├─┤ its 95 % interval" : "",
            failed ? "● sustained   ✕ not sustained" : "")
        .filter(text -> !text.isEmpty())
        .reduce("", (one, next) -> one + "   " + next)
        .strip();
  }
}
