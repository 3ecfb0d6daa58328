package io.tidemark.report.answer;

import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import java.util.Collection;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** In what the changes of one sentence are given, so that a reader can compare them. */
enum ChangeScale {
  /** {@code 41 % lower}. */
  PERCENT,
  /** {@code 12.6 times as long}. */
  FACTOR;

  /** From here on a factor is easier to read than percent. */
  private static final double DOUBLE = 1;

  private static final double NEARLY_GONE = -0.9;

  /** For changes with their intervals. */
  static ChangeScale of(Collection<Metric> metrics) {
    return of(metrics.stream().flatMapToDouble(ChangeScale::shares));
  }

  /** For changes alone, as shares. */
  static ChangeScale of(DoubleStream shares) {
    return shares.anyMatch(share -> share >= DOUBLE || share < NEARLY_GONE) ? FACTOR : PERCENT;
  }

  /** What a sentence states of a metric: without a difference only its interval. */
  private static DoubleStream shares(Metric metric) {
    @Nullable Evidence evidence = metric.evidence();
    if (evidence == null) {
      return DoubleStream.of(metric.change());
    }
    return metric.outcome() == Outcome.NOT_SHOWN
        ? DoubleStream.of(evidence.lowest(), evidence.highest())
        : DoubleStream.of(metric.change(), evidence.lowest(), evidence.highest());
  }
}
