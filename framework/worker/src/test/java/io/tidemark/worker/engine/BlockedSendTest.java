package io.tidemark.worker.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.base.SystemClock;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.worker.LoadReport;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Sends that do not return while the load runs, or only after it. */
class BlockedSendTest extends OneEngine {
  @Test
  void aSendThatBlocksForEverIsReportedAndInterruptedByClose() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    engine(
        SystemClock.get(),
        1,
        payload -> {
          sent.add(payload);
          try {
            never.await();
          } catch (InterruptedException e) {
            interrupted.set(true);
            throw e;
          }
          return DONE;
        });
    engine.startLoad(RunSetups.closedLoop(SystemClock.get().epochNanos(), 1, 10, 0));
    await().atMost(10, SECONDS).until(() -> engine.unacknowledged().count() == 1);
    LoadReport summary = engine.stopLoad(Duration.ofMillis(50));
    assertThat(summary.stuckThreads()).isEqualTo(1);
    assertThat(summary.producers().get(0).sent()).isEqualTo(1);
    engine.close();
    await().atMost(10, SECONDS).untilTrue(interrupted);
  }

  @Test
  void aSendThatHasNotReturnedWhenTheLoadStopsCountsAsSentAndOnlyOnce() {
    CountDownLatch comesBack = new CountDownLatch(1);
    engine(
        SystemClock.get(),
        1,
        payload -> {
          comesBack.await();
          return DONE;
        });
    engine.startLoad(RunSetups.openLoop(SystemClock.get().epochNanos(), 1_000, 1, 0));
    await().atMost(60, SECONDS).until(() -> engine.unacknowledged().count() == 1);
    assertThat(engine.cut().counters().get(Counter.SENT)).isZero();

    engine.stopLoad(Duration.ofMillis(50));
    assertThat(engine.stopLoad(Duration.ofMillis(50)).stuckThreads()).isEqualTo(1);

    EngineCut stuck = engine.cut();
    assertThat(stuck.counters().get(Counter.SENT)).isEqualTo(1);
    assertThat(stuck.counters().get(Counter.SENT_BYTES)).isEqualTo(100);
    assertThat(stuck.counters().get(Counter.ACKNOWLEDGED)).isZero();
    assertThat(stuck.slices().get(0).latencies()).containsKey(Measure.SCHEDULE_DELAY);
    assertThat(engine.unacknowledged().count()).isEqualTo(1);

    comesBack.countDown();
    assertThat(engine.stopLoad(Duration.ofSeconds(60)).stuckThreads()).isZero();
    EngineCut late = engine.cut();
    assertThat(late.counters().get(Counter.SENT)).isZero();
    assertThat(late.counters().get(Counter.ACKNOWLEDGED)).isEqualTo(1);
    assertThat(engine.unacknowledged().count()).isZero();
  }
}
