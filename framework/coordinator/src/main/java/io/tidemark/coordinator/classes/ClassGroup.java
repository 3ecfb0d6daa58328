package io.tidemark.coordinator.classes;

import io.tidemark.coordinator.group.Agreement;
import io.tidemark.coordinator.group.RunGroup;
import io.tidemark.coordinator.group.TimelineFollower;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Lets the runs of all classes begin together. Drivers are initialised first, because that may
 * delete topics of earlier runs. Then the first class creates its topics, and the others theirs.
 */
final class ClassGroup {
  private final int runs;
  private final Duration renewedAfter;

  /** Indexes of runs: one that is prepared again without a lost worker comes twice. */
  private final Set<Integer> initialised = new HashSet<>();

  private boolean firstTopics;
  private final Set<Integer> ready = new HashSet<>();
  private long startEpochNanos = Long.MIN_VALUE;
  private boolean broken;
  private final List<Decision> decisions = new ArrayList<>();

  /**
   * @param renewedAfter how long a run waits for others without a call of its workers
   */
  ClassGroup(int runs, Duration renewedAfter) {
    this.runs = runs;
    this.renewedAfter = renewedAfter;
  }

  /** A run has ended: no other run waits for it any more. */
  synchronized void breakUp() {
    broken = true;
    notifyAll();
  }

  /** Waits for this time at most; true if the condition holds or no run is waited for. */
  private boolean await(BooleanSupplier condition) throws InterruptedException {
    if (!broken && !condition.getAsBoolean()) {
      TimeUnit.NANOSECONDS.timedWait(this, renewedAfter.toNanos());
    }
    return broken || condition.getAsBoolean();
  }

  /** What the runs have contributed to one decision. */
  private static final class Decision {
    private final Map<Integer, Object> contributions = new TreeMap<>();
  }

  /** What one of the runs uses. */
  final class Member implements RunGroup {
    private final int index;
    private int agreed;
    private final TimelineFollower follower;

    Member(int index, TimelineFollower follower) {
      this.index = index;
      this.follower = follower;
    }

    @Override
    public int runs() {
      return runs;
    }

    @Override
    public void initialised(Renewal renewal) throws WorkerException, InterruptedException {
      while (true) {
        synchronized (ClassGroup.this) {
          initialised.add(index);
          ClassGroup.this.notifyAll();
          if (await(() -> initialised.size() == runs && (index == 0 || firstTopics))) {
            return;
          }
        }
        renewal.now();
      }
    }

    @Override
    public void topicsCreated() {
      synchronized (ClassGroup.this) {
        firstTopics |= index == 0;
        ClassGroup.this.notifyAll();
      }
    }

    /** A run that calls its workers is not ready: the moment would be over when it returns. */
    @Override
    public long start(LongSupplier earliestEpochNanos, Renewal renewal)
        throws WorkerException, InterruptedException {
      while (true) {
        synchronized (ClassGroup.this) {
          ready.add(index);
          startEpochNanos = Math.max(startEpochNanos, earliestEpochNanos.getAsLong());
          ClassGroup.this.notifyAll();
          if (await(() -> ready.size() == runs)) {
            return startEpochNanos;
          }
          ready.remove(index);
        }
        renewal.now();
      }
    }

    @Override
    public <T> Agreement<T> agree(T own) {
      synchronized (ClassGroup.this) {
        if (agreed == decisions.size()) {
          decisions.add(new Decision());
        }
        Decision decision = decisions.get(agreed++);
        decision.contributions.put(index, own);
        return new Shared<>(decision);
      }
    }

    /** Topics that the first class has created are no remains of another run. */
    @Override
    public boolean keeps(String kind) {
      return index == 0 || !kind.equals(RunEvent.EARLIER_TOPICS);
    }

    @Override
    public TimelineFollower follower() {
      return follower;
    }
  }

  /** A decision as one of the runs sees it. */
  private final class Shared<T> implements Agreement<T> {
    private final Decision decision;

    private Shared(Decision decision) {
      this.decision = decision;
    }

    @Override
    @SuppressWarnings("unchecked") // All runs contribute to a decision in the same place.
    public Optional<List<T>> all() {
      synchronized (ClassGroup.this) {
        return decision.contributions.size() == runs
            ? Optional.of((List<T>) List.copyOf(decision.contributions.values()))
            : Optional.empty();
      }
    }

    @Override
    public boolean isBroken() {
      synchronized (ClassGroup.this) {
        return broken;
      }
    }
  }
}
