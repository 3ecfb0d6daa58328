package io.tidemark.driver.rabbitmq;

import java.io.IOException;

/** The broker did not confirm a message. One per message, so without a stack trace. */
public final class NotAcknowledgedException extends IOException {
  private static final long serialVersionUID = 1L;

  public NotAcknowledgedException(String message) {
    super(message);
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  public Throwable fillInStackTrace() {
    return this;
  }
}
