package io.tidemark.coordinator.run;

import io.tidemark.coordinator.clock.ClockEstimate;
import io.tidemark.coordinator.stage.RunContext;
import io.tidemark.model.result.IdleTime;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import io.tidemark.model.yaml.DriverSecrets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Fetches the snapshots of all workers in parallel and distributes their parts. */
final class Sampler {
  private static final long CLOSE_NANOS = 10_000_000;
  private static final int CLOSE_PARTS_OF_A_SAMPLE = 50;
  private static final int MOST_ROUNDS = 3;
  private static final int COORDINATOR = -1;
  private static final long IDLE_STEP_NANOS = 1_000_000_000;

  private final RunContext run;
  private final Map<Integer, String> topics = new HashMap<>();
  private final long[] sequences;

  /** When each worker was first asked for its next snapshot, and for its last one. */
  private final long[] nextAskedEpochNanos;

  private final long[] lastAskedEpochNanos;
  private long loadStartEpochNanos = Long.MIN_VALUE;
  private long askedEpochNanos = Long.MIN_VALUE;
  private long apartNanos;
  private long usuallyApartNanos;

  Sampler(RunContext run) {
    this.run = run;
    sequences = new long[run.fleet().size()];
    Arrays.fill(sequences, 1);
    nextAskedEpochNanos = new long[sequences.length];
    lastAskedEpochNanos = new long[sequences.length];
    Arrays.fill(nextAskedEpochNanos, Long.MAX_VALUE);
  }

  /** Discards what came before the load: its time belongs to no sample. */
  void baseline() throws WorkerException, InterruptedException {
    fetch().forEach(this::addTelemetryAndEvents);
    readOwn();
  }

  /**
   * Without load, for a time: what brokers and clients use then is subtracted from what they use
   * under load.
   */
  Optional<IdleTime> idle(Duration length) throws WorkerException, InterruptedException {
    baseline();
    long start = run.now();
    long end = start + length.toNanos();
    double cpuSeconds = 0;
    while (run.now() < end && !run.stop().requested()) {
      run.waiter().until(Math.min(end, run.now() + IDLE_STEP_NANOS), run.stop());
      Map<Integer, Snapshot> snapshots = fetch();
      snapshots.forEach(this::addTelemetryAndEvents);
      readOwn();
      Set<ClockDomain> processes = new HashSet<>();
      for (Map.Entry<Integer, Snapshot> taken : snapshots.entrySet()) {
        Snapshot each = taken.getValue();
        ClockDomain process = run.prepared().workers().get(taken.getKey()).clock();
        if (!process.bootId().isEmpty() && !processes.add(process)) {
          continue; // Several workers of this process.
        }
        long nanos = each.endEpochNanos() - each.startEpochNanos();
        cpuSeconds += each.host().processCpuShare() * nanos / 1e9;
      }
    }
    long spent = run.now() - start;
    return spent <= 0
        ? Optional.empty()
        : Optional.of(new IdleTime(start, spent, cpuSeconds / (spent / 1e9)));
  }

  private void readOwn() {
    long now = run.now();
    run.plan()
        .options()
        .readings()
        .read(now)
        .forEach(reading -> run.log().telemetry(COORDINATOR, reading));
  }

  /** The first sample begins here, not when the snapshot before it was taken. */
  void loadStartsAt(long epochNanos) {
    loadStartEpochNanos = epochNanos;
  }

  /** Takes what happened since the last time into the current sample. */
  void take() throws WorkerException, InterruptedException {
    askedEpochNanos = run.now();
    long earliest = Long.MAX_VALUE;
    long latest = Long.MIN_VALUE;
    for (Map.Entry<Integer, Snapshot> each : fetch().entrySet()) {
      int index = each.getKey();
      ClockEstimate estimate = run.prepared().clocks().estimate(index);
      Snapshot clipped = clip(each.getValue(), estimate);
      run.timeline()
          .add(
              index,
              clipped,
              clipped.endEpochNanos() - estimate.toCoordinator(clipped.endEpochNanos()));
      run.ledger()
          .add(index, clipped.audit().with(clipped.audit().offsets().at(estimate::toCoordinator)));
      if (run.failover().isPlanned()) {
        run.failover()
            .acknowledgements()
            .add(estimate.toCoordinator(clipped.startEpochNanos()), clipped.audit().published());
      }
      addTelemetryAndEvents(index, clipped);
      long taken = takenEpochNanos(index, estimate.toCoordinator(clipped.endEpochNanos()));
      earliest = Math.min(earliest, taken);
      latest = Math.max(latest, taken);
    }
    readOwn();
    run.ledger().roundEnded();
    if (earliest <= latest) {
      apartNanos = latest - earliest;
      run.timeline().reached(earliest + apartNanos / 2);
    }
  }

  /**
   * A snapshot was taken after it was asked for, and it is here. So a worker whose clock has jumped
   * does not move the samples of all workers.
   */
  private long takenEpochNanos(int index, long byItsClockEpochNanos) {
    return Math.max(lastAskedEpochNanos[index], Math.min(run.now(), byItsClockEpochNanos));
  }

  /**
   * Repeats the requests while the workers' snapshots are far apart, because a worker was stopped
   * or slow: all counts of a sample must cover nearly the same time. Where a round of hundreds of
   * workers takes longer by itself, a repetition brings nothing and is left out.
   */
  void align(Duration sampleInterval) throws WorkerException, InterruptedException {
    long closeNanos = Math.max(CLOSE_NANOS, sampleInterval.toNanos() / CLOSE_PARTS_OF_A_SAMPLE);
    usuallyApartNanos = Math.min(usuallyApartNanos, apartNanos);
    long allowedNanos = Math.max(closeNanos, 2 * usuallyApartNanos);
    if (apartNanos <= allowedNanos) {
      return;
    }
    long least = apartNanos;
    for (int i = 0; i < MOST_ROUNDS && apartNanos > allowedNanos; i++) {
      take();
      least = Math.min(least, apartNanos);
    }
    usuallyApartNanos = least;
  }

  /** Time of the last requests; snapshots are taken soon after that, even if responses are slow. */
  long askedEpochNanos() {
    return askedEpochNanos;
  }

  private Map<Integer, Snapshot> fetch() throws WorkerException, InterruptedException {
    long now = run.now();
    Arrays.setAll(nextAskedEpochNanos, index -> Math.min(now, nextAskedEpochNanos[index]));
    Map<Integer, Snapshot> snapshots =
        run.fleet().ask(true, (index, worker) -> worker.snapshot(sequences[index]));
    for (int index : snapshots.keySet()) {
      sequences[index]++;
      lastAskedEpochNanos[index] = nextAskedEpochNanos[index];
      nextAskedEpochNanos[index] = Long.MAX_VALUE;
    }
    return snapshots;
  }

  private void addTelemetryAndEvents(int index, Snapshot snapshot) {
    ClockEstimate estimate = run.prepared().clocks().estimate(index);
    snapshot.events().stream()
        .filter(event -> run.environment().group().keeps(event.kind()))
        .forEach(
            event ->
                run.log()
                    .of(
                        run.fleet().name(index),
                        estimate.toCoordinator(event.epochNanos()),
                        event));
    snapshot
        .telemetry()
        .forEach(
            each -> {
              TelemetrySample ours =
                  run.sites().named(index, each.at(estimate.toCoordinator(each.epochNanos())));
              run.log().telemetry(index, ours);
              run.counts().add(index, ours);
            });
    addTraced(estimate, snapshot.traced());
  }

  private void addTraced(ClockEstimate estimate, MessageSpans traced) {
    if (traced.equals(MessageSpans.NONE)) {
      return;
    }
    if (topics.isEmpty()) {
      run.prepared().assignment().producers().stream()
          .flatMap(List::stream)
          .forEach(
              producer ->
                  topics.put(producer.index(), DriverSecrets.masked(producer.topic().name())));
    }
    MessageSpans ours =
        new MessageSpans(
            traced.messages().stream()
                .map(each -> each.endingAt(estimate.toCoordinator(each.endEpochNanos())))
                .toList(),
            traced.leftOut());
    run.listener().traced(run.plan().identity().runId(), ours, topics);
  }

  private Snapshot clip(Snapshot snapshot, ClockEstimate estimate) {
    long start = estimate.toWorker(loadStartEpochNanos);
    if (loadStartEpochNanos == Long.MIN_VALUE || snapshot.startEpochNanos() >= start) {
      return snapshot;
    }
    return new Snapshot(
        snapshot.runId(),
        snapshot.sequence(),
        Math.min(start, snapshot.endEpochNanos()),
        snapshot.endEpochNanos(),
        snapshot.counters(),
        snapshot.slices(),
        snapshot.audit(),
        snapshot.load(),
        snapshot.host(),
        snapshot.events(),
        snapshot.telemetry(),
        snapshot.traced(),
        snapshot.byPriority());
  }
}
