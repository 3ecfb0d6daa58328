package io.tidemark.coordinator.stage;

import io.tidemark.model.result.Sample;
import io.tidemark.model.worker.WorkerException;
import java.util.Optional;

/**
 * One kind of phase: the actions at its start and its end condition. {@link Script} defines the
 * kinds of a run and their order.
 */
public interface PhaseKind {

  /** Actions at its start. */
  default void begin(LoadControl control) throws WorkerException, InterruptedException {}

  /** Whether its end condition is met. */
  boolean reached(StageProgress progress);

  /** Whether its end condition cannot be met any more. */
  default boolean hopeless(StageProgress progress) {
    return false;
  }

  /** Whether its condition is checked more often than samples are taken. */
  default boolean polls() {
    return true;
  }

  /** Whether its length alone ends it, as far as is known when it begins. */
  default boolean endsByTime() {
    return false;
  }

  /**
   * Whether a phase that its length ends may end now, at once with the workers: a sample of it
   * shows what it waits for.
   */
  default boolean enough(Sample sample) {
    return false;
  }

  /** What it still waited for when its length ended it: a clause; empty for most kinds. */
  default Optional<String> stillWanted() {
    return Optional.empty();
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

  /** Whether it is left out after an abort. */
  default boolean isSkippedAfterAbort() {
    return false;
  }

  /** Whether it only waits for outstanding messages: it is shortened after an abort. */
  default boolean onlyWaits() {
    return false;
  }
}
