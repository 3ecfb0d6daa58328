package io.tidemark.coordinator.run;

import io.tidemark.base.ManualClock;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.coordinator.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Time that passes only when the run waits; what is planned for a moment happens then. */
public final class VirtualTime implements Waiter {
  public final ManualClock clock = new ManualClock();
  private final long origin = clock.epochNanos();
  private final TreeMap<Long, Runnable> plans = new TreeMap<>();

  /** Plans something so long after the beginning. */
  public void at(double seconds, Runnable action) {
    if (plans.put(origin + (long) (seconds * 1e9), action) != null) {
      throw new IllegalArgumentException("there is a plan for that moment");
    }
  }

  public double seconds() {
    return (clock.epochNanos() - origin) / 1e9;
  }

  @Override
  public void until(long epochNanos, StopSignal stop) {
    if (stop.pending()) {
      return;
    }
    while (!plans.isEmpty() && plans.firstKey() <= epochNanos) {
      long when = plans.firstKey();
      moveTo(when);
      plans.remove(when).run();
      if (stop.pending()) {
        return;
      }
    }
    moveTo(epochNanos);
  }

  private void moveTo(long epochNanos) {
    if (epochNanos > clock.epochNanos()) {
      clock.setEpochNanos(epochNanos);
    }
  }

  /** Runs calls in the caller's thread, so that everything happens in one order. */
  public static final class SameThread extends AbstractExecutorService {
    private boolean shut;

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void shutdown() {
      shut = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
      shut = true;
      return new ArrayList<>();
    }

    @Override
    public boolean isShutdown() {
      return shut;
    }

    @Override
    public boolean isTerminated() {
      return shut;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }
}
