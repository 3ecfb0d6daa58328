package io.tidemark.coordinator.clock;

import io.tidemark.base.Clock;
import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Measures the clocks repeatedly during a run: the run's thread only starts the readings and checks
 * for their completion.
 */
public final class ClockWatch {
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final Duration LAST_READING = Duration.ofSeconds(2);

  /** A reading that fails during the run is repeated by the next one. */
  private static final int LAST_ATTEMPTS = 3;

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
      start(1);
    }
  }

  /** Measures once more and waits for it: for the report. */
  public void last() throws InterruptedException {
    long now = clock.epochNanos();
    for (int i = 0; i < fleet.size(); i++) {
      // A lost worker was read until then.
      long lost = clocks.lastReadingEpochNanos(i) + INTERVAL.toNanos();
      clocks.usedUntil(i, fleet.isLost(i) ? Math.min(now, lost) : now);
    }
    start(LAST_ATTEMPTS);
    for (Future<?> each : running) {
      try {
        each.get(LAST_READING.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException | TimeoutException e) {
        // Workers without a reading keep their last estimate.
        each.cancel(true);
      }
    }
    readers.await(LAST_READING.toMillis(), TimeUnit.MILLISECONDS); // What they have read counts.
    running.clear();
  }

  private void start(int attempts) {
    Queue<Integer> left = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < fleet.size(); i++) {
      if (!fleet.isLost(i)) {
        left.add(i);
      }
    }
    int number = Math.min(MOST_READERS, left.size());
    CountDownLatch ended = new CountDownLatch(number);
    readers = ended;
    for (int i = 0; i < number; i++) {
      running.add(
          threads.submit(
              () -> {
                try {
                  read(left, attempts);
                } finally {
                  ended.countDown();
                }
                return true;
              }));
    }
  }

  private void read(Queue<Integer> left, int attempts) throws InterruptedException {
    for (Integer index = left.poll(); index != null; index = left.poll()) {
      for (int i = 0; i < attempts && !read(index); i++) {}
    }
  }

  /** Whether it could be read; it keeps its last estimate if not: other code detects its loss. */
  private boolean read(int index) throws InterruptedException {
    try {
      clocks.remeasure(index, fleet.worker(index));
      return true;
    } catch (WorkerException e) {
      return false;
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
    fleet.command(
        "correct-clocks",
        (index, worker) -> {
          if ((index - first + workers) % workers < MOST_TABLES) {
            worker.correctClocks(clocks.tableFor(index, assignment));
          }
        });
  }
}
