package io.tidemark.features.history.gate;

import io.tidemark.features.history.SeriesKey;
import io.tidemark.report.compare.ChangeLimit;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Document;
import io.tidemark.report.file.JUnitXml;
import io.tidemark.report.file.JUnitXml.Problem;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One limit applied to the new runs of one series.
 *
 * @param text one sentence, for people
 * @param repetitions directories of the runs that were repeated before the decision
 */
public record GateResult(
    SeriesKey key, ChangeLimit limit, Outcome outcome, String text, List<String> repetitions) {
  /** What is known. */
  public enum Outcome {
    EXCEEDED("worse than the limit, and outside of the interval in which runs of the level lie"),
    WITHIN("not worse than the limit"),
    NOT_SHOWN("worse than the limit, but within the interval in which runs of the level lie"),
    NOT_CONFIRMED("exceeded at first, and not with the repetitions of --confirm"),
    NOT_KNOWN("the level has too few runs, or the new runs have no usable figure");

    private final String meaning;

    Outcome(String meaning) {
      this.meaning = meaning;
    }

    /** Returns the meaning for reference pages. */
    public String meaning() {
      return meaning;
    }

    /** {@code not-shown}, for {@code bin/benchmark explain}. */
    public String code() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public GateResult {
    repetitions = List.copyOf(repetitions);
  }

  /** Whether the check fails. */
  public boolean isExceeded() {
    return outcome == Outcome.EXCEEDED;
  }

  /** Results of the gate for people, CI servers and pull requests. */
  public static final class GateFiles {
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
      Columns<GateResult> columns =
          new Columns<GateResult>()
              .cell(
                  "result",
                  each ->
                      Cell.of(
                          each.outcome().code().replace('-', ' '),
                          each.isExceeded() ? Tone.BAD : Tone.NONE))
              .text("workload", each -> each.key().workload())
              .text("driver", each -> each.key().driver())
              .text("limit", each -> each.limit().text())
              .text("what was measured", each -> each.text() + " [" + each.outcome().code() + "]")
              .text("repetitions", each -> String.join(", ", each.repetitions()));
      return new Document("", List.of(columns.list(results.stream())), List.of());
    }
  }
}
