package io.tidemark.runs;

import io.tidemark.coordinator.RunListener;
import io.tidemark.report.suite.RunOutcome;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Follows the runs of a command: {@link #planned}, then for each run {@link #starts}, the methods
 * of a listener, {@link #ended}; then {@link #close}. All methods do nothing by default, and are
 * called on the thread that conducts the runs: slow methods delay samples.
 */
public interface RunWatcher extends RunListener, Closeable {
  /** All runs, in their order; before the first one. */
  default void planned(List<PlannedRun> runs) {}

  /** Further runs follow those that were planned. */
  default void added(List<PlannedRun> runs) {}

  /** A run begins: brokers are started, workers are prepared. */
  default void starts(PlannedRun run) {}

  /** A run has ended, and its files have been written. A run may be repeated. */
  default void ended(RunOutcome outcome) {}

  /** No further run follows, although not all may have been carried out. */
  @Override
  default void close() throws IOException {}
}
