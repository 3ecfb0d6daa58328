package io.tidemark.simulation.world;

import io.tidemark.base.SystemClock;
import java.util.IdentityHashMap;
import java.util.Map;

/** The ticker of one worker's process; the real one is static, and simulated workers share it. */
final class Ticker {
  private static final long PERIOD_MILLIS = 20;

  private final Map<Object, Long> worst = new IdentityHashMap<>();
  private Thread thread;

  void begin(Object lag) {
    worst.put(lag, 0L);
    if (thread == null) {
      thread = new Thread(this::tick, "ticker");
      thread.start();
    }
  }

  private void tick() {
    try {
      while (!worst.isEmpty()) {
        long due = SystemClock.get().nanoTime() + PERIOD_MILLIS * 1_000_000;
        Thread.sleep(PERIOD_MILLIS);
        long late = SystemClock.get().nanoTime() - due;
        worst.replaceAll((lag, most) -> Math.max(most, late));
      }
    } catch (InterruptedException e) {
      worst.clear();
    }
    thread = null;
  }

  long take(Object lag) {
    Long most = worst.get(lag);
    worst.replace(lag, 0L);
    return most == null ? 0 : most;
  }

  void end(Object lag) {
    worst.remove(lag);
  }
}
