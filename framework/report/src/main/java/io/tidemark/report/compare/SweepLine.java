package io.tidemark.report.compare;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.runs.MatrixAxis;
import io.tidemark.report.statistics.Mean;
import java.util.List;
import java.util.Optional;

/**
 * A metric of the question for one system, over the values of an axis.
 *
 * @param system with its values of all other keys
 * @param points at least two, in the order of the numbers
 * @param whole from the first point to the last one
 * @param atLeast the smallest difference that matters, as a share
 */
public record SweepLine(
    String workload,
    String system,
    MatrixAxis axis,
    MetricReference metric,
    List<Point> points,
    Metric whole,
    double atLeast) {
  /**
   * What the runs at one value of the axis show.
   *
   * @param value as the study file has it
   * @param runs the value of each run
   * @param mean geometric, of the runs
   * @param step from the value before; empty for the first one
   */
  public record Point(String value, List<Double> runs, Mean mean, Optional<Metric> step) {
    public Point {
      runs = List.copyOf(runs);
    }
  }

  public SweepLine {
    points = List.copyOf(points);
  }

  /**
   * The place of the point after which the metric no longer becomes better: the next step is not
   * shown to be one or, of single runs, is smaller than what matters.
   */
  public int best() {
    int best = 0;
    while (best + 1 < points.size() && isBetter(points.get(best + 1).step().orElseThrow())) {
      best++;
    }
    return best;
  }

  private boolean isBetter(Metric step) {
    double gain = metric.higherIsBetter() ? step.change() : -step.change();
    return switch (step.outcome()) {
      case HIGHER, LOWER -> gain > 0;
      case SINGLE_RUN -> gain > atLeast;
      case EQUAL, NOT_SHOWN, EXPLORATORY -> false;
    };
  }
}
