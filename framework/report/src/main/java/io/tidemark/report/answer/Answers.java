package io.tidemark.report.answer;

import io.tidemark.report.answer.ReportAnswer.Statement;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.StudyComparison;
import io.tidemark.report.compare.SweepSteps;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
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
    return new ReportAnswer(
        AskedSentence.of(runs).orElseGet(pattern::question),
        headline,
        statements.equals(List.of(headline)) ? List.of() : statements,
        pattern.picture(),
        AnswerLimits.of(runs, comparisons));
  }

  private static AnswerPattern pattern(ReportedRuns all, List<Comparison> comparisons) {
    List<ReportedRun> usable = all.runs().stream().filter(run -> run.unusable().isEmpty()).toList();
    if (usable.isEmpty()) {
      return new Unanswered(all.runs());
    }
    boolean single = all.runs().size() == 1;
    return Stream.<Optional<? extends AnswerPattern>>of(
            FailoverAnswer.of(usable),
            FaultAnswer.of(usable),
            SweepAnswer.of(SweepSteps.of(all), comparisons),
            CostAnswer.of(all, comparisons),
            SearchAnswer.of(usable),
            single ? Optional.of(new RunAnswer(usable.get(0))) : Optional.empty())
        .flatMap(Optional::stream)
        .map(AnswerPattern.class::cast)
        .findFirst()
        .orElseGet(() -> new ComparedAnswer(all, usable, comparisons));
  }
}
