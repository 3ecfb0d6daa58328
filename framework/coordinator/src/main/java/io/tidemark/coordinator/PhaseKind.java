package io.tidemark.coordinator;

import io.tidemark.model.worker.WorkerException;

/**
 * One kind of phase: what is done when it begins, and what ends it before its length. {@link
 * Script} says which kinds a run has, and in which order.
 */
interface PhaseKind {

  /** What is done when it begins. */
  default void begin(LoadControl control) throws WorkerException, InterruptedException {}

  /** Whether it has reached what it waits for. */
  boolean reached(StageGoal goal);

  /** Whether it will not reach that any more. */
  default boolean hopeless(StageGoal goal) {
    return false;
  }

  /** Whether it is looked at more often than samples are taken. */
  default boolean polls() {
    return true;
  }

  /** Whether its length alone ends it, as far as is known when it begins. */
  default boolean endsByTime() {
    return false;
  }

  /** Whether its length only limits a wait of unknown length: progress does not show it. */
  default boolean hasLimitOnly() {
    return false;
  }

  /** Whether it is as long as the phases before it left of the test. */
  default boolean isRestOfTest() {
    return false;
  }

  /** Whether the load has nothing more to do when it has reached what it waits for. */
  default boolean endsLoad() {
    return false;
  }

  /** Whether it only waits for what is under way: it is cut short after a break. */
  default boolean onlyWaits() {
    return false;
  }
}
