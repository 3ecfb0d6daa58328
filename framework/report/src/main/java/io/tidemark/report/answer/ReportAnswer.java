package io.tidemark.report.answer;

import io.tidemark.model.result.Text;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Table;
import io.tidemark.report.setup.SetUp;
import java.util.List;
import java.util.Optional;

/**
 * What a page, a terminal and a pull request show first. It contains no markup: {@link AnswerText}
 * is one reader of it, the report page another one.
 *
 * @param question one sentence
 * @param headline the answer in one sentence
 * @param trust what the answer can be used for
 * @param table requirements or situations by system, whose names are the head; empty where there is
 *     nothing to compare
 * @param statements the answer for each system, in the order of the study; empty if the headline
 *     has it all
 * @param charts what shows the answer, side by side; empty if no run has a usable figure of it
 * @param setUp what was measured, and how
 * @param limits what limits trust in the answer, the worst first
 */
public record ReportAnswer(
    String question,
    Statement headline,
    Trust trust,
    Optional<Table> table,
    List<Statement> statements,
    List<Chart> charts,
    SetUp setUp,
    List<Limit> limits) {

  private static final int MOST_CHARTS = 4;

  /**
   * One sentence of an answer.
   *
   * @param subject the system that it is about; empty text: the text says it
   * @param tone whether it is good or bad for its subject
   */
  public record Statement(String subject, String text, Tone tone) {
    static Statement neutral(String subject, String text) {
      return new Statement(subject, text, Tone.NONE);
    }

    /** As a headline. */
    Statement capitalised() {
      return new Statement(subject, Text.capital(text), tone);
    }

    /** {@code kafka: publish rate 104/s instead of 100/s, ...}. */
    public String sentence() {
      return subject.isEmpty() ? text : subject + ": " + text;
    }
  }

  /**
   * What limits trust.
   *
   * @param serious whether figures are missing or may be wrong; otherwise they are valid under a
   *     condition
   * @param chapter the id of the chapter of a report that has the details; empty text: there is
   *     nothing more to say
   */
  public record Limit(boolean serious, String text, String chapter) {
    /** With a full stop. */
    public String sentence() {
      return text + ".";
    }
  }

  public ReportAnswer {
    statements = List.copyOf(statements);
    charts = List.copyOf(charts);
    limits = List.copyOf(limits);
  }

  /** As many charts as a screen has room for. */
  public List<Chart> shownCharts() {
    return charts.subList(0, Math.min(MOST_CHARTS, charts.size()));
  }

  /** A sentence that names the others; empty if there are none. */
  public String notShown() {
    List<String> titles = charts.stream().skip(MOST_CHARTS).map(Chart::title).toList();
    return titles.isEmpty() ? "" : "Not shown here: " + String.join("; ", titles);
  }
}
