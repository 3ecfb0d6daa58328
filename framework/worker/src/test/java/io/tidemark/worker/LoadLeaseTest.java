package io.tidemark.worker;

import static io.tidemark.worker.TestRuns.DEADLINE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.base.ManualClock;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import io.tidemark.worker.driver.DriverCatalog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Loads that end because of their lease, or although a driver does not let them. */
class LoadLeaseTest extends WithWorker {
  @Test
  void endsInTimeAlthoughASendNeverReturns() throws Exception {
    CountDownLatch blocked = new CountDownLatch(TOPICS);
    CountDownLatch testOver = new CountDownLatch(1);
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
            return CompletableFuture.completedFuture(
                (SendOnly)
                    (key, payload) -> {
                      blocked.countDown();
                      while (testOver.getCount() > 0) {
                        try {
                          testOver.await();
                        } catch (InterruptedException e) {
                          Thread.interrupted(); // A client that does not care.
                        }
                      }
                      return CompletableFuture.completedFuture(null);
                    });
          }
        });
    try {
      worker.prepare(TestRuns.scripted("blocked"), DEADLINE);
      worker.createProducers(
          TestRuns.producersOf(worker.createTopics(topics(), DEADLINE)), DEADLINE);
      worker.announcePhases(List.of(new PhaseRequest(0, "test", worker.readClock().epochNanos())));
      worker.startLoad(TestRuns.load(worker, TOPICS, RATE, 0));
      blocked.await();
      assertThat(worker.stopLoad(Duration.ofMillis(200)).stuckThreads()).isEqualTo(TOPICS);
      // Repeated, after a lost answer.
      assertThat(worker.stopLoad(Duration.ofHours(1)).stuckThreads()).isEqualTo(TOPICS);
      assertThat(worker.finish(false, Duration.ofSeconds(10)).problems())
          .singleElement(InstanceOfAssertFactories.STRING)
          .startsWith("2 load threads: still inside a send of the driver after");
    } finally {
      testOver.countDown();
    }
  }

  @Test
  void goesOnForLongerThanItsLeaseWhileSnapshotsAreTaken() throws Exception {
    ready(TestRuns.inMemory("renewed", "queued", Duration.ofSeconds(3)));
    worker.announcePhases(List.of(new PhaseRequest(0, "test", worker.readClock().epochNanos())));
    worker.startLoad(TestRuns.load(worker, TOPICS, 100, 450)); // Four and a half seconds.
    AtomicLong sent = new AtomicLong();
    await()
        .until(
            () -> {
              var snapshot = worker.snapshot(++sequence);
              assertThat(snapshot.load().stoppedByLease()).isFalse();
              return sent.addAndGet(snapshot.counters().get(Counter.SENT)) == 450;
            });
  }

  @Test
  void stopsSendingWhenItsLeaseIsNotRenewed() throws Exception {
    AtomicLong lastSendNanos = new AtomicLong(System.nanoTime());
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
            return CompletableFuture.completedFuture(
                (SendOnly)
                    (key, payload) -> {
                      lastSendNanos.set(System.nanoTime());
                      return CompletableFuture.completedFuture(null);
                    });
          }
        });
    RunSetup setup = TestRuns.scripted("lease");
    worker.prepare(TestRuns.setup(setup.runId(), setup.driver(), Duration.ofMillis(300)), DEADLINE);
    List<TopicHandle> topics = worker.createTopics(topics(), DEADLINE);
    worker.createProducers(TestRuns.producersOf(topics), DEADLINE);
    worker.announcePhases(List.of(new PhaseRequest(0, "test", worker.readClock().epochNanos())));
    worker.startLoad(TestRuns.load(worker, TOPICS, RATE, 0));
    await().until(() -> System.nanoTime() - lastSendNanos.get() > 1_000_000_000L);
    var load = worker.snapshot(1).load();
    assertThat(load.stoppedByLease()).isTrue();
    assertThat(load.running()).isFalse();
    assertThat(worker.stopLoad(DEADLINE).stuckThreads()).isZero();
  }

  @Test
  void aCallRenewsItsLeaseAlsoWhenItEnds() throws Exception {
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
    DriverDouble.playNext(
        new DriverDouble.DriverScript() {
          @Override
          public CompletableFuture<BenchmarkConsumer> createConsumer(
              String topic, String subscription, ConsumerCallback callback) {
            clock.advance(TimeUnit.SECONDS.toNanos(50)); // The lease is 60 s.
            return super.createConsumer(topic, subscription, callback);
          }
        });
    worker.prepare(TestRuns.scripted("long-call"), DEADLINE);
    List<TopicHandle> topics = worker.createTopics(topics(), DEADLINE);
    worker.createProducers(TestRuns.producersOf(topics), DEADLINE);
    worker.startLoad(TestRuns.load(worker, TOPICS, 10, 0));
    worker.createConsumers(TestRuns.consumersOf(topics).subList(0, 1), DEADLINE);
    clock.advance(TimeUnit.SECONDS.toNanos(50));

    assertThat(worker.snapshot(1).load().stoppedByLease()).isFalse();

    clock.advance(TimeUnit.SECONDS.toNanos(61));
    assertThat(worker.snapshot(2).load().stoppedByLease()).isTrue();
  }
}
