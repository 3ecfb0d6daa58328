package io.tidemark.report.answer;

import io.tidemark.report.answer.AnswerPicture.Bar;
import io.tidemark.report.answer.AnswerPicture.Bars;
import io.tidemark.report.answer.AnswerPicture.Curves;
import io.tidemark.report.answer.AnswerPicture.Dots;
import io.tidemark.report.answer.AnswerPicture.Multiples;
import io.tidemark.report.answer.AnswerPicture.Panel;
import io.tidemark.report.answer.AnswerPicture.Point;
import io.tidemark.report.answer.AnswerPicture.Row;
import io.tidemark.report.answer.AnswerPicture.Series;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.report.text.Wrapped;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The picture of an answer in lines of text: runs as dots, prices as bars, lines as heights. */
final class PictureText {
  private static final int LABEL = 20;
  private static final int DRAWN = 34;

  /** From low to high. */
  private static final String HEIGHTS = "▁▂▃▄▅▆▇█";

  private static final String PLAIN_HEIGHTS = "_.-=+*#@";

  private final TerminalStyle style;
  private final List<String> lines = new ArrayList<>();

  private PictureText(TerminalStyle style) {
    this.style = style;
  }

  static List<String> lines(AnswerPicture picture, TerminalStyle style) {
    PictureText text = new PictureText(style);
    if (picture instanceof Dots dots) {
      for (Panel panel : dots.panels()) {
        text.panel(panel.first());
        text.left(panel.left());
      }
    } else if (picture instanceof Bars bars) {
      text.bars(bars);
    } else if (picture instanceof Multiples multiples) {
      multiples.curves().forEach(text::curves);
      text.lines.addAll(notShown(multiples.left()));
    } else {
      text.curves((Curves) picture);
    }
    return text.lines;
  }

  private static List<String> notShown(List<String> titles) {
    return titles.isEmpty()
        ? List.of()
        : Wrapped.lines("Not shown here: " + String.join("; ", titles), AnswerText.WIDTH, "  ");
  }

  private void left(int rows) {
    if (rows > 0) {
      lines.add("  and " + rows + " more");
    }
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

  private void panel(Panel panel) {
    lines.add(
        panel.title()
            + " (from 0; "
            + (panel.higherIsBetter() ? "more" : "less")
            + " is better; "
            + sign("● run, ◆ ", "o run, # ")
            + panel.meanName()
            + ")");
    double most =
        panel.rows().stream()
            .flatMap(row -> Stream.concat(row.runs().stream(), Stream.of(row.mean())))
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0);
    String group = "";
    for (Row row : panel.rows()) {
      if (!row.group().equals(group)) {
        group = row.group();
        lines.add("  " + group);
      }
      row(row.label(), dots(row, most), panel.unit().text(row.mean(), style));
    }
  }

  private String dots(Row row, double most) {
    String[] places = new String[DRAWN];
    Arrays.fill(places, sign("·", "."));
    row.runs().forEach(run -> places[place(run, most)] = sign("●", "o"));
    places[place(row.mean(), most)] = sign("◆", "#");
    return String.join("", places);
  }

  private static int place(double value, double most) {
    return most <= 0 ? 0 : (int) Math.round(value / most * (DRAWN - 1));
  }

  private void bars(Bars bars) {
    lines.add(bars.title() + " (less is better)");
    double most = bars.bars().stream().mapToDouble(bar -> bar.value().orElse(0)).max().orElse(0);
    for (Bar bar : bars.bars()) {
      int length = bar.value().isPresent() ? 1 + place(bar.value().getAsDouble(), most) : 0;
      row(bar.label(), sign("█", "#").repeat(length), bar.text());
    }
  }

  private void curves(Curves curves) {
    lines.add(
        "%s, lowest to highest %s"
            .formatted(curves.title(), curves.y().logarithmic() ? "(logarithmic)" : "(from 0)"));
    double[] all =
        curves.series().stream()
            .flatMap(series -> series.points().stream())
            .mapToDouble(Point::y)
            .filter(y -> y > 0)
            .sorted()
            .toArray();
    if (all.length == 0) {
      return;
    }
    double least = curves.y().logarithmic() ? all[0] : 0;
    for (Series series : curves.series()) {
      row(
          series.label(),
          heights(series, least, all[all.length - 1], curves.y().logarithmic()),
          ends(series, curves.y().unit()));
    }
  }

  private String heights(Series series, double least, double most, boolean logarithmic) {
    String signs = sign(HEIGHTS, PLAIN_HEIGHTS);
    int parts = Math.min(DRAWN, series.points().size());
    StringBuilder text = new StringBuilder();
    for (int part = 0; part < parts; part++) {
      int from = part * series.points().size() / parts;
      int to = Math.max(from + 1, (part + 1) * series.points().size() / parts);
      double mean =
          series.points().subList(from, to).stream()
              .mapToDouble(Point::y)
              .filter(y -> !Double.isNaN(y))
              .average()
              .orElse(Double.NaN);
      text.append(Double.isNaN(mean) ? ' ' : signs.charAt(height(mean, least, most, logarithmic)));
    }
    return text.toString();
  }

  private static int height(double value, double least, double most, boolean logarithmic) {
    double share =
        most <= least
            ? 1
            : logarithmic
                ? Math.log(Math.max(value, least) / least) / Math.log(most / least)
                : (value - least) / (most - least);
    int last = HEIGHTS.length() - 1;
    return (int) Math.max(0, Math.min(last, Math.round(share * last)));
  }

  private String ends(Series series, AnswerUnit unit) {
    List<Point> known = series.points().stream().filter(point -> !Double.isNaN(point.y())).toList();
    if (known.isEmpty()) {
      return "";
    }
    String first = unit.text(known.get(0).y(), style);
    String last = unit.text(known.get(known.size() - 1).y(), style);
    return known.size() == 1 ? last : first + sign("…", "..") + last;
  }
}
