package io.tidemark.model.result;

/**
 * Something that happened during a run.
 *
 * @param epochNanos when, in the coordinator's clock
 * @param source which worker, or {@code coordinator}
 * @param kind for example {@code PHASE}, {@code BLOCKED}, {@code CONNECTION_LOST}
 * @param subject which connection, producer, phase
 * @param detail one line
 */
public record RunEvent(long epochNanos, String source, String kind, String subject, String detail) {
  /** Kind of an error of the load generator itself. */
  public static final String ENGINE_ERROR = "ENGINE_ERROR";

  /** Kind of a failure to open or close a client during the load. */
  public static final String CLIENT_ERROR = "CLIENT_ERROR";

  /** Kind of the loss of a worker, which is the subject. */
  public static final String WORKER_LOST = "WORKER_LOST";

  RunEvent at(long otherEpochNanos) {
    return new RunEvent(otherEpochNanos, source, kind, subject, detail);
  }
}
