package io.tidemark.report.answer;

import io.tidemark.report.answer.ReportAnswer.Statement;
import io.tidemark.report.answer.ReportAnswer.Table;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.StudyComparison;
import io.tidemark.report.compare.SweepSteps;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.setup.SetUps;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the answer of runs by what they were made for. */
public final class Answers {
  private Answers() {}

  /** What all runs of a report say. */
  public static ReportAnswer of(ReportedRuns runs) {
    return of(runs, StudyComparison.ofEnvironments(runs));
  }

  /**
   * What all runs of a report say.
   *
   * @param comparisons of the same runs
   */
  public static ReportAnswer of(ReportedRuns runs, List<Comparison> comparisons) {
    AnswerPattern pattern = pattern(runs, comparisons);
    List<Statement> statements = pattern.statements();
    Statement headline = pattern.headline();
    Optional<Table> table = pattern.isDecision() ? Requirements.of(runs) : Optional.empty();
    Optional<Statement> missed = table.flatMap(Requirements::summary);
    if (missed.isPresent()) {
      statements = pattern instanceof FaultAnswer ? statements : withFirst(headline, statements);
      headline = missed.get();
    }
    return new ReportAnswer(
        AskedSentence.of(runs).orElseGet(pattern::question),
        headline.capitalised(),
        TrustRule.of(pattern, runs, comparisons),
        table,
        statements.equals(List.of(headline)) ? List.of() : statements,
        pattern.charts(),
        SetUps.of(runs),
        AnswerLimits.of(pattern, runs, comparisons));
  }

  /** What differs between the systems, after what they miss. */
  private static List<Statement> withFirst(Statement headline, List<Statement> statements) {
    return statements.contains(headline)
        ? statements
        : Stream.concat(Stream.of(headline), statements.stream()).toList();
  }

  private static AnswerPattern pattern(ReportedRuns all, List<Comparison> comparisons) {
    List<ReportedRun> usable = all.usable();
    if (usable.isEmpty()) {
      return new Unanswered(all.runs());
    }
    return Optional.<AnswerPattern>empty()
        .or(() -> FailoverAnswer.of(usable))
        .or(() -> FaultAnswer.of(usable))
        .or(() -> systemsFirst(all, comparisons))
        .or(() -> SweepAnswer.of(SweepSteps.of(all), comparisons))
        .or(() -> CostAnswer.of(all, comparisons))
        .or(() -> SearchAnswer.of(usable))
        .orElseGet(
            () ->
                all.runs().size() == 1
                    ? new RunAnswer(usable.get(0))
                    : new ComparedAnswer(all, usable, comparisons));
  }

  /** A study over a key that compares its environments first. */
  private static Optional<AnswerPattern> systemsFirst(
      ReportedRuns all, List<Comparison> comparisons) {
    return all.study()
        .filter(study -> !study.axes().isEmpty() && study.comparesSystems())
        .filter(study -> !comparisons.isEmpty())
        .map(study -> new ComparedAnswer(all, all.usable(), comparisons));
  }
}
