package io.tidemark.report.answer;

import io.tidemark.report.answer.ReportAnswer.Statement;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.StudyComparison;
import io.tidemark.report.compare.SweepSteps;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.setup.SetUps;
import java.util.List;
import java.util.Optional;

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
    return new ReportAnswer(
        AskedSentence.of(runs).orElseGet(pattern::question),
        headline.capitalised(),
        TrustRule.of(pattern, runs, comparisons),
        statements.equals(List.of(headline)) ? List.of() : statements,
        pattern.charts(),
        SetUps.of(runs),
        AnswerLimits.of(pattern, runs, comparisons));
  }

  private static AnswerPattern pattern(ReportedRuns all, List<Comparison> comparisons) {
    List<ReportedRun> usable = all.usable();
    if (usable.isEmpty()) {
      return new Unanswered(all.runs());
    }
    return Optional.<AnswerPattern>empty()
        .or(() -> FailoverAnswer.of(usable))
        .or(() -> FaultAnswer.of(usable))
        .or(() -> SweepAnswer.of(SweepSteps.of(all), comparisons))
        .or(() -> CostAnswer.of(all, comparisons))
        .or(() -> SearchAnswer.of(usable))
        .orElseGet(
            () ->
                all.runs().size() == 1
                    ? new RunAnswer(usable.get(0))
                    : new ComparedAnswer(all, usable, comparisons));
  }
}
