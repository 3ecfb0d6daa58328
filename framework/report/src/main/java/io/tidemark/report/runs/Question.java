package io.tidemark.report.runs;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * What decides in a study. Only these metrics are tested; all others are shown.
 *
 * @param metrics at least one, the most important one first
 * @param atLeast the smallest difference that matters, as a share
 */
public record Question(List<ComparedMetric> metrics, double atLeast) {
  /** If nothing else is asked for. */
  public static final double USUAL_DIFFERENCE = 0.05;

  public Question {
    metrics = List.copyOf(metrics);
  }

  /**
   * What runs of one workload are about if nothing says it: the rate, of a closed loop or a search;
   * a latency, of an open loop.
   */
  public static Question usual(Collection<ReportedRun> runs) {
    boolean rate = runs.stream().flatMap(run -> run.stored().stream()).allMatch(Question::isRate);
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
        Stream.concat(usual.stream(), Stream.of(ComparedMetric.values()))
            .filter(metric -> runs.stream().anyMatch(run -> run.metrics().containsKey(metric)))
            .limit(1)
            .toList(),
        USUAL_DIFFERENCE);
  }

  private static boolean isRate(RunResult run) {
    return run.search().isPresent()
        || run.phases().stream()
            .filter(PhaseResult::measured)
            .allMatch(phase -> phase.intendedRatePerSecond().isEmpty());
  }

  /** Whether it is tested. */
  public boolean isAbout(ComparedMetric metric) {
    return metrics.contains(metric);
  }
}
