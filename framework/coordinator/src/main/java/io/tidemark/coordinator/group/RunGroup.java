package io.tidemark.coordinator.group;

import io.tidemark.model.worker.WorkerException;
import java.util.function.LongSupplier;

/**
 * The runs of the classes of a workload, as one of them uses it. A method that waits returns at
 * once if another run of the group has failed. All methods do nothing for a run that is alone.
 */
public interface RunGroup {
  /** A run without others. */
  RunGroup ALONE = new RunGroup() {};

  /** Calls the workers of a run that waits for others, so that their leases do not expire. */
  interface Renewal {
    void now() throws WorkerException, InterruptedException;
  }

  /** Number of runs whose messages share the memory of the workers. */
  default int runs() {
    return 1;
  }

  /**
   * The drivers of this run are initialised, which may delete topics. Returns when those of all
   * runs are, and when it is the turn of this run to create topics.
   *
   * @param renewal called again and again meanwhile
   */
  default void initialised(Renewal renewal) throws WorkerException, InterruptedException {}

  /** The topics of this run are there. */
  default void topicsCreated() {}

  /**
   * Returns the moment at which the load of all runs begins, as soon as all are ready.
   *
   * @param earliestEpochNanos how early this run can begin if that is now, by the coordinator's
   *     clock
   * @param renewal called again and again meanwhile
   */
  default long start(LongSupplier earliestEpochNanos, Renewal renewal)
      throws WorkerException, InterruptedException {
    return earliestEpochNanos.getAsLong();
  }

  /**
   * Contributes to the next decision that all runs take alike. Returns at once.
   *
   * @param own what this run knows; of the same type in all runs
   */
  default <T> Agreement<T> agree(T own) {
    return Agreement.alone(own);
  }

  /** Whether events of a kind, as in {@code RunEvent}, are about this run. */
  default boolean keeps(String kind) {
    return true;
  }

  /** Receives the course of this run. */
  default TimelineFollower follower() {
    return TimelineFollower.NONE;
  }
}
