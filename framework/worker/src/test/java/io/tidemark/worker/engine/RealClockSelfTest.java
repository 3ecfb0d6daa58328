package io.tidemark.worker.engine;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.base.SystemClock;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.worker.engine.ScriptedLoad.Fate;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The scripted driver with real threads and the real clock. A machine may only add to what the
 * script injects, so all bounds are lower ones.
 */
class RealClockSelfTest implements ScriptedDriver.Scheduler {
  private static final long STALL_NANOS = 300_000_000;
  private static final int MESSAGES = 1_500;
  private final ScheduledExecutorService broker = Executors.newSingleThreadScheduledExecutor();

  @Override
  public void block(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void later(long delayNanos, Runnable action) {
    broker.schedule(action, delayNanos, NANOSECONDS);
  }

  @AfterEach
  void stopTheBroker() {
    broker.shutdownNow();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aStallLossesAndDuplicatesShowAsInjected(int producers) {
    ScriptedLoad script =
        (producer, k) ->
            k == 100
                ? Fate.of(1_000_000, 2_000_000L).blocking(STALL_NANOS)
                : k % 50 == 7
                    ? Fate.of(1_000_000)
                    : k % 50 == 9
                        ? Fate.of(1_000_000, 2_000_000L, 5_000_000L)
                        : Fate.of(1_000_000, 2_000_000L);
    ScriptedDriver driver = new ScriptedDriver(script, this);
    Engine engine =
        new Engine(
            SystemClock.get(),
            RunSetups.setup(producers, 100, DeliveryMode.FULL),
            RunSetups.options(true, producers));
    driver.addConsumer(engine.callbackFor(RunSetups.consumer(0)));
    for (int i = 0; i < producers; i++) {
      engine.addProducer(RunSetups.producer(i), driver.newProducer());
    }
    long limit = (long) MESSAGES * producers;
    long lost = limit / 50;
    long duplicated = limit / 50;
    KnownTruth truth = new KnownTruth();
    Histogram delays = io.tidemark.model.snapshot.LatencyHistogram.create();
    Histogram endToEnd = io.tidemark.model.snapshot.LatencyHistogram.create();

    engine.startLoad(
        RunSetups.openLoop(SystemClock.get().epochNanos(), 1_000.0 * producers, producers, limit));
    await()
        .atMost(60, SECONDS)
        .until(
            () -> {
              EngineCut cut = engine.cut();
              truth.report(cut);
              cut.slices()
                  .forEach(
                      slice -> {
                        add(delays, slice.latencies().get(Measure.SCHEDULE_DELAY));
                        add(endToEnd, slice.latencies().get(Measure.END_TO_END));
                      });
              return truth.counters.get(Counter.ACKNOWLEDGED) == limit
                  && truth.counters.get(Counter.RECEIVED) == limit - lost + duplicated;
            });
    assertThat(engine.stopLoad(Duration.ofSeconds(5)).stuckThreads()).isZero();
    engine.close();

    assertThat(engine.ownFailures()).isZero();
    assertThat(delays.getTotalCount()).isEqualTo(limit);
    assertThat(delays.getMaxValue()).isGreaterThanOrEqualTo(STALL_NANOS - 10_000_000);
    long inTheStall = producers * (STALL_NANOS / 1_000_000 - 100);
    assertThat(delays.getCountBetweenValues(90_000_000, Long.MAX_VALUE / 2))
        .as("messages that became due in the stall's first 200 ms wait 100 ms or more")
        .isGreaterThanOrEqualTo(inTheStall - producers);
    assertThat(endToEnd.getMinValue()).isGreaterThanOrEqualTo(1_990_000);
    var outcome = truth.audit.outcome(0, IntStream.range(0, producers).toArray());
    assertThat(outcome.expected()).isEqualTo(limit);
    assertThat(outcome.lost()).isEqualTo(lost);
    assertThat(outcome.duplicated()).isEqualTo(duplicated);
  }

  private static void add(Histogram total, LatencyCounts part) {
    if (part != null) {
      total.add(part.toHistogram());
    }
  }
}
