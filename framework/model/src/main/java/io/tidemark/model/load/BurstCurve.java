package io.tidemark.model.load;

import io.tidemark.model.load.Curve.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A rate over time with bursts: the rate is multiplied by one factor in bursts and by another one
 * between them. The same seed has the same bursts, on every machine: {@link Random} and {@link
 * StrictMath} are specified bit for bit.
 */
public final class BurstCurve {
  private final BurstKeys bursts;
  private final Random random;
  private final List<Point> result = new ArrayList<>();
  private boolean on;
  private long stateEnd;

  private BurstCurve(BurstKeys bursts, long seed) {
    this.bursts = bursts;
    this.random = new Random(seed ^ 0x6275727374L);
    this.on = random.nextDouble() < bursts.share();
    this.stateEnd = stateLength();
  }

  /**
   * @param rate from 0 to the last of its points, in order of time
   */
  public static List<Point> of(List<Point> rate, BurstKeys bursts, long seed) {
    BurstCurve curve = new BurstCurve(bursts, seed);
    for (int i = 1; i < rate.size(); i++) {
      curve.add(rate.get(i - 1), rate.get(i));
    }
    return curve.result.isEmpty() ? rate : curve.result;
  }

  /** Exponentially distributed. */
  private long stateLength() {
    double mean = (on ? bursts.on() : bursts.off()).toNanos();
    return Math.max(1, Math.round(-StrictMath.log(1 - random.nextDouble()) * mean));
  }

  private void add(Point from, Point to) {
    long at = from.offsetNanos();
    while (at < to.offsetNanos()) {
      long end = Math.min(stateEnd, to.offsetNanos());
      double factor = on ? bursts.onFactor() : bursts.offFactor();
      append(new Point(at, factor * between(from, to, at)));
      append(new Point(end, factor * between(from, to, end)));
      at = end;
      if (at == stateEnd) {
        on = !on;
        stateEnd += stateLength();
      }
    }
  }

  private void append(Point point) {
    if (result.isEmpty() || !result.get(result.size() - 1).equals(point)) {
      result.add(point);
    }
  }

  private static double between(Point from, Point to, long at) {
    double share = (double) (at - from.offsetNanos()) / (to.offsetNanos() - from.offsetNanos());
    return from.value() + share * (to.value() - from.value());
  }
}
