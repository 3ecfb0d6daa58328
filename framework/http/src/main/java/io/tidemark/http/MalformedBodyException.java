package io.tidemark.http;

/** Bytes that are not what they should be. The message never repeats them: they may be secret. */
final class MalformedBodyException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedBodyException(Class<?> expected, Throwable cause) {
    super("the body is not a valid " + expected.getSimpleName(), cause);
  }
}
