package io.tidemark.driver;

/**
 * The outcome of a send; called once. Callable from any thread; neither method blocks or throws.
 */
public interface SendResult {

  /** The broker has accepted the message with the driver's settings. */
  void accepted();

  /**
   * Reports an earlier acceptance, see {@link #accepted}.
   *
   * @param nanoTime when the broker accepted the message, by {@link System#nanoTime()}
   */
  default void acceptedAt(long nanoTime) {
    accepted();
  }

  /** The broker has not accepted the message, or the outcome is unknown. */
  void failed(Throwable cause);
}
