package io.tidemark.worker.engine.receive;

import io.tidemark.base.Clock;
import io.tidemark.measure.SeededRandom;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.ProcessingVariation;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Delays callbacks after recording: by the workload's processing time, and while deliveries are
 * paused. Thread-safe; {@link #close} ends all waits.
 */
public final class ConsumerPace {
  private static final long SPIN_NANOS = 60_000;

  private final Clock clock;
  private final ProcessingDraw draw;
  private final Object holdLock = new Object();
  private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
  private volatile Processing processing = Processing.NONE;
  private volatile boolean held;

  /** One field for both questions: it is read for each message. */
  private volatile long inTurnUntilEpochNanos = Long.MIN_VALUE;

  private volatile boolean closed;

  private record Processing(
      @Nullable Processing before,
      long effectiveEpochNanos,
      Curve curve,
      ProcessingVariation variation) {
    private static final Processing NONE =
        new Processing(null, Long.MIN_VALUE, Curve.constant(0), ProcessingVariation.NONE);

    double nanosAt(long epochNanos, ProcessingDraw draw) {
      return before != null && epochNanos < effectiveEpochNanos
          ? before.nanosAt(epochNanos, draw)
          : draw.nanos(curve.valueAt(epochNanos - effectiveEpochNanos), variation);
    }
  }

  /**
   * @param seed of processing times that differ between messages
   */
  public ConsumerPace(Clock clock, long seed) {
    this.clock = clock;
    this.draw = new ProcessingDraw(seed);
  }

  public void changeProcessingTime(
      long effectiveEpochNanos, Curve nanos, ProcessingVariation variation) {
    // Only the latest earlier one can still hold until the change.
    Processing latest = processing;
    Processing before =
        latest.before() != null && clock.epochNanos() >= latest.effectiveEpochNanos()
            ? new Processing(
                Processing.NONE, latest.effectiveEpochNanos(), latest.curve(), latest.variation())
            : latest;
    synchronized (holdLock) {
      processing = new Processing(before, effectiveEpochNanos, nanos, variation);
      inTurnUntilEpochNanos = Long.MAX_VALUE;
    }
  }

  public void hold(boolean hold) {
    synchronized (holdLock) {
      if (hold) {
        inTurnUntilEpochNanos = Long.MAX_VALUE;
      } else if (held && processing == Processing.NONE) {
        inTurnUntilEpochNanos = clock.epochNanos();
      }
      held = hold;
      holdLock.notifyAll();
    }
  }

  public void close() {
    closed = true;
    hold(false);
    waiting.forEach(LockSupport::unpark);
  }

  /**
   * What arrived until then is received one by one: when deliveries went on that had been held, or
   * the greatest value while callbacks may take time.
   */
  long inTurnUntilEpochNanos() {
    return inTurnUntilEpochNanos;
  }

  /** Called at the end of a callback that began at {@code receivedEpochNanos}. */
  public void pace(long receivedEpochNanos) {
    if (inTurnUntilEpochNanos == Long.MAX_VALUE && !closed) {
      process(receivedEpochNanos);
      awaitRelease();
    }
  }

  /** How long a message that was received then takes; drawn anew by each call. */
  double nanosAt(long receivedEpochNanos) {
    return processing.nanosAt(receivedEpochNanos, draw);
  }

  private void process(long receivedEpochNanos) {
    long end = receivedEpochNanos + (long) nanosAt(receivedEpochNanos);
    long left = end - clock.epochNanos();
    if (left <= 0) {
      return;
    }
    waiting.add(Thread.currentThread());
    while (left > 0 && !closed && !Thread.currentThread().isInterrupted()) {
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(this, left - SPIN_NANOS);
      } else {
        Thread.onSpinWait();
      }
      left = end - clock.epochNanos();
    }
  }

  private void awaitRelease() {
    if (!held) {
      return;
    }
    synchronized (holdLock) {
      while (held && !closed) {
        try {
          holdLock.wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  /**
   * Processing times of messages, drawn from a seed: the times of the first, second, ... message of
   * a worker are the same in each run. Which message gets which depends on the order in which they
   * arrive. Thread-safe.
   */
  static final class ProcessingDraw {
    private final long seed;
    private final AtomicLong messages = new AtomicLong();

    ProcessingDraw(long seed) {
      this.seed = seed;
    }

    /** How long a message takes, in nanoseconds. */
    double nanos(double typicalNanos, ProcessingVariation variation) {
      if (variation.isNone()) {
        return typicalNanos;
      }
      SeededRandom random = SeededRandom.of(seed, messages.getAndIncrement());
      if (variation.slowOneIn() > 0 && random.nextInt(variation.slowOneIn()) == 0) {
        return variation.slowNanos();
      }
      return switch (variation.law()) {
        case FIXED -> typicalNanos;
        case EXPONENTIAL -> typicalNanos * random.nextExponential();
        case LOG_NORMAL -> typicalNanos * Math.exp(variation.sigma() * random.nextNormal());
      };
    }
  }
}
