package io.tidemark.http.protocol;

import org.jspecify.annotations.Nullable;

/** Malformed bytes. The message does not contain them, because they may be secret. */
public final class MalformedBodyException extends Exception {
  private static final long serialVersionUID = 1L;

  public MalformedBodyException(Class<?> expected, @Nullable Throwable cause) {
    super("the body is not a valid " + expected.getSimpleName(), cause);
  }
}
