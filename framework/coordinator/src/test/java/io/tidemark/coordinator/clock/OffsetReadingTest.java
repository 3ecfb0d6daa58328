package io.tidemark.coordinator.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.SystemClock;
import io.tidemark.coordinator.clock.OffsetReading.Effort;
import io.tidemark.model.worker.ClockReading;
import io.tidemark.model.worker.Worker;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OffsetReadingTest {
  private static final long AHEAD_NANOS = 5_000_000_000L;
  private final SystemClock clock = SystemClock.get();
  private final AtomicInteger calls = new AtomicInteger();

  private interface Answer {
    ClockReading to(int call) throws InterruptedException;
  }

  /** Returns the reading of a clock that is ahead. */
  private ClockReading reading(long aheadNanos) {
    long now = clock.nanoTime();
    return ClockReading.local(clock.epochNanosAt(now) + aheadNanos, now);
  }

  private OffsetReading read(Answer answer) throws Exception {
    Worker worker =
        (Worker)
            Proxy.newProxyInstance(
                Worker.class.getClassLoader(),
                new Class<?>[] {Worker.class},
                (proxy, method, arguments) -> answer.to(calls.incrementAndGet()));
    return OffsetReading.burst(clock, worker, Effort.LATER);
  }

  @Test
  void anInterruptionKeepsWhatWasReadBefore() throws Exception {
    OffsetReading read =
        read(
            call -> {
              if (call > 1) {
                throw new InterruptedException();
              }
              return reading(AHEAD_NANOS);
            });

    assertThat(Thread.interrupted()).isTrue();
    assertThat(read.lowestNanos()).isEqualTo(AHEAD_NANOS);
    assertThat(calls).hasValue(2);
  }

  @Test
  void aClockThatJumpsIsReadAsOftenAfterIt() throws Exception {
    OffsetReading read = read(call -> reading(call < 12 ? 0 : AHEAD_NANOS));

    assertThat(read.lowestNanos()).isEqualTo(AHEAD_NANOS);
    assertThat(calls).hasValue(23);
  }
}
