package io.tidemark.coordinator.classes;

import io.tidemark.coordinator.group.RunGroup;
import io.tidemark.coordinator.group.TimelineFollower;
import io.tidemark.model.result.RunEvent;

/**
 * Lets the runs of all classes begin together. Drivers are initialised first, because that may
 * delete topics of earlier runs. Then the first class creates its topics, and the others theirs.
 */
final class ClassGroup {
  private final int runs;
  private int initialised;
  private boolean firstTopics;
  private int ready;
  private long startEpochNanos = Long.MIN_VALUE;
  private boolean broken;

  ClassGroup(int runs) {
    this.runs = runs;
  }

  /** A run has ended: no other run waits for it any more. */
  synchronized void breakUp() {
    broken = true;
    notifyAll();
  }

  private interface Condition {
    boolean holds();
  }

  private void await(Condition condition) throws InterruptedException {
    while (!broken && !condition.holds()) {
      wait();
    }
  }

  /** What one of the runs uses. */
  final class Member implements RunGroup {
    private final int index;
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
    public void initialised() throws InterruptedException {
      synchronized (ClassGroup.this) {
        initialised++;
        ClassGroup.this.notifyAll();
        await(() -> initialised == runs && (index == 0 || firstTopics));
      }
    }

    @Override
    public void topicsCreated() {
      synchronized (ClassGroup.this) {
        firstTopics |= index == 0;
        ClassGroup.this.notifyAll();
      }
    }

    @Override
    public long start(long earliestEpochNanos) throws InterruptedException {
      synchronized (ClassGroup.this) {
        ready++;
        startEpochNanos = Math.max(startEpochNanos, earliestEpochNanos);
        ClassGroup.this.notifyAll();
        await(() -> ready == runs);
        return startEpochNanos;
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
}
