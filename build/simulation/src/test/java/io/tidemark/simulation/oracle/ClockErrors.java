package io.tidemark.simulation.oracle;

import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.plan.SeedPlan.Kind;
import io.tidemark.simulation.world.Network;
import io.tidemark.simulation.world.SentMessage;
import io.tidemark.simulation.world.SimulatedWorld;
import java.util.List;

/**
 * How far the times of a worker's clock may be from those of the coordinator, as the run converts
 * them. A reading is wrong by the way of its request; after it the clock drifts, and what it jumps
 * is unknown until the next reading.
 */
final class ClockErrors {
  /** No clock drifts by more than 100 ppm, and a run assumes no more than twice of that. */
  private static final double DRIFT = 200e-6;

  /** The readings of a run follow each other sooner; a heartbeat reads a clock after a silence. */
  private static final long TOGETHER_NANOS = 1_000_000_000L;

  private final SeedPlan plan;
  private final SimulatedWorld world;
  private final boolean jumps;
  private final long fromNanos;
  private final long[] readNanos;

  /**
   * Creates the errors of one run.
   *
   * @param fromNanos before it
   * @param untilNanos after it
   */
  ClockErrors(SimulatedWorld world, long fromNanos, long untilNanos) {
    this.world = world;
    this.plan = world.plan();
    this.jumps = plan.has(Kind.STEP);
    this.fromNanos = fromNanos;
    this.readNanos =
        world.workers().stream()
            .mapToLong(host -> lastReadNanos(host.port(), fromNanos, untilNanos))
            .toArray();
  }

  /** Returns the last of the readings before the load: later ones are as good, or do not count. */
  private long lastReadNanos(int port, long fromNanos, long untilNanos) {
    long load =
        spans(port, "correct-clocks", fromNanos, untilNanos).stream()
            .mapToLong(span -> span.beginNanos())
            .min()
            .orElse(0);
    List<Network.Span> readings = spans(port, "read-clock", fromNanos, untilNanos);
    long last = fromNanos;
    for (int i = 1; i < readings.size() && readings.get(i).beginNanos() <= load; i++) {
      long before = readings.get(i - 1).endNanos();
      if (readings.get(i).beginNanos() - before < TOGETHER_NANOS) {
        last = readings.get(i).beginNanos();
      }
    }
    return last;
  }

  private List<Network.Span> spans(int port, String operation, long fromNanos, long untilNanos) {
    return world.network().served(port, operation).stream()
        .filter(span -> span.beginNanos() >= fromNanos && span.beginNanos() <= untilNanos)
        .toList();
  }

  /** At a moment. */
  long nanos(int worker, long atNanos) {
    return nanos(worker, atNanos, atNanos);
  }

  /**
   * When a message was due. Its receiver may convert the time in it by an offset that the clock had
   * after it was sent.
   */
  long ofDue(SentMessage message) {
    int sender = message.worker();
    long own = nanos(sender, message.intendedNanos(), message.beganNanos());
    return jumps ? own + jumpedNanos(message) : own;
  }

  private long jumpedNanos(SentMessage message) {
    int sender = message.worker();
    long atSend = world.steppedNanos(sender, message.beganNanos());
    return message.arrivals().values().stream()
        .flatMap(List::stream)
        .mapToLong(
            arrival ->
                world.steppedNanos(sender, arrival.nanos())
                    - atSend
                    + (arrival.worker() == sender
                        ? 0
                        : world.steppedNanos(arrival.worker(), arrival.nanos())))
        .max()
        .orElse(0);
  }

  /**
   * Returns the error of a time that is taken from the clock later.
   *
   * @param takenNanos when
   */
  private long nanos(int worker, long atNanos, long takenNanos) {
    long lastNanos = Math.max(atNanos, takenNanos);
    long jumped = world.steppedNanos(worker, lastNanos);
    // The reading in use after a jump may be one from before it.
    long usedNanos = jumped == 0 ? readNanos[worker] : fromNanos;
    return jumped
        + (plan.aheadMicros().isEmpty()
            ? 0
            : plan.readingErrorNanos() + (long) (DRIFT * Math.max(0, lastNanos - usedNanos)));
  }

  /** The largest one of all workers at a moment. */
  long largestNanos(long atNanos) {
    long largest = 0;
    for (int i = 0; i < readNanos.length; i++) {
      largest = Math.max(largest, nanos(i, atNanos));
    }
    return largest;
  }
}
