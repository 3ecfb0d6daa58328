package io.tidemark.http.server;

/** A worker cannot listen where it should. One line, with address and port. */
public final class ListenException extends Exception {
  private static final long serialVersionUID = 1L;

  ListenException(String message, Throwable cause) {
    super(message, cause);
  }
}
