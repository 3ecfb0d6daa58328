package io.tidemark.report.answer;

import io.tidemark.model.result.Text;
import io.tidemark.report.chart.Chart;
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
 * @param table requirements or situations by system; empty where there is nothing to compare
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

  /** Whether what is said is good or bad for its subject. */
  public enum Tone {
    NEUTRAL,
    GOOD,
    BAD
  }

  /**
   * One sentence of an answer.
   *
   * @param subject the system that it is about; empty text: the text says it
   */
  public record Statement(String subject, String text, Tone tone) {
    static Statement neutral(String subject, String text) {
      return new Statement(subject, text, Tone.NEUTRAL);
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
   * Systems side by side.
   *
   * @param rows what a row is
   * @param columns the systems
   */
  public record Table(String rows, List<String> columns, List<Line> lines) {
    public Table {
      columns = List.copyOf(columns);
      lines = List.copyOf(lines);
    }
  }

  /** A row, with a cell for each system. */
  public record Line(String name, List<Cell> cells) {
    public Line {
      cells = List.copyOf(cells);
    }

    boolean is(int column, Tone tone) {
      return cells.get(column).tone() == tone;
    }
  }

  /** What a system shows in a row. */
  public record Cell(String text, Tone tone) {}

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
