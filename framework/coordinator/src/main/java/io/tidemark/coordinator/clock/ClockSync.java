package io.tidemark.coordinator.clock;

import io.tidemark.base.Clock;
import io.tidemark.coordinator.clock.OffsetReading.Effort;
import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.coordinator.fleet.Fleet.Manner;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.ClockTable.Correction;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Offsets of the clocks of all workers from the coordinator's. Readings may come from any thread,
 * one worker from one thread at a time.
 */
public final class ClockSync {
  /** Two readings of one clock, on two processors. */
  private static final long ONE_CLOCK_NANOS = 10_000;

  private final Clock clock;
  private final List<WorkerInfo> workers;
  private final List<ClockTrack> tracks = new ArrayList<>();

  /** From this number of workers on a clock is read less often at a time. */
  private static final int MANY_WORKERS = 100;

  /** Workers that report one clock although readings contradict it, by their indexes. */
  private final Map<List<Integer>, String> apart = new ConcurrentHashMap<>();

  private ClockSync(Clock clock, List<WorkerInfo> workers) {
    this.clock = clock;
    this.workers = workers;
  }

  /** Measures all workers for the first time. */
  public static ClockSync measure(
      Clock clock, ClockDomain own, List<WorkerInfo> workers, Fleet fleet)
      throws WorkerException, InterruptedException {
    ClockSync sync = new ClockSync(clock, List.copyOf(workers));
    sync.tracks.addAll(
        fleet.require(
            Manner.IN_TURNS_AGAIN,
            Duration.ofSeconds(30),
            (index, worker) -> {
              ClockDomain theirs = workers.get(index).clock();
              Effort effort = firstEffort(theirs.sameClockAs(own), workers.size());
              return track(own, theirs, OffsetReading.burst(clock, worker, effort));
            }));
    return sync;
  }

  /** The clock of a worker, from what it reports and a first reading. */
  static ClockTrack track(ClockDomain own, ClockDomain theirs, OffsetReading first) {
    return theirs.sameClockAs(own)
        ? ClockTrack.exact(theirs.anchorNanos() - own.anchorNanos(), first)
        : ClockTrack.measured(first);
  }

  /** Measures all workers again with many readings: earlier ones may be minutes old. */
  public void measureAgain(Fleet fleet) throws WorkerException, InterruptedException {
    fleet.require(
        Manner.IN_TURNS_AGAIN,
        Duration.ofSeconds(30),
        (index, worker) -> {
          ClockTrack track = tracks.get(index);
          Effort effort = firstEffort(track.isExact(), tracks.size());
          track.add(OffsetReading.burst(clock, worker, effort));
          return index;
        });
  }

  private static Effort firstEffort(boolean exact, int workers) {
    if (exact) {
      return Effort.CHECK;
    }
    return workers > MANY_WORKERS ? Effort.FIRST_OF_MANY : Effort.FIRST;
  }

  /** Measures a worker again; takes a few network round trips. */
  void remeasure(int index, Worker worker) throws WorkerException, InterruptedException {
    ClockTrack track = tracks.get(index);
    track.add(OffsetReading.burst(clock, worker, laterEffort(track.isExact(), tracks.size())));
  }

  private static Effort laterEffort(boolean exact, int workers) {
    if (workers > MANY_WORKERS) {
      return exact ? Effort.GLANCE : Effort.BRIEF;
    }
    return exact ? Effort.BRIEF : Effort.LATER;
  }

  /** From here on the bounds count: the load begins. */
  void judgeFrom(long epochNanos) {
    tracks.forEach(track -> track.judgeFrom(epochNanos));
  }

  /** Messages that are measured are sent from here on: only their bounds count. */
  void judgeOnlyFrom(long epochNanos) {
    tracks.forEach(track -> track.judgeOnlyFrom(epochNanos));
  }

  /** All workers use these estimates, by worker, or later ones. */
  void replacedBy(List<ClockEstimate> handedOut, long epochNanos) {
    for (int i = 0; i < tracks.size(); i++) {
      tracks.get(i).replacedBy(handedOut.get(i), epochNanos);
    }
  }

  List<ClockEstimate> estimates() {
    return tracks.stream().map(ClockTrack::estimate).toList();
  }

  /** See {@link ClockTrack#usedUntil}. */
  void usedUntil(int index, long epochNanos) {
    tracks.get(index).usedUntil(epochNanos);
  }

  long lastReadingEpochNanos(int index) {
    return tracks.get(index).lastReadingEpochNanos();
  }

  /** Whether no worker needs a new table: those of exact offsets stay as they are. */
  public boolean allExact() {
    return tracks.stream().allMatch(ClockTrack::isExact);
  }

  public ClockEstimate estimate(int index) {
    return tracks.get(index).estimate();
  }

  public long largestStepNanos(int index) {
    return tracks.get(index).largestStepNanos();
  }

  public long worstBoundNanos(int index) {
    return tracks.get(index).worstBoundNanos();
  }

  public long fastestRoundTripNanos(int index) {
    return tracks.get(index).fastestRoundTripNanos();
  }

  /** Maximum error of stamps between two workers; 0 when both read one clock. */
  public long worstBoundNanos(int sender, int receiver) {
    return sender == receiver || areOne(sender, receiver)
        ? 0
        : worstBoundNanos(sender) + worstBoundNanos(receiver);
  }

  /** Clocks reported as equal that differ, one line each. */
  public List<String> contradictions() {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < tracks.size(); i++) {
      String name = workers.get(i).name();
      tracks
          .get(i)
          .contradiction()
          .ifPresent(why -> all.add(name + " and the coordinator: " + why));
    }
    apart.values().stream().sorted().forEach(all::add);
    return all;
  }

  /** The table by which a worker converts other workers' stamps to its time. */
  public ClockTable tableFor(int receiver, Assignment assignment) {
    List<Correction> corrections = new ArrayList<>();
    for (int sender = 0; sender < tracks.size(); sender++) {
      corrections.add(correction(sender, receiver));
    }
    return new ClockTable(corrections, assignment.workerOfProducer());
  }

  /** Returns the correction from one worker's clock to another's. */
  Correction correction(int sender, int receiver) {
    if (sender == receiver) {
      return Correction.NONE;
    }
    ClockDomain from = workers.get(sender).clock();
    ClockDomain to = workers.get(receiver).clock();
    if (areOne(sender, receiver)) {
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

  /** Whether two workers report one clock and no reading has contradicted it so far. */
  private boolean areOne(int sender, int receiver) {
    int first = Math.min(sender, receiver);
    int second = Math.max(sender, receiver);
    ClockDomain from = workers.get(first).clock();
    ClockDomain to = workers.get(second).clock();
    if (!from.sameClockAs(to)) {
      return false;
    }
    long claimedNanos = to.anchorNanos() - from.anchorNanos();
    List<Integer> pair = List.of(first, second);
    long now = clock.epochNanos();
    OffsetBounds.Range s = tracks.get(first).at(now);
    OffsetBounds.Range r = tracks.get(second).at(now);
    OffsetBounds.Range measured =
        new OffsetBounds.Range(
            r.lowestNanos() - s.highestNanos(), r.highestNanos() - s.lowestNanos());
    if (measured.outside(claimedNanos) > ONE_CLOCK_NANOS) {
      apart.putIfAbsent(
          pair,
          "%s and %s: %s"
              .formatted(
                  workers.get(first).name(),
                  workers.get(second).name(),
                  measured.against(claimedNanos)));
    }
    return !apart.containsKey(pair);
  }
}
