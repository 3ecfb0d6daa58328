package io.tidemark.coordinator;

import io.tidemark.model.worker.Counter;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.LoadState;
import java.time.Duration;
import java.util.Optional;

/** Whether a stage has reached what it waits for, and whether there is still progress. */
final class StageGoal {
  // The load goes on while a backlog drains: so much of it is simply under way.
  private static final long FEW_MESSAGES = 1_000;
  private static final long BACKLOG_SHARE = 1_000;
  private static final Duration AFTER_CORRUPTED = Duration.ofSeconds(1);

  private final RunContext run;
  private final Stage stage;
  private boolean met;
  private long lastTotal = -1;
  private long lastProgressEpochNanos;
  private long peakBacklog;

  StageGoal(RunContext run, Stage stage) {
    this.run = run;
    this.stage = stage;
    this.lastProgressEpochNanos = run.now();
  }

  /** Looks at the latest snapshots. */
  void look(long highestBacklog) {
    peakBacklog = highestBacklog;
    Counters total = run.timeline().total();
    long progress =
        arrived(total)
            + total.get(Counter.ACKNOWLEDGED)
            + total.get(Counter.FAILED)
            + total.get(Counter.TIMED_OUT);
    if (progress != lastTotal) {
      lastTotal = progress;
      lastProgressEpochNanos = run.now();
    }
    met = holds();
  }

  boolean isMet() {
    return met;
  }

  /** Whether nothing has come for longer than the stage has patience. */
  boolean isHopeless() {
    if (stage.until() == Stage.Until.COUNTED) {
      return run.counts().over(run.now());
    }
    Optional<Duration> patience = stage.patience();
    return patience.isPresent() && silentFor(patience.get());
  }

  private boolean holds() {
    return switch (stage.until()) {
      case TIME -> false;
      case MESSAGES_SENT -> producersFinished() && (inFlight() == 0 || givenUp());
      case BACKLOG_BUILT -> run.timeline().backlog() >= run.workload().backlogMessages();
      case BACKLOG_DRAINED -> run.timeline().backlog() <= backlogAllowance();
      case SETTLED -> inFlight() == 0;
      case RECEIVED -> received();
      case READ -> read();
      case COUNTED -> run.counts().caughtUpWith(run.timeline().total(), run.now());
    };
  }

  /**
   * Whether nothing is under way any more. What came corrupted is not waited for: what is missing
   * after a silence is then what nobody could recognise.
   */
  boolean received() {
    if (inFlight() > 0) {
      return false;
    }
    long corrupted = run.timeline().total().get(Counter.CORRUPTED);
    boolean silent = corrupted > 0 && silentFor(AFTER_CORRUPTED);
    return run.timeline().backlog() <= (silent ? corrupted : 0)
        && (run.ledger().nothingMissing() || silent && run.ledger().missing() <= corrupted);
  }

  /**
   * Whether existing topics have been read to their end: by what a named run left there, where that
   * is known, else by a silence after the first message.
   */
  private boolean read() {
    boolean bounded = stage.length().isPresent();
    boolean any = arrived(run.timeline().total()) > 0;
    if (any && run.ledger().earlierMessages().isPresent() && received()) {
      return true;
    }
    return any && bounded && silentFor(run.workload().consumers().drainTimeout());
  }

  private static long arrived(Counters total) {
    return total.get(Counter.RECEIVED) + total.get(Counter.CORRUPTED) + total.get(Counter.FOREIGN);
  }

  private boolean silentFor(Duration length) {
    return run.now() - lastProgressEpochNanos >= length.toNanos();
  }

  private long backlogAllowance() {
    double left = (1 - run.workload().consumers().backlogDrainRatio()) * peakBacklog;
    long underWay = Math.max(FEW_MESSAGES, peakBacklog / BACKLOG_SHARE) + run.timeline().inFlight();
    return Math.max((long) left, underWay);
  }

  /** An acknowledgement that is lost must not keep the run from its end. */
  private boolean givenUp() {
    return silentFor(run.workload().consumers().drainTimeout());
  }

  private boolean producersFinished() {
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

  private long inFlight() {
    long inFlight = 0;
    for (int i = 0; i < run.fleet().size(); i++) {
      inFlight += run.fleet().isLost(i) ? 0 : run.timeline().load(i).inFlight();
    }
    return inFlight;
  }
}
