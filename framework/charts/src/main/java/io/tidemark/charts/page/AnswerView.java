package io.tidemark.charts.page;

import io.tidemark.charts.Palette;
import io.tidemark.charts.SvgChart;
import io.tidemark.report.answer.ReportAnswer;
import io.tidemark.report.answer.ReportAnswer.Statement;
import io.tidemark.report.answer.Trust;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.text.Unbroken;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The first screen as the template shows it.
 *
 * @param drawings side by side
 * @param legend what the signs of the drawings mean; empty text for none
 */
public record AnswerView(ReportAnswer answer, List<Drawing> drawings, String legend) {
  private static final double WIDTH = 960;
  private static final double NARROW = 370;
  private static final double HEIGHT = 270;

  /** Each sentence beside the headline takes the height of a line from the picture. */
  private static final double LINE = 22;

  private static final int LINES = 4;
  private static final double GAP = 40;

  /** Lines of sentences that leave room for the picture; more are folded. */
  private static final int SHOWN = 6;

  /** Letters of a line. */
  private static final int LETTERS = 115;

  /**
   * One part of the picture.
   *
   * @param note which direction is better, and whether the scale is logarithmic; empty text if
   *     there is nothing to say
   * @param wide SVG, safe as an element
   * @param narrow the same for a narrow window
   */
  public record Drawing(String title, String note, String wide, String narrow) {}

  public AnswerView {
    drawings = List.copyOf(drawings);
  }

  /**
   * @param palette of all charts of the page
   */
  public static AnswerView of(ReportAnswer answer, Palette palette) {
    List<Chart> charts = answer.shownCharts();
    int columns = isOfLines(charts) ? Math.min(2, charts.size()) : charts.size();
    double width = (WIDTH - (columns - 1) * GAP) / Math.max(1, columns);
    int lines =
        answer.statements().stream().mapToInt(AnswerView::lines).sum()
            + answer.table().map(table -> table.rows().size() + 1).orElse(0);
    double height = charts.size() > 2 ? HEIGHT * 0.6 : HEIGHT - LINE * Math.min(LINES, lines);
    String legend =
        Stream.of(SvgChart.legend(charts), answer.notShown())
            .filter(text -> !text.isEmpty())
            .reduce("", (one, next) -> one + "   " + next)
            .strip();
    return new AnswerView(
        answer,
        charts.stream()
            .map(
                chart ->
                    new Drawing(
                        chart.title(),
                        note(chart),
                        SvgChart.element(chart, palette, width, height),
                        SvgChart.element(chart, palette, NARROW, HEIGHT)))
            .toList(),
        legend);
  }

  private static String note(Chart chart) {
    return (chart.description() + (chart.y().isLogarithmic() ? " Logarithmic scale." : "")).strip();
  }

  private static boolean isOfLines(List<Chart> charts) {
    return charts.stream().anyMatch(chart -> chart.group() != Group.RUNS);
  }

  /** A text in which a number and its unit stay in one line. */
  public static String text(String text) {
    return Unbroken.of(text);
  }

  /** The class of the line of trust. */
  public static String style(Trust trust) {
    return trust.level().name().toLowerCase(Locale.ROOT);
  }

  /** Whether the drawings are lines in two columns. */
  public boolean isOfLines() {
    return isOfLines(answer.charts()) && drawings.size() > 1;
  }

  /** The class of a sentence. */
  public static String style(Statement statement) {
    return statement.tone().name().toLowerCase(Locale.ROOT);
  }

  private static int lines(Statement statement) {
    return 1 + statement.sentence().length() / LETTERS;
  }

  /** Sentences below the headline that are not folded; the first one never is. */
  public List<Statement> shown() {
    List<Statement> all = answer.statements();
    int shown = 0;
    int lines = 0;
    for (Statement each : all) {
      lines += lines(each);
      shown += lines <= SHOWN ? 1 : 0;
    }
    return lines <= SHOWN + 1 ? all : all.subList(0, Math.max(1, shown));
  }

  public List<Statement> folded() {
    return answer.statements().subList(shown().size(), answer.statements().size());
  }
}
