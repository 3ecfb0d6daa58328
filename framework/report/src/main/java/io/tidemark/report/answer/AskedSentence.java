package io.tidemark.report.answer;

import io.tidemark.report.runs.ReportedRuns;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The question of a study in the words of its author. */
final class AskedSentence {
  private static final Pattern QUESTION =
      Pattern.compile("(?:^|[.!?:]\\s+)(\\p{Lu}[^.!?]*(?:\\.\\d[^.!?]*)*\\?)");

  private AskedSentence() {}

  /** The first question of the description; empty without one. */
  static Optional<String> of(ReportedRuns runs) {
    return runs.study().flatMap(study -> in(study.description()));
  }

  static Optional<String> in(String description) {
    Matcher question = QUESTION.matcher(description.strip().replaceAll("\\s+", " "));
    return question.find() ? Optional.of(question.group(1)) : Optional.empty();
  }
}
