package io.tidemark.model.yaml;

/** Nothing stands behind a placeholder; the message says what does exist. */
public final class UnknownPlaceholderException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnknownPlaceholderException(String message) {
    super(message);
  }
}
