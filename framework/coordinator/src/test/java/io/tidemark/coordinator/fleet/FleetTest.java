package io.tidemark.coordinator.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.base.SystemClock;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.coordinator.Waiter;
import io.tidemark.coordinator.fleet.Fleet.Manner;
import io.tidemark.coordinator.run.Scenario;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With real threads and a real clock. */
@Timeout(60)
class FleetTest {
  private final Scenario scenario = new Scenario().workers("a", "b", "c");
  private final StopSignal stop = new StopSignal();
  private final SystemClock clock = SystemClock.get();
  private final Fleet fleet = fleetOf(scenario);

  @AfterEach
  void close() {
    fleet.close();
  }

  @Test
  void aWorkerWithoutASignOfLifeIsMissedWhileAnotherTakesItsTime() {
    CountDownLatch never = new CountDownLatch(1);

    WorkerException failure =
        catchThrowableOfType(
            WorkerException.class,
            () ->
                fleet.requireOf(
                    0,
                    Duration.ofMinutes(10),
                    (index, worker) -> {
                      worker.createTopics(
                          new TopicsRequest(1, 1, List.of(), false), Duration.ofMinutes(10));
                      scenario.worker(2).silence = Optional.of("no response for 3500 ms");
                      never.await();
                      return index;
                    }));

    assertThat(failure.oneLine()).isEqualTo("worker c: create-topics: no response for 3500 ms");
  }

  @Test
  void reportsOfAWorkerThatTakesItsTimeAndOfOneThatIsLostAtOnce() throws Exception {
    List<String> reported = new CopyOnWriteArrayList<>();
    CountDownLatch release = new CountDownLatch(2); // Both must take their time.
    fleet.observe(
        new Fleet.Observer() {
          @Override
          public void lost(int index, String why) {
            reported.add("lost " + index + " " + why);
          }

          @Override
          public void slow(int index, String what) {
            reported.add("slow " + index + " " + what.replaceAll(",.*", ""));
            release.countDown();
          }
        });
    scenario.worker(1).silence = Optional.of("frozen");

    fleet.askOnce(
        Duration.ofMinutes(10),
        false,
        Fleet.order(
            (index, worker) -> {
              worker.createConsumers(List.of(), Duration.ofMinutes(10));
              if (index != 1) {
                release.await();
              }
            }));

    assertThat(reported)
        .containsExactlyInAnyOrder(
            "lost 1 worker b: frozen",
            "slow 0 create-consumers takes long",
            "slow 2 create-consumers takes long");
  }

  @Test
  void waitsForARealMomentOrForARequestToStop() throws Exception {
    Waiter waiter = Waiter.on(clock);
    long moment = clock.epochNanos() + 20_000_000;
    waiter.until(moment, stop);
    assertThat(clock.epochNanos()).isGreaterThanOrEqualTo(moment);

    Thread user = new Thread(stop::request);
    long far = clock.epochNanos() + Duration.ofHours(1).toNanos();
    user.start();
    waiter.until(far, stop);
    user.join();
    assertThat(clock.epochNanos()).isLessThan(far);
  }

  private Fleet fleetOf(int workers) {
    Scenario many = new Scenario();
    for (int i = 0; i < workers; i++) {
      many.workers("worker-" + i);
    }
    return fleetOf(many);
  }

  private Fleet fleetOf(Scenario run) {
    return new Fleet(
        run.workers.stream().map(each -> each.port).toList(),
        Executors.newCachedThreadPool(),
        clock,
        Waiter.on(clock),
        stop,
        Duration.ofMillis(300));
  }

  @Test
  void hundredsOfWorkersAreCalledOnAFewThreads() throws Exception {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    CountDownLatch allThreadsThere = new CountDownLatch(32);
    try (Fleet all = fleetOf(200)) {
      var answers =
          all.ask(
              true,
              (index, worker) -> {
                if (threads.add(Thread.currentThread())) {
                  allThreadsThere.countDown();
                  allThreadsThere.await();
                }
                return index;
              });
      assertThat(answers).hasSize(200);
      assertThat(threads).hasSize(32);
      assertThat(all.lost()).isEmpty();
    }
  }

  @Test
  void workersThatDoNotAnswerDoNotKeepHundredsWaiting() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (Fleet all = fleetOf(120)) {
      var answers =
          all.ask(
              true,
              (index, worker) -> {
                if (index < 50) {
                  never.await();
                }
                return index;
              });
      assertThat(answers).hasSize(70).doesNotContainKeys(0, 49);
      assertThat(all.lost()).hasSize(50);
    }
  }

  @Test
  void callsThatWaitForEachOtherReachAllWorkers() throws Exception {
    CyclicBarrier allThere = new CyclicBarrier(100);
    try (Fleet all = fleetOf(100)) {
      List<Integer> answers =
          all.require(
              Manner.TOGETHER,
              Duration.ofSeconds(30),
              (index, worker) -> {
                try {
                  allThere.await();
                } catch (BrokenBarrierException e) {
                  throw new IllegalStateException(e);
                }
                return index;
              });
      assertThat(answers).hasSize(100).isSorted();
    }
  }

  @Test
  void theDeadlineOfACallInTurnsCountsFromItsTurn() throws Exception {
    List<String> slow = new CopyOnWriteArrayList<>();
    CountDownLatch reported = new CountDownLatch(32);
    try (Fleet all = fleetOf(33)) {
      all.observe(
          new Fleet.Observer() {
            @Override
            public void lost(int index, String why) {}

            @Override
            public void slow(int index, String what) {
              slow.add(index + ": " + what);
              reported.countDown();
            }
          });
      all.require(
          Manner.IN_TURNS,
          Duration.ofSeconds(30),
          (index, worker) -> {
            if (index < 32) {
              reported.await(); // They are slow; the last one only waits for its turn.
            }
            return index;
          });
      assertThat(slow).hasSize(32).noneMatch(each -> each.startsWith("32:"));
    }
  }
}
