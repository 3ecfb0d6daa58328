package io.tidemark.http.omb;

import io.tidemark.http.omb.OmbJson.CountersStats;
import io.tidemark.http.omb.OmbJson.CumulativeLatencies;
import io.tidemark.http.omb.OmbJson.PeriodStats;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.worker.ProbeReport;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a worker's snapshots for OMB's statistics. While a driver is busy with a command there is
 * none: statistics are those of the last one, and the next one contains the rest. After the load
 * has stopped because of its lease, there are no statistics. Thread-safe.
 */
final class OmbSnapshots {
  private static final Logger LOG = LoggerFactory.getLogger(OmbSnapshots.class);

  /** OMB's coordinator asks for statistics every 10 s, but waits for the slowest worker first. */
  static final Duration LEASE = Duration.ofSeconds(120);

  /** Commands of a running load are shorter; those of the preparation may take minutes. */
  private static final long WAIT_FOR_COMMAND_SECONDS = 5;

  private final Worker worker;
  private final Lock commands;
  private final OmbWatch watch;
  private final OmbStatistics statistics = new OmbStatistics();
  private long sequence;
  private long probesAcknowledged;
  private long probesReceived;
  private boolean loadStarted;
  private Optional<String> loadEnded = Optional.empty();

  /**
   * @param commands held while a command is under way
   */
  OmbSnapshots(Worker worker, Lock commands, OmbWatch watch) {
    this.worker = worker;
    this.commands = commands;
    this.watch = watch;
  }

  /** From here on probes do not count as messages. */
  synchronized void loadStarts() throws WorkerException, InterruptedException {
    take();
    loadStarted = true;
  }

  synchronized CountersStats counters() throws WorkerException, InterruptedException {
    update();
    return loadStarted
        ? statistics.counters(0, 0)
        : statistics.counters(probesAcknowledged, probesReceived);
  }

  synchronized PeriodStats period() throws WorkerException, InterruptedException {
    update();
    return statistics.takePeriod();
  }

  synchronized CumulativeLatencies cumulative() throws WorkerException, InterruptedException {
    update();
    return statistics.cumulative();
  }

  synchronized void reset() throws WorkerException, InterruptedException {
    update();
    statistics.reset();
  }

  private void update() throws WorkerException, InterruptedException {
    if (commands.tryLock(WAIT_FOR_COMMAND_SECONDS, TimeUnit.SECONDS)) {
      try {
        take();
      } finally {
        commands.unlock();
      }
    }
    if (loadEnded.isPresent()) {
      throw new WorkerException(
          worker.name(), "statistics", Kind.WORKER_LOST, loadEnded.get(), null);
    }
  }

  private void take() throws WorkerException, InterruptedException {
    Snapshot snapshot = worker.snapshot(sequence + 1);
    sequence++;
    statistics.add(snapshot);
    watch.see(snapshot);
    if (!loadStarted) {
      ProbeReport probes = worker.probeStatus();
      probesAcknowledged = probes.acknowledged();
      probesReceived = probes.received().values().stream().mapToLong(List::size).sum();
    }
    if (loadEnded.isEmpty()) {
      loadEnded = endOf(snapshot.load());
      loadEnded.ifPresent(reason -> LOG.warn("run of an OMB coordinator: {}", reason));
    }
  }

  private static Optional<String> endOf(LoadState load) {
    if (load.stoppedByLease()) {
      return Optional.of(
          "the worker stopped its load: it received no call for "
              + LEASE.toSeconds()
              + " s. Figures after that are not those of the load. Call stop-all and start again");
    }
    return load.broken()
        ? Optional.of("a load thread ended by an error of the worker, see its log")
        : Optional.empty();
  }
}
