package io.tidemark.worker.engine.load;

import io.tidemark.measure.schedule.RateCurve;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.Curve.Point;
import java.util.ArrayList;
import java.util.List;

/**
 * When one producer of a closed loop sends: while more producers than its index are active. Those
 * that join at one step do so one after the other. Immutable.
 */
public final class ActiveTimes {
  static final ActiveTimes ALWAYS =
      new ActiveTimes(new long[] {Long.MIN_VALUE}, new long[] {RateCurve.NEVER});

  private final long[] from;
  private final long[] to;

  private ActiveTimes(long[] from, long[] to) {
    this.from = from;
    this.to = to;
  }

  /**
   * @param steps how many producers are active
   * @param startDelayNanos distance between those that join at one step
   */
  public static ActiveTimes of(
      Curve steps, long startEpochNanos, long startDelayNanos, int producer) {
    List<Long> from = new ArrayList<>();
    List<Long> to = new ArrayList<>();
    int before = 0;
    for (Point step : steps.points()) {
      long at = startEpochNanos + step.offsetNanos();
      int active = (int) step.value();
      if (before <= producer && producer < active) {
        from.add(at + (producer - before) * startDelayNanos);
      } else if (active <= producer && producer < before) {
        to.add(at);
      }
      before = active;
    }
    if (to.size() < from.size()) {
      to.add(RateCurve.NEVER);
    }
    return new ActiveTimes(
        from.stream().mapToLong(Long::longValue).toArray(),
        to.stream().mapToLong(Long::longValue).toArray());
  }

  boolean isAlways() {
    return this == ALWAYS;
  }

  /** That moment, or the next one at which it is active; {@link RateCurve#NEVER} for none. */
  public long next(long epochNanos) {
    for (int i = 0; i < from.length; i++) {
      if (epochNanos < to[i]) {
        return Math.max(epochNanos, from[i]);
      }
    }
    return RateCurve.NEVER;
  }
}
