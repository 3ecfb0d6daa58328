package io.tidemark.coordinator.stage;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LoadState;
import java.time.Duration;

/** What has arrived in a stage, and since when nothing has: the end conditions of phases use it. */
public final class StageProgress {
  private static final Duration AFTER_CORRUPTED = Duration.ofSeconds(1);

  private final RunContext run;
  private final long limitDueEpochNanos;
  private long lastTotal = -1;
  private boolean moved;
  private long lastProgressEpochNanos;
  private long peakBacklog;

  public StageProgress(RunContext run) {
    this(run, Long.MIN_VALUE);
  }

  /**
   * @param limitDueEpochNanos from when on all messages of a limit are due; {@link Long#MIN_VALUE}
   *     in a closed loop
   */
  public StageProgress(RunContext run, long limitDueEpochNanos) {
    this.run = run;
    this.limitDueEpochNanos = limitDueEpochNanos;
    this.lastProgressEpochNanos = run.now();
  }

  /** Evaluates the latest snapshots. */
  public void look(long highestBacklog) {
    peakBacklog = highestBacklog;
    Counters total = run.timeline().total();
    long progress =
        arrived(total)
            + total.get(Counter.ACKNOWLEDGED)
            + total.get(Counter.FAILED)
            + total.get(Counter.TIMED_OUT);
    moved = progress != lastTotal;
    if (moved) {
      lastTotal = progress;
      lastProgressEpochNanos = run.now();
    }
  }

  /** The wait for outstanding messages begins again. */
  public void goesOn() {
    lastProgressEpochNanos = run.now();
  }

  public RunContext run() {
    return run;
  }

  /** Whether something has arrived or ended between the last two looks. */
  public boolean moved() {
    return moved;
  }

  /** Whether all messages of the limit are due, and sent. */
  public boolean sentAll() {
    return run.now() >= limitDueEpochNanos && producersFinished();
  }

  /** Whether no message has arrived for the drain timeout. */
  boolean silent() {
    return silentFor(run.workload().consumers().drainTimeout());
  }

  public boolean silentFor(Duration length) {
    return run.now() - lastProgressEpochNanos >= length.toNanos();
  }

  /**
   * Whether no message is outstanding. After a silence, corrupted messages are not expected any
   * more.
   */
  public boolean received() {
    if (inFlight() > 0) {
      return false;
    }
    long corrupted = run.timeline().total().get(Counter.CORRUPTED);
    boolean silent = corrupted > 0 && silentFor(AFTER_CORRUPTED);
    return run.timeline().backlog() <= (silent ? corrupted : 0)
        && (run.ledger().nothingMissing() || silent && run.ledger().missing() <= corrupted);
  }

  boolean anyArrived() {
    return arrived(run.timeline().total()) > 0;
  }

  private static long arrived(Counters total) {
    return total.ended()
        + total.get(Counter.REFUSALS)
        + total.get(Counter.CORRUPTED)
        + total.get(Counter.FOREIGN);
  }

  /** The highest of the run so far. */
  long peakBacklog() {
    return peakBacklog;
  }

  boolean producersFinished() {
    for (int i = 0; i < run.fleet().size(); i++) {
      boolean has = !run.assignment().producers().get(i).isEmpty();
      LoadState load = run.timeline().load(i);
      boolean sends = !run.fleet().isLost(i) && !load.finished() && !load.stoppedByLease();
      if (has && sends) {
        return false;
      }
    }
    return true;
  }

  /** Unanswered sends of workers that are not lost. */
  public long inFlight() {
    long inFlight = 0;
    for (int i = 0; i < run.fleet().size(); i++) {
      inFlight += run.fleet().isLost(i) ? 0 : run.timeline().load(i).inFlight();
    }
    return inFlight;
  }
}
