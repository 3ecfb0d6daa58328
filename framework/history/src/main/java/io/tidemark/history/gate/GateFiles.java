package io.tidemark.history.gate;

import io.tidemark.history.gate.GateResult.Outcome;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.MarkdownRenderer;
import io.tidemark.report.document.Table;
import io.tidemark.report.file.JUnitXml;
import io.tidemark.report.file.JUnitXml.Problem;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Results of the gate as files for CI servers and pull requests. */
public final class GateFiles {
  private GateFiles() {}

  /** JUnit's XML: each limit of each series is a test case. */
  public static String junit(List<GateResult> results) {
    return JUnitXml.of("tidemark history", results.stream().map(GateFiles::testCase).toList());
  }

  private static JUnitXml.Case testCase(GateResult result) {
    String repeated =
        result.repetitions().isEmpty()
            ? ""
            : "Repetitions:\n" + String.join("\n", result.repetitions());
    return new JUnitXml.Case(
        result.key().workload() + "." + result.key().driver(),
        result.limit().text(),
        Optional.empty(),
        result.isExceeded()
            ? Optional.of(new Problem(Problem.Kind.FAILURE, result.text(), repeated))
            : Optional.empty(),
        result.isExceeded() ? "" : (result.text() + "\n" + repeated).strip());
  }

  /** A table in Markdown. */
  public static String markdown(List<GateResult> results) {
    Table table =
        new Table(
            "",
            List.of("result", "workload", "driver", "limit", "what was measured", "repetitions"),
            results.stream().map(GateFiles::row).toList());
    return String.join("\n", MarkdownRenderer.table(table)) + "\n";
  }

  private static List<Cell> row(GateResult result) {
    return Stream.of(
            word(result.outcome()),
            result.key().workload(),
            result.key().driver(),
            result.limit().text(),
            result.text(),
            String.join(", ", result.repetitions()))
        .map(Cell::of)
        .toList();
  }

  /** {@code not shown}. */
  public static String word(Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
