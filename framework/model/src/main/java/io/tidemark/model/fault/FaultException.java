package io.tidemark.model.fault;

/** A fault that could not be injected or undone; the message is one line for the user. */
public final class FaultException extends Exception {
  private static final long serialVersionUID = 1L;

  public FaultException(String message) {
    super(message);
  }

  public FaultException(String message, Throwable cause) {
    super(message, cause);
  }
}
