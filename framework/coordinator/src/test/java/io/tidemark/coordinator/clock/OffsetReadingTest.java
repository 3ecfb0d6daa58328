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

  private ClockReading reading() {
    long now = clock.nanoTime();
    long theirs = clock.epochNanosAt(now) + AHEAD_NANOS;
    return ClockReading.local(theirs, now);
  }

  @Test
  void anInterruptionKeepsWhatWasReadBefore() throws Exception {
    Worker worker =
        (Worker)
            Proxy.newProxyInstance(
                Worker.class.getClassLoader(),
                new Class<?>[] {Worker.class},
                (proxy, method, arguments) -> {
                  if (calls.incrementAndGet() > 1) {
                    throw new InterruptedException();
                  }
                  return reading();
                });

    OffsetReading read = OffsetReading.burst(clock, worker, Effort.CHECK);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(read.lowestNanos()).isEqualTo(AHEAD_NANOS);
    assertThat(calls).hasValue(2);
  }
}
