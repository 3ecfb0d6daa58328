package io.tidemark.coordinator.classes;

import io.tidemark.coordinator.group.TimelineFollower;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.coordinator.timeline.TimelineBuilder;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

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
    while (open || beginNext()) {
      if (!all(member -> member.hasEnded(phase))) {
        return;
      }
      long end = spans(phase).mapToLong(span -> span.end).max().orElse(Long.MIN_VALUE);
      phaseStartEpochNanos = Math.max(end, phaseStartEpochNanos);
      emit(total.endPhase(phaseStartEpochNanos));
      open = false;
    }
  }

  /** Begins the next phase, if a class has; one that is early may have ended it already. */
  private boolean beginNext() {
    members.stream()
        .flatMap(member -> member.spans.tailMap(phase, false).values().stream())
        .min(Comparator.comparingInt(span -> span.index))
        .ifPresent(this::begin);
    return open;
  }

  private Stream<Span> spans(int index) {
    return members.stream().map(member -> member.spans.get(index)).filter(Objects::nonNull);
  }

  private void begin(Span span) {
    phase = span.index;
    phaseStartEpochNanos = Math.max(phaseStartEpochNanos, span.start);
    open = true;
    total.phase(phase, span.name, span.measured, phaseStartEpochNanos);
  }

  private void emit(Optional<Sample> sample) {
    sample.ifPresent(samples);
  }

  /** A late class may end a phase without a sample in it: it has no planned end then. */
  private void cutIfAllHave() {
    if (open && all(member -> member.hasEnded(phase) || member.hasCut(phase))) {
      List<Member> here = members.stream().filter(member -> member.hasCut(phase)).toList();
      if (!here.isEmpty()) {
        cut(here);
      }
    }
  }

  /** What a late class counts in a phase is in the last sample, which ends with the phase. */
  private void cut(List<Member> here) {
    long reached = here.stream().mapToLong(member -> member.reached).max().orElse(0);
    long end = here.stream().mapToLong(member -> member.planned).max().orElse(Long.MAX_VALUE);
    total.reached(reached);
    if (total.reachedEpochNanos() < end) { // Another class may be there already.
      emit(total.cut(end));
    }
    members.forEach(member -> member.cut = false);
  }

  /** A phase of one class. */
  private static final class Span {
    private final int index;
    private final String name;
    private final boolean measured;
    private final long start;
    private long end = Long.MIN_VALUE;

    private Span(int index, String name, boolean measured, long start) {
      this.index = index;
      this.name = name;
      this.measured = measured;
      this.start = start;
    }
  }

  /** One class. */
  private final class Member implements TimelineFollower {
    private final int firstWorker;
    private final NavigableMap<Integer, Span> spans = new TreeMap<>();
    private int phase = BEFORE;
    private boolean ended;
    private boolean over;
    private boolean cut;
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

    private boolean hasCut(int index) {
      return !over && phase == index && cut;
    }

    @Override
    public void phase(int index, String phaseName, boolean isMeasured, long startEpochNanos) {
      synchronized (TotalTimeline.this) {
        spans.put(index, new Span(index, phaseName, isMeasured, startEpochNanos));
        phase = index;
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
          TotalTimeline.this.cut(List.of(this)); // Another class is late by a whole sample.
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
        Objects.requireNonNull(spans.get(phase)).end = epochNanos; // It has begun before.
        ended = true;
        cutIfAllHave();
        advance();
      }
    }
  }
}
