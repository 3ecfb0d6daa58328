package io.tidemark.coordinator.clock;

import io.tidemark.base.Clock;
import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Measures the clocks repeatedly during a run: the run's thread only starts the readings and checks
 * for their completion.
 */
public final class ClockWatch {
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  /** How long each attempt to read the clocks once more may take: one answer may be late. */
  private static final List<Duration> LAST_ATTEMPTS =
      List.of(Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(2));

  /** Until a reader that was interrupted has ended. */
  private static final Duration END_OF_READERS = Duration.ofSeconds(2);

  /** More threads would wait for a processor, and measure that. */
  private static final int MOST_READERS = 16;

  /**
   * A table has an entry for each worker: with many the estimates of one last for several turns.
   */
  private static final int MOST_TABLES = 100;

  private final Fleet fleet;
  private final ClockSync clocks;
  private final Assignment assignment;
  private final Clock clock;
  private final ExecutorService threads;
  private final List<Future<?>> running = new ArrayList<>();
  private CountDownLatch readers = new CountDownLatch(0);
  private long nextEpochNanos;
  private boolean measured;
  private int nextTable;
  private int renewed;
  private List<ClockEstimate> handedOut = List.of();

  public ClockWatch(
      Fleet fleet, ClockSync clocks, Assignment assignment, Clock clock, ExecutorService threads) {
    this.fleet = fleet;
    this.clocks = clocks;
    this.assignment = assignment;
    this.clock = clock;
    this.threads = threads;
    this.nextEpochNanos = clock.epochNanos() + INTERVAL.toNanos();
    clocks.judgeFrom(clock.epochNanos());
  }

  /** A measured phase begins: error bounds are reported from the first one. */
  public void measuredFrom(long epochNanos) {
    if (!measured) {
      measured = true;
      clocks.judgeOnlyFrom(epochNanos);
    }
  }

  /** Call often; sends new tables to the workers, if any. */
  public void tick() throws WorkerException, InterruptedException {
    if (!running.isEmpty()) {
      if (running.stream().allMatch(Future::isDone)) {
        running.clear();
        if (!clocks.allExact()) {
          distribute();
        }
      }
    } else if (clock.epochNanos() >= nextEpochNanos) {
      nextEpochNanos = clock.epochNanos() + INTERVAL.toNanos();
      start(present());
    }
  }

  private Set<Integer> present() {
    Set<Integer> workers = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < fleet.size(); i++) {
      if (!fleet.isLost(i)) {
        workers.add(i);
      }
    }
    return workers;
  }

  /** Measures once more and waits for it: for the report. */
  public void last() throws InterruptedException {
    long now = clock.epochNanos();
    for (int i = 0; i < fleet.size(); i++) {
      // A lost worker was read until then.
      long lost = clocks.lastReadingEpochNanos(i) + INTERVAL.toNanos();
      clocks.usedUntil(i, fleet.isLost(i) ? Math.min(now, lost) : now);
    }
    end(Duration.ZERO); // One thread at a time reads a clock.
    Set<Integer> unread = present();
    for (int i = 0; i < LAST_ATTEMPTS.size() && !unread.isEmpty(); i++) {
      start(unread);
      end(LAST_ATTEMPTS.get(i));
    }
  }

  /** Waits for the readers, then interrupts them: what they have read until then counts. */
  private void end(Duration limit) throws InterruptedException {
    readers.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    running.forEach(each -> each.cancel(true));
    readers.await(END_OF_READERS.toMillis(), TimeUnit.MILLISECONDS);
    running.clear();
  }

  /**
   * Starts readers.
   *
   * @param unread workers whose clocks are to be read; those that were read are removed
   */
  private void start(Set<Integer> unread) {
    Queue<Integer> left = new ConcurrentLinkedQueue<>(unread);
    int number = Math.min(MOST_READERS, left.size());
    CountDownLatch ended = new CountDownLatch(number);
    readers = ended;
    for (int i = 0; i < number; i++) {
      running.add(
          threads.submit(
              () -> {
                try {
                  read(left, unread);
                } finally {
                  ended.countDown();
                }
                return true;
              }));
    }
  }

  private void read(Queue<Integer> left, Set<Integer> unread) throws InterruptedException {
    for (Integer index = left.poll(); index != null; index = left.poll()) {
      try {
        clocks.remeasure(index, fleet.worker(index));
        unread.remove(index);
      } catch (WorkerException e) {
        // It keeps its last estimate: other code detects its loss.
      }
    }
  }

  private void distribute() throws WorkerException, InterruptedException {
    int workers = fleet.size();
    if (renewed == 0) {
      handedOut = clocks.estimates();
    }
    if (workers > 1) {
      sendTables(workers);
    }
    renewed += MOST_TABLES;
    if (renewed >= workers) {
      renewed = 0;
      clocks.replacedBy(handedOut, clock.epochNanos());
    }
  }

  private void sendTables(int workers) throws WorkerException, InterruptedException {
    int first = workers > MOST_TABLES ? nextTable : 0;
    nextTable = (first + MOST_TABLES) % workers;
    fleet.ask(
        false,
        Fleet.order(
            (index, worker) -> {
              if ((index - first + workers) % workers < MOST_TABLES) {
                worker.correctClocks(clocks.tableFor(index, assignment));
              }
            }));
  }
}
