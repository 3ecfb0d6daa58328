package io.tidemark.report.answer;

import static java.util.stream.Collectors.joining;

import io.tidemark.report.chart.Chart;
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
import java.util.Optional;

/**
 * What a page, a terminal and a pull request show first.
 *
 * @param question one sentence
 * @param headline the answer in one sentence
 * @param trust what the answer can be used for
 * @param table requirements or situations by system, whose names are the head; empty where there is
 *     nothing to compare
 * @param statements the answer for each system, in the order of the study; empty if the headline
 *     has it all
 * @param charts what shows the answer, side by side; empty if no run has a usable figure of it
 * @param setUp what was measured, and how; the first sentence is about all systems
 * @param limits what limits trust in the answer, the worst first, without full stops: figures are
 *     missing or may be wrong (tone WARNING), or are valid under a condition
 */
public record ReportAnswer(
    String question,
    Statement headline,
    Trust trust,
    Optional<Table> table,
    List<Statement> statements,
    List<Chart> charts,
    List<Statement> setUp,
    List<Statement> limits) {

  private static final int MOST_CHARTS = 4;

  public ReportAnswer {
    statements = List.copyOf(statements);
    charts = List.copyOf(charts);
    limits = List.copyOf(limits);
  }

  /** Returns the answer as it is shown; sections of the same report are linked. */
  public Document document() {
    List<Block> opening = new ArrayList<>();
    opening.add(new Paragraph(Cell.of(headline.sentence(), headline.tone())));
    opening.add(new Paragraph(Cell.of(trust.sentence(), trust.level().tone())));
    table.ifPresent(opening::add);
    opening.add(new Statements(statements));
    charts.stream().limit(MOST_CHARTS).map(Drawn::new).forEach(opening::add);
    String left = charts.stream().skip(MOST_CHARTS).map(Chart::title).collect(joining("; "));
    if (!left.isEmpty()) {
      opening.add(new Paragraph(Cell.of("Not shown here: " + left)));
    }
    return new Document(
        question,
        opening,
        List.of(
            Section.of("set-up", "Set-up").add(new Statements(setUp)),
            Section.of("limits", "What limits trust in it")
                .add(new Statements(limits.stream().map(Statement::ended).toList()))));
  }
}
