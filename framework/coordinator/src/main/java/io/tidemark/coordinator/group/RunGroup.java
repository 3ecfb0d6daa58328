package io.tidemark.coordinator.group;

import io.tidemark.model.cost.IdleTime;

/**
 * The runs of the classes of a workload, as one of them uses it. A method that waits returns at
 * once if another run of the group has failed. All methods do nothing for a run that is alone.
 */
public interface RunGroup {
  /** A run without others. */
  RunGroup ALONE = new RunGroup() {};

  /** Number of runs whose messages share the memory of the workers. */
  default int runs() {
    return 1;
  }

  /**
   * The drivers of this run are initialised, which may delete topics. Returns when those of all
   * runs are, and when it is the turn of this run to create topics.
   */
  default void initialised() throws InterruptedException {}

  /** The topics of this run are there. */
  default void topicsCreated() {}

  /**
   * Returns the moment at which the load of all runs begins, as soon as all are ready.
   *
   * @param earliestEpochNanos how early this run can begin, by the coordinator's clock
   */
  default long start(long earliestEpochNanos) throws InterruptedException {
    return earliestEpochNanos;
  }

  /**
   * Contributes to the next decision that all runs take alike. Returns at once.
   *
   * @param own what this run knows; of the same type in all runs
   */
  default <T> Agreement<T> agree(T own) {
    return Agreement.alone(own);
  }

  /** Contributes a time of this run without load. */
  default void idle(IdleTime time) {}

  /** Whether events of a kind, as in {@code RunEvent}, are about this run. */
  default boolean keeps(String kind) {
    return true;
  }

  /** Receives the course of this run. */
  default TimelineFollower follower() {
    return TimelineFollower.NONE;
  }
}
