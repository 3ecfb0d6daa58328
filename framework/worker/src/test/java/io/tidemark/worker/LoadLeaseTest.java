package io.tidemark.worker;

import static io.tidemark.worker.TestRuns.DEADLINE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.ManualClock;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import io.tidemark.worker.DriverDouble.DriverScript;
import io.tidemark.worker.driver.DriverCatalog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Loads that end because of their lease, or although a driver does not let them. */
class LoadLeaseTest extends WithWorker {
  @Test
  void endsInTimeAlthoughASendNeverReturns() throws Exception {
    CountDownLatch blocked = new CountDownLatch(TOPICS);
    CountDownLatch testOver = new CountDownLatch(1);
    DriverDouble.play()
        .sends(
            (key, payload) -> {
              blocked.countDown();
              DriverDouble.hangEvenIfInterrupted(testOver);
              return CompletableFuture.completedFuture(null);
            });
    try {
      worker.prepare(TestRuns.scripted("blocked"), DEADLINE);
      worker.createProducers(
          TestRuns.producersOf(worker.createTopics(topics(), DEADLINE)), DEADLINE);
      start(0);
      blocked.await();
      assertThat(worker.stopLoad(Duration.ofMillis(200)).stuckThreads()).isEqualTo(TOPICS);
      // Repeated, after a lost answer.
      assertThat(worker.stopLoad(Duration.ofHours(1)).stuckThreads()).isEqualTo(TOPICS);
      assertThat(worker.finish(false, Duration.ofSeconds(10)).problems())
          .singleElement(InstanceOfAssertFactories.STRING)
          .startsWith("2 load threads: still inside a send");
    } finally {
      testOver.countDown();
    }
  }

  @Test
  void eachCallRenewsItsLeaseAlsoWhenItEnds() throws Exception {
    ManualClock clock = new ManualClock();
    worker.close();
    worker =
        new LocalWorker(
            "local",
            DriverCatalog.ofClassPath(),
            snapshot -> {},
            fault -> {},
            clock,
            new ClockDomain("b", 0));
    DriverScript script = DriverDouble.play();
    script.createConsumer =
        (topic, subscription, callback) -> {
          clock.advance(TimeUnit.SECONDS.toNanos(50)); // The lease is 60 s.
          return script.inMemory.createConsumer(topic, subscription, callback);
        };
    worker.prepare(TestRuns.scripted("long-call"), DEADLINE);
    List<TopicHandle> topics = worker.createTopics(topics(), DEADLINE);
    worker.createProducers(TestRuns.producersOf(topics), DEADLINE);
    worker.startLoad(TestRuns.load(worker, TOPICS, 10, 0));
    worker.createConsumers(TestRuns.consumersOf(topics).subList(0, 1), DEADLINE);
    clock.advance(TimeUnit.SECONDS.toNanos(50));

    assertThat(worker.snapshot(1).load().stoppedByLease()).isFalse();
    clock.advance(TimeUnit.SECONDS.toNanos(50));
    assertThat(worker.snapshot(2).load().stoppedByLease()).isFalse();

    clock.advance(TimeUnit.SECONDS.toNanos(61));
    assertThat(worker.snapshot(3).load().stoppedByLease()).isTrue();
  }
}
