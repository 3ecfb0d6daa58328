package io.tidemark.model.workloadfile;

import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.question.Question;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What decides among runs of a workload: its question; without one what loads of its kind are
 * usually measured for. Verdicts, reports and studies use this one rule.
 */
public final class WorkloadQuestion {
  private WorkloadQuestion() {}

  /** The question of its file, or the usual one. */
  public static Question of(Workload workload) {
    return workload.question().orElseGet(() -> usual(workload));
  }

  /**
   * Missing messages and the time of a failover, the rate of a closed loop or a search, a latency
   * of an open loop.
   */
  public static Question usual(Workload workload) {
    MeasuredMetrics measured = MeasuredMetrics.of(workload);
    List<Metric> first = Metrics.first();
    List<Metric> metrics =
        workload.pattern() == Pattern.FAILOVER
            ? first.stream().filter(metric -> metric.needs() == Metric.Needs.FAILOVER).toList()
            : Stream.concat(
                    first.stream()
                        .filter(metric -> isPaced(workload) && metric.measure().isPresent()),
                    first.stream().filter(metric -> metric.counter().isPresent()))
                .filter(metric -> measured.has(MetricReference.of(metric)))
                .limit(1)
                .toList();
    return new Question(metrics.stream().map(Metric::id).toList(), Question.USUAL_DIFFERENCE);
  }

  /** Whether producers keep a schedule, and no search changes it. */
  private static boolean isPaced(Workload workload) {
    return workload.search().isEmpty()
        && workload.pattern() != Pattern.CONSUME_ONLY
        && LoadSchedule.of(workload).rate().isPresent();
  }

  /** A question with those of its metrics that a workload measures; empty if it measures none. */
  public static Optional<Question> measured(Question question, Workload workload) {
    MeasuredMetrics measured = MeasuredMetrics.of(workload);
    List<String> metrics =
        MetricReference.asked(question).stream()
            .filter(measured::has)
            .map(MetricReference::toString)
            .toList();
    return metrics.isEmpty()
        ? Optional.empty()
        : Optional.of(new Question(metrics, question.atLeast()));
  }
}
