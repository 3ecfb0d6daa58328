package io.tidemark.driver;

/** Told once how a send ended. Callable from any thread; neither method blocks or throws. */
public interface SendResult {

  /** The broker has accepted the message as the driver's settings demand it. */
  void accepted();

  /** The broker has not, or nobody will ever know. */
  void failed(Throwable cause);
}
