package io.tidemark.worker.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.base.Clock;
import io.tidemark.base.SystemClock;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.worker.SendOnly;
import io.tidemark.worker.engine.load.LoadThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What comes of a load thread in trouble. */
class LoadThreadTest {

  /** Fails once in a load thread on request. */
  private static final class FailingClock implements Clock {
    private volatile boolean fails;

    @Override
    public long nanoTime() {
      return SystemClock.get().nanoTime();
    }

    @Override
    public long epochNanos() {
      if (fails && Thread.currentThread() instanceof LoadThread) {
        fails = false;
        throw new OutOfMemoryError("as requested");
      }
      return SystemClock.get().epochNanos();
    }

    @Override
    public long epochNanosAt(long nanoTime) {
      return SystemClock.get().epochNanosAt(nanoTime);
    }
  }

  /** Acknowledges at once. */
  private static final SendOnly QUICK = (key, payload) -> OneEngine.DONE;

  @Test
  void aFailedThreadIsReportedAndNotCountedAsDone() {
    FailingClock clock = new FailingClock();
    try (Engine engine =
        new Engine(
            clock, RunSetups.setup(1, 100, DeliveryMode.COUNTS), RunSetups.options(false, 1))) {
      engine.addProducer(RunSetups.producer(0), QUICK);
      engine.startLoad(RunSetups.openLoop(clock.epochNanos(), 1_000, 1, 1_000_000_000));
      await().atMost(60, SECONDS).until(() -> engine.cut().counters().get(Counter.SENT) > 0);
      assertThat(engine.cut().load().broken()).isFalse();
      List<WorkerEvent> events = new ArrayList<>();

      clock.fails = true;

      await()
          .atMost(60, SECONDS)
          .until(
              () -> {
                EngineCut cut = engine.cut();
                events.addAll(cut.events());
                return cut.load().broken();
              });
      LoadState load = engine.cut().load();
      assertThat(load.finished()).isFalse();
      assertThat(events)
          .filteredOn(event -> event.kind().equals("ENGINE_ERROR"))
          .singleElement()
          .satisfies(
              event -> assertThat(event.detail()).contains("OutOfMemoryError: as requested"));
      assertThat(engine.stopLoad(Duration.ofSeconds(60)).stuckThreads()).isZero();
    }
  }

  @Test
  void oneThatIsBlockedInASendStallsNoOtherProducer() {
    try (Engine engine =
        new Engine(
            SystemClock.get(),
            RunSetups.setup(3, 100, DeliveryMode.COUNTS),
            RunSetups.options(true, 1))) {
      CountDownLatch never = new CountDownLatch(1);
      engine.addProducer(
          RunSetups.producer(0),
          OneEngine.producer(
              payload -> {
                never.await();
                return OneEngine.DONE;
              }));
      engine.addProducer(RunSetups.producer(1), QUICK);
      engine.addProducer(RunSetups.producer(2), QUICK);
      long each = 1_000;
      engine.startLoad(RunSetups.closedLoop(SystemClock.get().epochNanos(), 3, 10, 3 * each));

      long[] acknowledged = {0};
      await()
          .atMost(60, SECONDS)
          .until(
              () -> {
                acknowledged[0] += engine.cut().counters().get(Counter.ACKNOWLEDGED);
                return acknowledged[0] == 2 * each;
              });
      assertThat(engine.unacknowledged().count()).isEqualTo(1);
      assertThat(engine.cut().load().finished()).isFalse();
    }
  }
}
