package io.tidemark.http.protocol;

import org.jspecify.annotations.Nullable;

/** Malformed bytes. The message does not contain them, because they may be secret. */
public final class MalformedBodyException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param expected what the bytes should be
   */
  public MalformedBodyException(String expected, @Nullable Throwable cause) {
    super("the body is not a valid " + expected, cause);
  }
}
