package io.tidemark.model.yaml;

/** An unknown placeholder; the message lists the known ones. */
public final class UnknownPlaceholderException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnknownPlaceholderException(String message) {
    super(message);
  }
}
