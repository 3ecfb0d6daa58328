package io.tidemark.driver;

/** Told once how a send ended. Callable from any thread; neither method blocks or throws. */
public interface SendResult {

  /** The broker has accepted the message as the driver's settings demand it. */
  void accepted();

  /**
   * As {@link #accepted}, for a caller that comes later.
   *
   * @param nanoTime when the broker accepted the message, by {@link System#nanoTime()}
   */
  default void acceptedAt(long nanoTime) {
    accepted();
  }

  /** The broker has not, or nobody will ever know. */
  void failed(Throwable cause);
}
