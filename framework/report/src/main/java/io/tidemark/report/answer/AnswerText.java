package io.tidemark.report.answer;

import io.tidemark.report.answer.ReportAnswer.Limit;
import io.tidemark.report.answer.ReportAnswer.Statement;
import io.tidemark.report.answer.Trust.Level;
import io.tidemark.report.chart.ChartText;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.MarkdownRenderer;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.setup.SetUp;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.report.text.Unbroken;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** An answer for a terminal, or as Markdown. */
public final class AnswerText {
  /** Columns of a terminal. */
  public static final int WIDTH = 80;

  private static final String INDENT = "  ";

  private AnswerText() {}

  /** For a terminal of {@value #WIDTH} columns. */
  public static List<String> lines(ReportAnswer answer, TerminalStyle style) {
    List<String> lines = new ArrayList<>();
    wrapped(answer.question(), "").forEach(line -> lines.add(style.bold(line)));
    add(INDENT, answer.headline(), style, lines);
    wrapped(INDENT + answer.trust().sentence(), INDENT + INDENT).stream()
        .map(line -> answer.trust().level() == Level.USABLE ? line : style.warning(line))
        .forEach(lines::add);
    answer.table().ifPresent(table -> lines.addAll(table(table, style)));
    if (!answer.statements().isEmpty()) {
      lines.add("");
    }
    answer.statements().forEach(each -> add(INDENT, each, style, lines));
    if (!answer.charts().isEmpty()) {
      lines.add("");
      lines.addAll(charts(answer, style));
    }
    setUp(answer.setUp(), lines);
    if (!answer.limits().isEmpty()) {
      lines.add("");
      lines.add("What limits trust in it");
    }
    for (Limit limit : answer.limits()) {
      wrapped(INDENT + limit.sentence(), INDENT + INDENT).stream()
          .map(line -> limit.serious() ? style.warning(line) : line)
          .forEach(lines::add);
    }
    return lines;
  }

  private static List<String> charts(ReportAnswer answer, TerminalStyle style) {
    List<String> lines = new ArrayList<>();
    answer.shownCharts().forEach(chart -> lines.addAll(ChartText.lines(chart, style)));
    if (!answer.notShown().isEmpty()) {
      lines.addAll(Wrapped.lines(answer.notShown(), WIDTH, INDENT));
    }
    return lines;
  }

  /** Systems side by side. */
  private static List<String> table(Table table, TerminalStyle style) {
    return Stream.concat(
            Stream.of(""),
            new TerminalRenderer(style, WIDTH)
                .content(Section.of("", "").add(table)).stream().map(line -> INDENT + line))
        .toList();
  }

  private static String coloured(String text, Tone tone, TerminalStyle style) {
    return switch (tone) {
      case GOOD -> style.good(text);
      case WARNING, BAD -> style.warning(text);
      case NONE -> text;
    };
  }

  private static void setUp(SetUp setUp, List<String> lines) {
    if (setUp.common().isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("Set-up");
    lines.addAll(wrapped(INDENT + setUp.common(), INDENT + INDENT));
    setUp
        .systems()
        .forEach(
            (system, facts) ->
                lines.addAll(wrapped(INDENT + system + ": " + facts, INDENT + INDENT)));
  }

  private static List<String> wrapped(String text, String indent) {
    return Wrapped.lines(Unbroken.of(text), WIDTH, indent).stream().map(Unbroken::undone).toList();
  }

  private static void add(
      String indent, Statement statement, TerminalStyle style, List<String> lines) {
    for (String line : wrapped(indent + statement.sentence(), indent + INDENT)) {
      lines.add(coloured(line, statement.tone(), style));
    }
  }

  /** The same as Markdown, with a heading. */
  public static String markdown(ReportAnswer answer, String title) {
    return "# " + MarkdownRenderer.escaped(title) + "\n\n" + markdown(answer);
  }

  /** The same as Markdown. */
  public static String markdown(ReportAnswer answer) {
    List<String> lines = new ArrayList<>();
    lines.add(MarkdownRenderer.escaped(answer.question()));
    lines.add("");
    lines.add("**" + MarkdownRenderer.escaped(answer.headline().sentence()) + "**");
    lines.add("");
    lines.add(MarkdownRenderer.escaped(answer.trust().sentence()));
    answer
        .table()
        .ifPresent(
            table -> {
              lines.add("");
              lines.addAll(MarkdownRenderer.table(table));
            });
    list("", answer.statements().stream().map(Statement::sentence).toList(), lines);
    if (!answer.charts().isEmpty()) {
      lines.addAll(List.of("", "```"));
      charts(answer, TerminalStyle.UNICODE).stream()
          .map(line -> line.replace('`', '\''))
          .map(TerminalStyle.UNICODE::printable)
          .forEach(lines::add);
      lines.add("```");
    }
    if (!answer.setUp().common().isEmpty()) {
      lines.add("");
      lines.add("Set-up: " + MarkdownRenderer.escaped(answer.setUp().common()) + ".");
    }
    list(
        "",
        answer.setUp().systems().entrySet().stream()
            .map(each -> each.getKey() + ": " + each.getValue())
            .toList(),
        lines);
    list("What limits trust in it:", answer.limits().stream().map(Limit::sentence).toList(), lines);
    return String.join("\n", lines) + "\n";
  }

  private static void list(String title, List<String> items, List<String> lines) {
    if (items.isEmpty()) {
      return;
    }
    lines.add("");
    if (!title.isEmpty()) {
      lines.add(title);
      lines.add("");
    }
    items.forEach(item -> lines.add("- " + MarkdownRenderer.escaped(item)));
  }
}
