package io.tidemark.driver.rabbitmq.stream;

import java.io.IOException;

/** The broker did not take responsibility for a message. One per message: no stack trace. */
final class NotConfirmedException extends IOException {
  private static final long serialVersionUID = 1L;

  NotConfirmedException(String message) {
    super(message);
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  public Throwable fillInStackTrace() {
    return this;
  }
}
