package io.tidemark.coordinator.clock;

import static io.tidemark.coordinator.clock.OffsetReading.LARGEST_DRIFT;

import io.tidemark.model.result.Text;
import java.util.ArrayList;
import java.util.List;

/**
 * Bounds of the offset of a worker's clock at any time, and of its drift, from all readings. Each
 * reading bounds the offset at its moment, and between moments it changes by the drift. The drift
 * is the same all the time but for {@link #WANDER}, unless the readings show that it is not; then
 * it is only known to be less than {@link OffsetReading#LARGEST_DRIFT}. Not thread-safe.
 */
final class OffsetBounds {
  /** Change of the drift during a run by temperature and a time daemon. */
  static final double WANDER = 10e-6;

  private static final long APART_NANOS = 1_000_000_000L;

  /** The bounds of the offset at a moment. */
  record Range(long lowestNanos, long highestNanos) {
    /** How the measured offset contradicts what boot id and time namespace say. */
    String against(long claimedNanos) {
      return "boot id and time namespace say %s, measured %s +/- %s"
          .formatted(
              Text.nanos(claimedNanos), Text.nanos(middle()), Text.nanos(farthest(middle())));
    }

    long middle() {
      return lowestNanos + (highestNanos - lowestNanos) / 2;
    }

    /** How far a value may be from the offset. */
    long farthest(long offsetNanos) {
      return Math.max(offsetNanos - lowestNanos, highestNanos - offsetNanos);
    }

    /** How far a value is outside; 0 if it is possible. */
    long outside(long offsetNanos) {
      return Math.max(0, Math.max(lowestNanos - offsetNanos, offsetNanos - highestNanos));
    }
  }

  private final List<OffsetReading> readings = new ArrayList<>();
  private boolean steady = true;

  /** Bounds of the mean drift between two readings, over all pairs. */
  private double leastDrift = -LARGEST_DRIFT;

  private double mostDrift = LARGEST_DRIFT;

  /**
   * Takes a later reading. If no drift explains it, the clock has jumped and the bounds start
   * again.
   *
   * @return how far the clock may have jumped, at most; 0 if it has not
   */
  long add(OffsetReading reading) {
    long jump = 0;
    if (readings.stream().anyMatch(each -> isJump(each, reading))) {
      Range before = at(reading.epochNanos());
      jump =
          Math.max(before.farthest(reading.lowestNanos()), before.farthest(reading.highestNanos()));
      readings.clear();
      leastDrift = -LARGEST_DRIFT;
      mostDrift = LARGEST_DRIFT;
    }
    readings.forEach(each -> boundDrift(each, reading));
    readings.add(reading);
    return jump;
  }

  private static boolean isJump(OffsetReading first, OffsetReading second) {
    long allowed = (long) (LARGEST_DRIFT * (second.epochNanos() - first.epochNanos()));
    return second.lowestNanos() - first.highestNanos() > allowed
        || first.lowestNanos() - second.highestNanos() > allowed;
  }

  private void boundDrift(OffsetReading first, OffsetReading second) {
    long apart = second.epochNanos() - first.epochNanos();
    if (apart >= APART_NANOS) {
      double least = (double) (second.lowestNanos() - first.highestNanos()) / apart;
      double most = (double) (second.highestNanos() - first.lowestNanos()) / apart;
      leastDrift = Math.max(leastDrift, least);
      mostDrift = Math.min(mostDrift, most);
      steady &= leastDrift - mostDrift <= 2 * WANDER;
    }
  }

  int size() {
    return readings.size();
  }

  OffsetReading reading(int index) {
    return readings.get(index);
  }

  void forgetFirst() {
    readings.remove(0);
  }

  /** The offset at a moment of the coordinator's clock; there is a reading. */
  Range at(long epochNanos) {
    double least = lowestRate();
    double most = highestRate();
    long lowest = Long.MIN_VALUE;
    long highest = Long.MAX_VALUE;
    for (OffsetReading each : readings) {
      long since = epochNanos - each.epochNanos();
      lowest = Math.max(lowest, each.lowestNanos() + (long) ((since > 0 ? least : most) * since));
      highest =
          Math.min(highest, each.highestNanos() + (long) ((since > 0 ? most : least) * since));
    }
    return new Range(Math.min(lowest, highest), Math.max(lowest, highest));
  }

  /** The most probable drift: 0 if it is compatible with the readings. */
  double drift() {
    boolean none = leastDrift <= 0 && mostDrift >= 0;
    return none || !steady ? 0 : (leastDrift + mostDrift) / 2;
  }

  /** Maximum deviation of the offset from its prediction within a time. */
  long wanderNanos(long nanos) {
    return (long) ((highestRate() - lowestRate()) * nanos);
  }

  private double lowestRate() {
    double least = Math.min(leastDrift, mostDrift) - WANDER;
    return steady ? Math.max(-LARGEST_DRIFT, least) : -LARGEST_DRIFT;
  }

  private double highestRate() {
    double most = Math.max(leastDrift, mostDrift) + WANDER;
    return steady ? Math.min(LARGEST_DRIFT, most) : LARGEST_DRIFT;
  }
}
