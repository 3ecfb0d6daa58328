package io.tidemark.report.runs;

import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * What decides in a study. Only these metrics are tested; all others are shown.
 *
 * @param metrics keys, at least one, the most important one first
 * @param atLeast the smallest difference that matters, as a share
 */
public record Question(List<String> metrics, double atLeast) {
  /** If nothing else is asked for. */
  public static final double USUAL_DIFFERENCE = 0.05;

  /** Messages that a failover loses: counted, not compared by ratios, because most are 0. */
  public static final String MISSING = "failover.recoveryPointMessages";

  public Question {
    metrics = List.copyOf(metrics);
  }

  /**
   * What runs of one workload are about, if the study does not say so: the rate, of a closed loop
   * or a search; a latency, of an open loop.
   */
  static Question usual(Collection<ReportedRun> runs) {
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
            .map(ComparedMetric::key)
            .toList(),
        USUAL_DIFFERENCE);
  }

  private static boolean isRate(RunResult run) {
    return run.search().isPresent()
        || run.phases().stream()
            .filter(PhaseResult::measured)
            .allMatch(phase -> phase.intendedRatePerSecond().isEmpty());
  }

  /** Those that statistics compare. */
  public List<ComparedMetric> compared() {
    return metrics.stream().flatMap(key -> ComparedMetric.of(key).stream()).toList();
  }

  /** Whether a run has all figures that decide, and none of them is damaged. */
  public boolean isAnsweredBy(ComparedRun run) {
    return run.unusable().isEmpty()
        && compared().stream().allMatch(metric -> run.value(metric).isPresent())
        && (!metrics.contains(MISSING) || run.usable(FigureGroup.DELIVERY));
  }

  /** Whether it is tested. */
  public boolean isAbout(ComparedMetric metric) {
    return metrics.contains(metric.key());
  }

  /** {@code endToEnd.p99, at least 10 %}. */
  @Override
  public String toString() {
    return String.join(" and ", metrics)
        + "; differences of less than "
        + Text.threeDigits(atLeast * 100)
        + " % do not matter";
  }
}
