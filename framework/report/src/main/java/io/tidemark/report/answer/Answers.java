package io.tidemark.report.answer;

import io.tidemark.model.added.Added;
import io.tidemark.model.result.Text;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.StudyComparison;
import io.tidemark.report.compare.SweepSteps;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.setup.SetUps;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the answer of runs by what they were made for. */
public final class Answers {
  private static final Pattern QUESTION =
      Pattern.compile("(?:^|[.!?:]\\s+)(\\p{Lu}[^.!?]*(?:\\.\\d[^.!?]*)*\\?)");

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
    Optional<Requirements> required =
        pattern.isDecision() ? Requirements.of(runs) : Optional.empty();
    Optional<Statement> missed = required.flatMap(Requirements::summary);
    if (missed.isPresent()) {
      statements = pattern instanceof FaultAnswer ? statements : withFirst(headline, statements);
      headline = missed.get();
    }
    return new ReportAnswer(
        asked(runs).orElseGet(pattern::question),
        new Statement(headline.subject(), Text.capital(headline.text()), headline.tone()),
        Trust.of(pattern.isAnswered(), pattern.inaccurate(), pattern.fewest(), runs, comparisons),
        required.map(Requirements::table),
        statements.equals(List.of(headline)) ? List.of() : statements,
        pattern.charts(),
        SetUps.of(runs),
        AnswerLimits.of(pattern, runs, comparisons));
  }

  /** The question of a study in the words of its author: the first one of the description. */
  private static Optional<String> asked(ReportedRuns runs) {
    return runs.study().flatMap(study -> question(study.description()));
  }

  static Optional<String> question(String description) {
    Matcher question = QUESTION.matcher(description.strip().replaceAll("\\s+", " "));
    return question.find() ? Optional.of(question.group(1)) : Optional.empty();
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
        .or(() -> added(all, comparisons))
        .or(() -> SearchAnswer.of(usable))
        .orElseGet(
            () ->
                all.runs().size() == 1
                    ? new RunAnswer(usable.get(0))
                    : new ComparedAnswer(all, usable, comparisons));
  }

  private static Optional<AnswerPattern> added(ReportedRuns all, List<Comparison> comparisons) {
    return Added.of(AnswerPattern.Finder.class).stream()
        .flatMap(each -> each.of(all, comparisons).stream())
        .findFirst();
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
