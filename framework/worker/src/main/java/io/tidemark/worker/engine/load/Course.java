package io.tidemark.worker.engine.load;

import io.tidemark.measure.payload.PayloadPool;
import io.tidemark.measure.schedule.RateCurve;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What all lanes follow from now on: the schedule, the numbers of producers and the bodies of
 * messages over time. Immutable.
 *
 * @param startDelayNanos distance between the starts of producers that join a closed loop together
 * @param bodies by intended send time, in order; before the first: those of the lane itself
 */
public record Course(RateCurve curve, LoadShape shape, long startDelayNanos, List<Bodies> bodies) {

  /** Bodies of messages that are intended from a time on. */
  record Bodies(long fromEpochNanos, PayloadPool pool) {}

  public Course {
    bodies = List.copyOf(bodies);
  }

  /**
   * @param pools makes the bodies of a payload
   */
  public static Course of(
      long startEpochNanos,
      LoadShape shape,
      long startDelayNanos,
      PayloadSpec.Content content,
      Function<PayloadSpec, PayloadPool> pools) {
    RateCurve curve =
        shape
            .rate()
            .map(rate -> RateCurve.of(startEpochNanos, rate.points()))
            .orElseGet(() -> RateCurve.closedLoop(startEpochNanos));
    List<Bodies> bodies = new ArrayList<>();
    for (LoadShape.SizeStep step : shape.sizes()) {
      bodies.add(
          new Bodies(
              startEpochNanos + step.offsetNanos(),
              pools.apply(new PayloadSpec(step.sizes(), content))));
    }
    return new Course(curve, shape, startDelayNanos, bodies);
  }

  /** A copy with another rate; a new object in any case. */
  Course with(RateCurve changed) {
    return new Course(changed, shape, startDelayNanos, bodies);
  }

  /** When a producer of a closed loop sends; a schedule has the producer's turns instead. */
  ActiveTimes activeTimes(int producer) {
    return shape.rate().isPresent() || shape.activeProducers().isEmpty()
        ? ActiveTimes.ALWAYS
        : ActiveTimes.of(
            shape.activeProducers().get(), curve.startEpochNanos(), startDelayNanos, producer);
  }

  public int largestBytes() {
    return bodies.stream().mapToInt(each -> each.pool().largestBytes()).max().orElse(0);
  }
}
