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
  private static final double HEIGHT = 300;
  private static final double GAP = 40;

  /** More sentences are folded. */
  private static final int SHOWN = 4;

  /**
   * One part of the picture.
   *
   * @param note which direction is better; empty text if nothing is
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
        .map(picture -> new AnswerView(answer, drawings(picture, systems), legend(picture)))
        .orElseGet(() -> new AnswerView(answer, List.of(), ""));
  }

  private static List<Drawing> drawings(AnswerPicture picture, List<String> systems) {
    if (picture instanceof Dots dots) {
      int panels = dots.panels().size();
      double width = (WIDTH - (panels - 1) * GAP) / panels;
      return dots.panels().stream()
          .map(
              panel ->
                  new Drawing(
                      panel.title(),
                      DotsSvg.better(panel),
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
      double height = multiples.curves().size() > 2 ? HEIGHT * 0.6 : HEIGHT;
      return multiples.curves().stream().map(each -> lines(each, systems, width, height)).toList();
    }
    return List.of(lines((Curves) picture, systems, WIDTH, HEIGHT));
  }

  private static Drawing lines(Curves curves, List<String> systems, double width, double height) {
    return new Drawing(curves.title(), "", CurvesSvg.of(curves, systems, width, height));
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
    return text.replaceAll("(?<=\\d) (?=(%|ms|s|µs|min|h|msg/s|times)(?![A-Za-z]))", "\u00a0");
  }

  /** Whether the drawings are lines in two columns. */
  public boolean isOfLines() {
    return answer.picture().filter(Multiples.class::isInstance).isPresent();
  }

  /** The class of a sentence. */
  public static String style(Statement statement) {
    return statement.tone().name().toLowerCase(Locale.ROOT);
  }

  /** Sentences below the headline that are not folded. */
  public List<Statement> shown() {
    List<Statement> all = answer.statements();
    return all.size() <= SHOWN + 1 ? all : all.subList(0, SHOWN);
  }

  public List<Statement> folded() {
    return answer.statements().subList(shown().size(), answer.statements().size());
  }
}
