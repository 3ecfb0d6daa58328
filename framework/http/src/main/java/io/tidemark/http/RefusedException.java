package io.tidemark.http;

import org.jspecify.annotations.Nullable;

/** A request that is not served. The message is one line for the other side, without secrets. */
final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  RefusedException(int status, @Nullable String message) {
    super(message);
    this.status = status;
  }

  int status() {
    return status;
  }
}
