package io.tidemark.charts.first;

import io.tidemark.report.answer.AnswerPicture;
import io.tidemark.report.answer.AnswerPicture.Bar;
import io.tidemark.report.answer.AnswerPicture.Bars;
import io.tidemark.report.answer.AnswerPicture.Curves;
import io.tidemark.report.answer.AnswerPicture.Dots;
import io.tidemark.report.answer.AnswerPicture.Multiples;
import io.tidemark.report.answer.AnswerPicture.Panel;
import io.tidemark.report.answer.ReportAnswer;
import io.tidemark.report.answer.ReportAnswer.Statement;
import io.tidemark.report.answer.Trust;
import io.tidemark.report.text.Unbroken;
import java.util.List;
import java.util.Locale;

/**
 * The first screen as the template shows it.
 *
 * @param drawings side by side
 * @param legend what the signs of the drawings mean; empty text for none
 */
public record AnswerView(ReportAnswer answer, List<Drawing> drawings, String legend) {
  /** Colours of systems in the style sheet. */
  static final int COLOURS = 7;

  private static final double WIDTH = 960;
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
   * @param svg safe as an element: all texts in it are escaped
   */
  public record Drawing(String title, String note, String svg) {}

  public AnswerView {
    drawings = List.copyOf(drawings);
  }

  /**
   * @param systems in the order of their colours in all charts of the page
   */
  public static AnswerView of(ReportAnswer answer, List<String> systems) {
    return answer
        .picture()
        .map(
            picture ->
                new AnswerView(answer, drawings(picture, systems, height(answer)), legend(picture)))
        .orElseGet(() -> new AnswerView(answer, List.of(), ""));
  }

  private static double height(ReportAnswer answer) {
    int lines = answer.statements().stream().mapToInt(AnswerView::lines).sum();
    return HEIGHT - LINE * Math.min(LINES, lines);
  }

  private static List<Drawing> drawings(
      AnswerPicture picture, List<String> systems, double height) {
    if (picture instanceof Dots dots) {
      int panels = dots.panels().size();
      double width = (WIDTH - (panels - 1) * GAP) / panels;
      return dots.panels().stream()
          .map(
              panel ->
                  new Drawing(
                      panel.title(),
                      DotsSvg.note(panel.first(), width),
                      DotsSvg.of(panel.first(), systems, width)))
          .toList();
    }
    if (picture instanceof Bars bars) {
      List<String> labels = bars.bars().stream().map(Bar::label).distinct().toList();
      return List.of(
          new Drawing(
              bars.title(),
              "less is better",
              BarsSvg.of(bars, systems.isEmpty() ? labels : systems)));
    }
    if (picture instanceof Multiples multiples) {
      double width = (WIDTH - GAP) / 2;
      double each = multiples.curves().size() > 2 ? HEIGHT * 0.6 : height;
      return multiples.curves().stream().map(one -> lines(one, systems, width, each)).toList();
    }
    return List.of(lines((Curves) picture, systems, WIDTH, height));
  }

  private static Drawing lines(Curves curves, List<String> systems, double width, double height) {
    String note = curves.y().logarithmic() ? DotsSvg.LOGARITHMIC : "";
    return new Drawing(curves.title(), note, CurvesSvg.of(curves, systems, width, height));
  }

  private static String legend(AnswerPicture picture) {
    if (picture instanceof Dots dots) {
      int left = dots.panels().stream().mapToInt(Panel::left).max().orElse(0);
      return DotsSvg.legend(dots.panels()) + (left > 0 ? "   and " + left + " more below" : "");
    }
    if (picture instanceof Multiples multiples) {
      return (CurvesSvg.legend(multiples.curves())
              + (multiples.left().isEmpty()
                  ? ""
                  : "   Not shown here: " + String.join("; ", multiples.left())))
          .strip();
    }
    return picture instanceof Curves curves ? CurvesSvg.legend(List.of(curves)) : "";
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
    return answer.picture().filter(Multiples.class::isInstance).isPresent();
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
