package io.tidemark.http.protocol;

import io.tidemark.model.worker.WorkerException;

/**
 * A {@link WorkerException} on the wire.
 *
 * @param operation what had been asked
 * @param message one line
 */
public record Failure(WorkerException.Kind kind, String operation, String message) {

  public static Failure of(WorkerException e) {
    return new Failure(e.kind(), e.operation(), String.valueOf(e.getMessage()));
  }

  public WorkerException at(String worker) {
    return new WorkerException(worker, operation, kind, message, null);
  }
}
