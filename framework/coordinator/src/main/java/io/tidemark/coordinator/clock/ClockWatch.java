package io.tidemark.coordinator.clock;

import io.tidemark.base.Clock;
import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  private final Fleet fleet;
  private final ClockSync clocks;
  private final Assignment assignment;
  private final Clock clock;
  private final ExecutorService threads;
  private final List<Future<?>> running = new ArrayList<>();
  private long nextEpochNanos;
  private boolean measured;

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
      start();
    }
  }

  /** Measures once more and waits for it: for the report. */
  public void last() throws InterruptedException {
    start();
    for (Future<?> each : running) {
      try {
        each.get(LAST_READING.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException | TimeoutException e) {
        // A worker that does not answer keeps its last estimate; other code detects its loss.
        each.cancel(true);
      }
    }
    running.clear();
  }

  private void start() {
    for (int i = 0; i < fleet.size(); i++) {
      int index = i;
      if (!fleet.isLost(index)) {
        running.add(
            threads.submit(
                () -> {
                  clocks.remeasure(index, fleet.worker(index));
                  return index;
                }));
      }
    }
  }

  private void distribute() throws WorkerException, InterruptedException {
    if (fleet.size() > 1) {
      fleet.command(
          "correct-clocks",
          (index, worker) -> worker.correctClocks(clocks.tableFor(index, assignment)));
    }
  }
}
