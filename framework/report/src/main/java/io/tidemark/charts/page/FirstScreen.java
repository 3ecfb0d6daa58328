package io.tidemark.charts.page;

import io.tidemark.charts.Palette;
import io.tidemark.charts.SvgChart;
import io.tidemark.charts.page.Figure.Graph;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.ChartText.Drawn;
import io.tidemark.report.document.Block;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Block.Statements;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The first screen of a page: an answer whose charts are drawn. */
public final class FirstScreen {
  private static final double WIDTH = 960;
  private static final double HEIGHT = 270;
  private static final double GAP = 40;

  /** Each sentence and row takes the height of a line from the picture. */
  private static final double LINE = 22;

  private static final int LINES = 4;

  /** Letters of a line. */
  private static final int LETTERS = 115;

  private FirstScreen() {}

  /**
   * An answer with pictures, and with what their signs mean below them.
   *
   * @param palette of all charts of the page
   * @param sections ids of those of the page
   */
  public static Document of(Document answer, Palette palette, Set<String> sections) {
    List<Chart> charts = new ArrayList<>();
    int lines = 0;
    for (Block block : answer.opening()) {
      if (block instanceof Drawn drawn) {
        charts.add(drawn.chart());
      } else if (block instanceof Table table) {
        lines += table.rows().size() + 1;
      } else if (block instanceof Statements statements) {
        lines += statements.statements().stream().mapToInt(FirstScreen::lines).sum();
      }
    }
    boolean rows = charts.stream().allMatch(chart -> chart.group() == Group.RUNS);
    int columns = rows ? charts.size() : Math.min(2, charts.size());
    double width = (WIDTH - (columns - 1) * GAP) / Math.max(1, columns);
    double height = charts.size() > 2 ? HEIGHT * 0.6 : HEIGHT - LINE * Math.min(LINES, lines);
    List<Block> opening = new ArrayList<>();
    answer
        .opening()
        .forEach(
            block ->
                opening.add(
                    block instanceof Drawn drawn
                        ? Graph.of(
                            "answer-" + drawn.chart().id(), drawn.chart(), palette, width, height)
                        : block));
    String legend = SvgChart.legend(charts);
    if (!legend.isEmpty()) {
      opening.add(new Paragraph(Cell.of(legend)));
    }
    return new Document(
        answer.title(),
        opening,
        answer.sections().stream().map(section -> linked(section, sections)).toList());
  }

  /** Returns the section without links to what the page does not have. */
  private static Section linked(Section section, Set<String> sections) {
    return Section.of(section.id(), section.title())
        .add(
            section.blocks(Statements.class).stream()
                .map(
                    block ->
                        new Statements(
                            block.statements().stream()
                                .map(
                                    each ->
                                        each.section() != null && sections.contains(each.section())
                                            ? each
                                            : new Statement(
                                                each.subject(), each.text(), each.tone()))
                                .toList()))
                .toList());
  }

  private static int lines(Statement statement) {
    return 1 + statement.sentence().length() / LETTERS;
  }
}
