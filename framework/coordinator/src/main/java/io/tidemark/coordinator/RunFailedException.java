package io.tidemark.coordinator;

import io.tidemark.model.worker.WorkerException;
import org.jspecify.annotations.Nullable;

/** A run failed before its load began: nothing was measured. Its message is one line. */
public final class RunFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Cause of the failure; determines the exit code. */
  public enum Kind {
    /** The configuration of driver or workload is wrong. */
    CONFIGURATION,
    /** Broker, worker or machine failed. */
    INFRASTRUCTURE,
    /** A user stopped the run. */
    INTERRUPTED
  }

  private final Kind kind;

  public RunFailedException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public static RunFailedException of(WorkerException e) {
    Kind kind =
        e.kind() == WorkerException.Kind.CONFIGURATION ? Kind.CONFIGURATION : Kind.INFRASTRUCTURE;
    return new RunFailedException(kind, e.oneLine(), e);
  }

  /** The run was asked to end, or the process was ended from within. */
  public static RunFailedException stopped(
      StopSignal stop, String message, @Nullable Throwable cause) {
    return stop.brokenOff()
        .map(why -> new RunFailedException(Kind.INFRASTRUCTURE, why, cause))
        .orElseGet(() -> new RunFailedException(Kind.INTERRUPTED, message, cause));
  }

  public Kind kind() {
    return kind;
  }
}
