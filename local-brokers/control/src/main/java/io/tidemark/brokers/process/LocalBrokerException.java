package io.tidemark.brokers.process;

/**
 * A local broker could not be obtained, started, reached or controlled. The message is one clear
 * line (a failed start adds the last lines of the node's log) and is fit to be shown to a user;
 * this is an infrastructure failure, not a bug.
 */
public final class LocalBrokerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A failure without a cause. */
  public LocalBrokerException(String message) {
    super(message);
  }

  /** A failure with its cause. */
  public LocalBrokerException(String message, Throwable cause) {
    super(message, cause);
  }
}
