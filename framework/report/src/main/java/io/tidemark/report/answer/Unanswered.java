package io.tidemark.report.answer;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.runs.ReportedRun;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs without a usable figure. */
record Unanswered(List<ReportedRun> runs) implements AnswerPattern {
  /**
   * Why none of the figures of a run may be used.
   *
   * @param status of the run; empty text for a file without one
   * @param why the code of the finding as words, or a sentence without one
   * @param next what to do; empty text if it is not known
   */
  record Cause(String status, String why, String next) {
    static Cause of(ReportedRun run) {
      return run.stored()
          .map(stored -> of(stored.verdict(), run.unusable().orElse("")))
          .orElseGet(() -> new Cause("", run.unusable().orElse(""), ""));
    }

    private static Cause of(Verdict verdict, String otherwise) {
      return verdict.findings().stream()
          .filter(each -> each.severity().compareTo(Severity.INVALIDATES) >= 0)
          .max(Comparator.comparing(Finding::severity))
          .map(
              each ->
                  new Cause(verdict.status().name(), each.code().replace('-', ' '), each.next()))
          .orElseGet(() -> new Cause("", otherwise, ""));
    }

    /** {@code INVALID: cpu starved}. */
    String words() {
      return status.isEmpty() ? why : status + ": " + why;
    }

    /** Answers for runs of which none may be used: what most of them have, and one next step. */
    static String ofAll(List<ReportedRun> runs) {
      Map<Cause, Long> causes =
          runs.stream()
              .map(Cause::of)
              .collect(groupingBy(each -> each, LinkedHashMap::new, counting()));
      List<Map.Entry<Cause, Long>> most =
          causes.entrySet().stream()
              .sorted(Map.Entry.<Cause, Long>comparingByValue().reversed())
              .toList();
      Cause first = most.get(0).getKey();
      String number =
          runs.size() == 1 ? "the run is " : "all " + Text.count(runs.size()) + " runs ";
      String why =
          most.size() == 1
              ? first.words()
              : most.stream()
                  .map(each -> each.getKey().words() + " (" + each.getValue() + ")")
                  .limit(3)
                  .collect(joining(", "));
      return number + why + (first.next.isEmpty() ? "" : "; " + first.next);
    }
  }

  Unanswered {
    runs = List.copyOf(runs);
  }

  @Override
  public String question() {
    return "What do these runs show?";
  }

  @Override
  public Statement headline() {
    return new Statement("", "No answer: " + Cause.ofAll(runs) + ".", Tone.BAD);
  }

  @Override
  public int fewest() {
    return 0;
  }

  @Override
  public boolean isAnswered() {
    return false;
  }

  @Override
  public List<Statement> statements() {
    return List.of();
  }

  @Override
  public List<Chart> charts() {
    return List.of();
  }
}
