package io.tidemark.history.gate;

import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Table;
import io.tidemark.report.file.JUnitXml;
import io.tidemark.report.file.JUnitXml.Problem;
import java.util.List;
import java.util.Optional;

/** Results of the gate for people, CI servers and pull requests. */
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

  /** Each limit of each series is a row. */
  public static Document document(List<GateResult> results) {
    Table table =
        new Table(
            "",
            List.of("result", "workload", "driver", "limit", "what was measured", "repetitions"),
            results.stream().map(GateFiles::row).toList(),
            true);
    return new Document("", List.of(table), List.of());
  }

  private static List<Cell> row(GateResult result) {
    return List.of(
        Cell.of(
            result.outcome().code().replace('-', ' '), result.isExceeded() ? Tone.BAD : Tone.NONE),
        Cell.of(result.key().workload()),
        Cell.of(result.key().driver()),
        Cell.of(result.limit().text()),
        Cell.of(result.text() + " [" + result.outcome().code() + "]"),
        Cell.of(String.join(", ", result.repetitions())));
  }
}
