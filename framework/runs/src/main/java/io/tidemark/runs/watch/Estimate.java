package io.tidemark.runs.watch;

import io.tidemark.base.Clock;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.Workload;
import io.tidemark.runs.PlannedRun;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * When the runs of a command will have ended: the time of their load, and for everything else as
 * much time as the runs before took for it. Not thread-safe.
 */
public final class Estimate {
  private final Clock clock;
  private List<PlannedRun> runs = List.of();
  private int current = -1;
  private long firstStartNanos;
  private long startNanos;
  private long preparationNanos = -1;
  private long savedNanos;
  private long otherNanos;
  private int othersKnown;

  Estimate(Clock clock) {
    this.clock = clock;
  }

  void planned(List<PlannedRun> all) {
    runs = List.copyOf(all);
    firstStartNanos = clock.nanoTime();
  }

  void added(List<PlannedRun> more) {
    runs = Stream.concat(runs.stream(), more.stream()).toList();
  }

  void starts(PlannedRun run) {
    long now = clock.nanoTime();
    if (current >= 0) {
      long taken = now - startNanos;
      load(runs.get(current))
          .ifPresent(
              load -> {
                otherNanos += Math.max(0, taken - load.toNanos());
                othersKnown++;
              });
    }
    int next = runs.subList(current + 1, runs.size()).indexOf(run); // Runs of a warm-up are equal.
    current = next < 0 ? runs.indexOf(run) : current + 1 + next;
    startNanos = now;
    preparationNanos = -1;
    savedNanos = 0;
  }

  void loadStarts() {
    if (preparationNanos < 0) {
      preparationNanos = clock.nanoTime() - startNanos;
    }
  }

  /** A search ended earlier than it may: the rest of the run takes its usual time. */
  void searchEnded() {
    savedNanos =
        runs.get(current)
            .workload()
            .search()
            .map(spec -> spec.longest().toNanos() - sinceLoadStart())
            .orElse(0L);
  }

  private long sinceLoadStart() {
    return clock.nanoTime() - startNanos - Math.max(0, preparationNanos);
  }

  /** Number of the current run, from 1; 0 before the first one. */
  public int number() {
    return current + 1;
  }

  public int runs() {
    return runs.size();
  }

  /** Until the last run has ended; empty if the length of a run is not known. */
  public Optional<Duration> left() {
    if (current < 0) {
      return Optional.empty();
    }
    long left = 0;
    for (int i = current; i < runs.size(); i++) {
      Optional<Duration> load = load(runs.get(i));
      if (load.isEmpty()) {
        return Optional.empty();
      }
      long taken = i == current ? clock.nanoTime() - startNanos + savedNanos : 0;
      left += Math.max(0, load.get().toNanos() + otherNanosOfARun() - taken);
    }
    return Optional.of(Duration.ofNanos(left));
  }

  /** How much of all runs has been carried out, 0 to 1; empty if that is not known. */
  public Optional<Double> share() {
    double passed = clock.nanoTime() - firstStartNanos;
    return left().map(left -> passed / Math.max(1, passed + left.toNanos()));
  }

  private long otherNanosOfARun() {
    return othersKnown > 0 ? otherNanos / othersKnown : Math.max(0, preparationNanos);
  }

  private static Optional<Duration> load(PlannedRun run) {
    Workload workload = run.workload();
    return workload.limits().messageLimit() > 0 ? Optional.empty() : LoadSchedule.longest(workload);
  }
}
