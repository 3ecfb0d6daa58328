package io.tidemark.report.runs;

import io.tidemark.model.question.Question;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * What runs of one workload are about, if nothing says so: the rate, of a closed loop or a search;
 * a latency, of an open loop.
 */
final class UsualQuestion {
  private UsualQuestion() {}

  static Question of(Collection<ReportedRun> runs) {
    boolean rate =
        runs.stream().flatMap(run -> run.stored().stream()).allMatch(UsualQuestion::isRate);
    List<ComparedMetric> usual =
        rate
            ? List.of(
                ComparedMetric.ROUND_TRIP_RATE,
                ComparedMetric.PUBLISH_RATE,
                ComparedMetric.CONSUME_RATE)
            : List.of(
                ComparedMetric.END_TO_END_P99,
                ComparedMetric.ROUND_TRIP_P99,
                ComparedMetric.PUBLISH_P99,
                ComparedMetric.CONSUME_RATE);
    return new Question(
        Stream.concat(usual.stream(), ComparedMetric.values().stream())
            .filter(metric -> runs.stream().anyMatch(run -> run.metrics().containsKey(metric)))
            .limit(1)
            .map(ComparedMetric::key)
            .toList(),
        Question.USUAL_DIFFERENCE);
  }

  private static boolean isRate(RunResult run) {
    return run.search().isPresent()
        || run.phases().stream()
            .filter(PhaseResult::measured)
            .allMatch(phase -> phase.intendedRatePerSecond().isEmpty());
  }
}
