package io.tidemark.coordinator.classes;

import io.tidemark.coordinator.group.TimelineFollower;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.coordinator.timeline.TimelineBuilder;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The timeline of all classes: one more {@link TimelineBuilder} that receives the snapshots of all
 * workers, so that its counts and percentiles are as exact as those of a run without classes. A
 * sample or a phase ends when it has ended in all classes. Thread-safe.
 */
final class TotalTimeline {
  private static final int BEFORE = -1; // All phases.

  private final List<Member> members = new ArrayList<>();
  private final TimelineBuilder total;
  private final Consumer<Sample> samples;
  private int phase = BEFORE;
  private boolean open;

  /** The latest end of the phase in those classes that are in the next one already. */
  private long endOfLeavers = Long.MIN_VALUE;

  private long phaseStartEpochNanos = Long.MIN_VALUE;

  /**
   * @param workers number of workers of each class
   * @param samples receives each sample of the total
   */
  TotalTimeline(List<Integer> workers, RunJournal journal, Consumer<Sample> samples) {
    int first = 0;
    for (int number : workers) {
      members.add(new Member(first));
      first += number;
    }
    // The builder's own backlog is for one number of subscriptions: here it is that of the classes.
    total = new TimelineBuilder(first, 0, this::owed, journal);
    this.samples = samples;
  }

  private long owed() {
    return total.total().get(Counter.RECEIVED)
        + members.stream().mapToLong(member -> member.backlog).sum();
  }

  TimelineFollower of(int run) {
    return members.get(run);
  }

  /** When all classes have ended. */
  TimelineBuilder total() {
    return total;
  }

  /** A class has ended: the others do not wait for it. */
  synchronized void ended(int run) {
    members.get(run).over = true;
    advance();
  }

  private boolean all(Predicate<Member> holds) {
    return members.stream().filter(member -> !member.over).allMatch(holds);
  }

  /** Ends and begins what all classes have ended, and one has begun. */
  private void advance() {
    if (open && all(member -> member.hasEnded(phase))) {
      long end =
          members.stream()
              .filter(member -> member.phase == phase)
              .mapToLong(member -> member.phaseEnd)
              .max()
              .orElse(Long.MIN_VALUE);
      end = Math.max(end, endOfLeavers);
      emit(total.endPhase(Math.max(end, phaseStartEpochNanos)));
      phaseStartEpochNanos = Math.max(end, phaseStartEpochNanos);
      open = false;
      endOfLeavers = Long.MIN_VALUE;
    }
    if (!open) {
      members.stream()
          .filter(member -> member.phase > phase)
          .findFirst()
          .ifPresent(
              member -> {
                phase = member.phase;
                phaseStartEpochNanos = Math.max(phaseStartEpochNanos, member.phaseStart);
                open = true;
                total.phase(phase, member.name, member.measured, phaseStartEpochNanos);
              });
    }
  }

  private void emit(Optional<Sample> sample) {
    sample.ifPresent(samples);
  }

  private void cutIfAllHave() {
    if (open && all(member -> member.hasEnded(phase) || member.phase == phase && member.cut)) {
      cut(members.stream().filter(member -> !member.over && member.phase == phase).toList());
    }
  }

  private void cut(List<Member> here) {
    long reached = here.stream().mapToLong(member -> member.reached).max().orElse(0);
    long end = here.stream().mapToLong(member -> member.planned).max().orElse(Long.MAX_VALUE);
    total.reached(reached);
    emit(total.cut(end));
    members.forEach(member -> member.cut = false);
  }

  /** One class. */
  private final class Member implements TimelineFollower {
    private final int firstWorker;
    private int phase = BEFORE;
    private String name = "";
    private boolean measured;
    private boolean ended;
    private boolean over;
    private boolean cut;
    private long phaseStart;
    private long phaseEnd = Long.MIN_VALUE;
    private long planned = Long.MAX_VALUE;
    private long reached = Long.MIN_VALUE;
    private long backlog;

    private Member(int firstWorker) {
      this.firstWorker = firstWorker;
    }

    /** Whether it has ended a phase, and not only one before it. */
    private boolean hasEnded(int index) {
      return phase > index || phase == index && ended;
    }

    @Override
    public void phase(int index, String phaseName, boolean isMeasured, long startEpochNanos) {
      synchronized (TotalTimeline.this) {
        if (phase == TotalTimeline.this.phase) {
          endOfLeavers = Math.max(endOfLeavers, phaseEnd);
        }
        phase = index;
        name = phaseName;
        measured = isMeasured;
        phaseStart = startEpochNanos;
        phaseEnd = Long.MIN_VALUE;
        ended = false;
        cut = false;
        planned = Long.MAX_VALUE;
        advance();
      }
    }

    @Override
    public void snapshot(int worker, Snapshot snapshot, long clockOffsetNanos) {
      synchronized (TotalTimeline.this) {
        total.add(firstWorker + worker, snapshot, clockOffsetNanos);
      }
    }

    @Override
    public void cut(long reachedEpochNanos, long phaseEndEpochNanos, long backlogNow) {
      synchronized (TotalTimeline.this) {
        backlog = backlogNow;
        reached = reachedEpochNanos;
        planned = phaseEndEpochNanos;
        if (cut && open && phase == TotalTimeline.this.phase) {
          // Another class is late by a whole sample. What it counts is in the last sample.
          if (reached < planned) {
            TotalTimeline.this.cut(List.of(this));
          }
        } else {
          cut = true;
          cutIfAllHave();
        }
      }
    }

    @Override
    public void phaseEnded(long epochNanos, long backlogNow) {
      synchronized (TotalTimeline.this) {
        backlog = backlogNow;
        phaseEnd = epochNanos;
        ended = true;
        cutIfAllHave();
        advance();
      }
    }
  }
}
