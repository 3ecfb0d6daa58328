package io.tidemark.charts.first;

import io.tidemark.charts.first.Svg.Anchor;
import io.tidemark.report.answer.AnswerPicture.Bar;
import io.tidemark.report.answer.AnswerPicture.Bars;
import java.util.List;

/** One value of each system as a bar. */
final class BarsSvg {
  private static final double WIDTH = 960;
  private static final double ROW = 36;
  private static final double GROUP = 24;
  private static final double VALUE_WIDTH = 150;

  private BarsSvg() {}

  static String of(Bars bars, List<String> colours) {
    double highest = bars.bars().stream().mapToDouble(bar -> bar.value().orElse(0)).max().orElse(1);
    int letters = bars.bars().stream().mapToInt(bar -> bar.label().length()).max().orElse(0);
    double label = Math.min(WIDTH / 3, letters * Svg.LETTER + 12);
    Ruler ruler = Ruler.linear(0, highest, label + 8, WIDTH - VALUE_WIDTH);
    long groups =
        bars.bars().stream().map(Bar::group).filter(name -> !name.isEmpty()).distinct().count();
    Svg svg = new Svg(WIDTH, bars.bars().size() * ROW + groups * GROUP, bars.title());
    String group = "";
    double y = 0;
    for (Bar bar : bars.bars()) {
      if (!bar.group().equals(group)) {
        group = bar.group();
        svg.text("group", Anchor.START, 0, y + 15, group);
        y += GROUP;
      }
      String colour = "c" + Math.max(0, colours.indexOf(bar.label())) % AnswerView.COLOURS;
      double end = bar.value().isPresent() ? ruler.place(bar.value().getAsDouble()) : label + 8;
      svg.text("label", Anchor.END, label, y + ROW / 2 + 5, Svg.fitting(bar.label(), label));
      svg.rectangle("bar " + colour, label + 8, y + 6, end - label - 8, ROW - 12);
      svg.text("value", Anchor.START, end + 8, y + ROW / 2 + 5, bar.text());
      y += ROW;
    }
    return svg.end();
  }
}
