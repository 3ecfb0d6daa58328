package io.tidemark.model.worker;

import org.jspecify.annotations.Nullable;

/** A worker could not do what it was asked. Its message is one line, fit to be shown. */
public final class WorkerException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Cause of the failure; determines the exit code. */
  public enum Kind {
    /** The configuration of the driver or the workload is wrong. */
    CONFIGURATION,
    /** The broker, the driver or the machine failed. */
    INFRASTRUCTURE,
    /** The worker does not answer or does not know the run. */
    WORKER_LOST
  }

  private final String worker;
  private final String operation;
  private final Kind kind;

  public WorkerException(
      String worker, String operation, Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.worker = worker;
    this.operation = operation;
    this.kind = kind;
  }

  /**
   * Creates the failure of an operation whose name is not known here: the one that the caller has
   * called.
   */
  public WorkerException(String worker, Kind kind, String message, @Nullable Throwable cause) {
    this(worker, "", kind, message, cause);
  }

  /** The failure with the name of the operation, if it has none. */
  WorkerException of(String called) {
    return operation.isEmpty()
        ? new WorkerException(worker, called, kind, String.valueOf(getMessage()), getCause())
        : this;
  }

  public String worker() {
    return worker;
  }

  public String operation() {
    return operation;
  }

  public Kind kind() {
    return kind;
  }

  /** {@code worker local: create-topics: ...}. */
  public String oneLine() {
    return "worker " + worker + ": " + (operation.isEmpty() ? "" : operation + ": ") + getMessage();
  }
}
