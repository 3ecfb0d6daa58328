package io.tidemark.http;

import org.jspecify.annotations.Nullable;

/** Malformed bytes. The message does not contain them, because they may be secret. */
final class MalformedBodyException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedBodyException(Class<?> expected, @Nullable Throwable cause) {
    super("the body is not a valid " + expected.getSimpleName(), cause);
  }
}
