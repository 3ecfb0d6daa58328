package io.tidemark.driver.rabbitmq;

import java.io.IOException;

/** The broker did not take responsibility for a message. One per message: no stack trace. */
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
