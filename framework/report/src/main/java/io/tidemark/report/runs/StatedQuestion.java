package io.tidemark.report.runs;

import io.tidemark.model.question.Question;
import io.tidemark.model.result.RunResult;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The question of a stored workload. */
final class StatedQuestion {
  private StatedQuestion() {}

  /** What the workload of a run asks; empty if its file does not say it. */
  static Optional<Question> of(RunResult run) {
    return run.workload().get("question") instanceof Map<?, ?> asked
        ? Optional.of(
                new Question(
                    metrics(asked.get("metrics")),
                    asked.get("atLeast") instanceof Number share
                        ? share.doubleValue()
                        : Question.USUAL_DIFFERENCE))
            .filter(question -> !question.metrics().isEmpty())
        : Optional.empty();
  }

  /** A single one is written as a text. */
  private static List<String> metrics(@Nullable Object written) {
    if (written instanceof Collection<?> several) {
      return several.stream().map(Objects::toString).toList();
    }
    return written instanceof String one ? List.of(one) : List.of();
  }
}
