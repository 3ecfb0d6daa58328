package io.tidemark.http.server;

import org.jspecify.annotations.Nullable;

/** A request that is not served. The message is one line for the other side, without secrets. */
public final class RequestRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  public RequestRefusedException(int status, @Nullable String message) {
    super(message);
    this.status = status;
  }

  public int status() {
    return status;
  }
}
