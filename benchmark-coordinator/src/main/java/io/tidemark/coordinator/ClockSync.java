package io.tidemark.coordinator;

import io.tidemark.measure.Clock;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.ClockTable.Correction;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The clocks of all workers against the coordinator's. Readings may come from any thread, one
 * worker from one thread at a time.
 */
final class ClockSync {
  private static final int FIRST_READINGS = 32;
  private static final int LATER_READINGS = 8;

  private final Clock clock;
  private final List<WorkerInfo> workers;
  private final List<ClockTrack> tracks = new ArrayList<>();

  private ClockSync(Clock clock, List<WorkerInfo> workers) {
    this.clock = clock;
    this.workers = workers;
  }

  /** Measures all workers for the first time. */
  static ClockSync measure(Clock clock, ClockDomain own, List<WorkerInfo> workers, Fleet fleet)
      throws WorkerException, InterruptedException {
    ClockSync sync = new ClockSync(clock, List.copyOf(workers));
    sync.tracks.addAll(
        fleet.requireQuick(
            "read-clock",
            Duration.ofSeconds(30),
            (index, worker) -> {
              ClockDomain domain = workers.get(index).clock();
              return domain.sameClockAs(own)
                  ? ClockTrack.exact(domain.anchorNanos() - own.anchorNanos())
                  : ClockTrack.measured(ClockTrack.Reading.best(clock, worker, FIRST_READINGS));
            }));
    return sync;
  }

  /** Measures a worker again; quick, but as slow as the way to it. */
  void remeasure(int index, Worker worker) throws WorkerException, InterruptedException {
    ClockTrack track = tracks.get(index);
    if (!track.isExact()) {
      track.add(ClockTrack.Reading.best(clock, worker, LATER_READINGS));
    }
  }

  /** Whether any clock has to be measured again. */
  boolean allExact() {
    return tracks.stream().allMatch(ClockTrack::isExact);
  }

  ClockEstimate estimate(int index) {
    return tracks.get(index).estimate();
  }

  long largestStepNanos(int index) {
    return tracks.get(index).largestStepNanos();
  }

  long worstBoundNanos(int index) {
    return tracks.get(index).worstBoundNanos();
  }

  /** How a worker turns the others' stamps into its own time. */
  ClockTable tableFor(int receiver, Assignment assignment) {
    List<Correction> corrections = new ArrayList<>();
    for (int sender = 0; sender < tracks.size(); sender++) {
      corrections.add(correction(sender, receiver));
    }
    return new ClockTable(corrections, assignment.workerOfProducer());
  }

  /** From one worker's clock to another's. */
  Correction correction(int sender, int receiver) {
    if (sender == receiver) {
      return Correction.NONE;
    }
    ClockDomain from = workers.get(sender).clock();
    ClockDomain to = workers.get(receiver).clock();
    if (from.sameClockAs(to)) {
      return new Correction(to.anchorNanos() - from.anchorNanos(), 0, 0, 0);
    }
    ClockEstimate s = estimate(sender);
    ClockEstimate r = estimate(receiver);
    long at = Math.max(s.referenceEpochNanos(), r.referenceEpochNanos());
    return new Correction(
        r.offsetAt(at) - s.offsetAt(at),
        r.driftRatio() - s.driftRatio(),
        at + s.offsetAt(at),
        s.errorBoundNanos() + r.errorBoundNanos());
  }
}
