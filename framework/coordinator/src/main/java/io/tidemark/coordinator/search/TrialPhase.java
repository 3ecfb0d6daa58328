package io.tidemark.coordinator.search;

import io.tidemark.coordinator.stage.PhaseKind;
import io.tidemark.coordinator.stage.RunContext;
import io.tidemark.coordinator.stage.StageProgress;
import io.tidemark.coordinator.timeline.TimelineBuilder;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;

/** A trial of a rate search: ends by time, or as soon as its rate is clearly too high. */
final class TrialPhase implements PhaseKind {
  private final RunContext run;
  private final TrialProgress progress;
  private final long startEpochNanos;
  private final double receivedBefore;

  /** Must be created when nothing is outstanding. */
  TrialPhase(RunContext run, TrialProgress progress, long startEpochNanos) {
    this.run = run;
    this.progress = progress;
    this.startEpochNanos = startEpochNanos;
    this.receivedBefore = received();
  }

  @Override
  public boolean reached(StageProgress soFar) {
    TimelineBuilder now = run.timeline();
    double outstanding = now.debt() + now.inFlight() + now.backlog() / (double) copies();
    double seconds = (now.reachedEpochNanos() - startEpochNanos) / 1e9;
    progress.add(seconds, outstanding, received() - receivedBefore);
    return false;
  }

  /** Returns what every subscription received; without subscriptions, the broker. */
  private double received() {
    boolean consumed = run.workload().destinations().subscriptionsPerTopic() > 0;
    Counters total = run.timeline().total();
    return consumed
        ? total.get(Counter.RECEIVED) / (double) copies() + total.get(Counter.FILTERED_MESSAGES)
        : total.get(Counter.ACKNOWLEDGED);
  }

  private int copies() {
    return Math.max(1, run.workload().destinations().subscriptionsPerTopic());
  }

  @Override
  public boolean hopeless(StageProgress soFar) {
    return progress.isHopeless();
  }

  @Override
  public boolean endsByTime() {
    return true;
  }
}
