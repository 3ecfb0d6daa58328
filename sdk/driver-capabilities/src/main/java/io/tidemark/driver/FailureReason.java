package io.tidemark.driver;

/** The message of the innermost cause. */
public final class FailureReason {
  private FailureReason() {}

  /** The clients wrap what the broker said; the innermost message says it best. */
  public static String of(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null && innermost.getCause() != innermost) {
      innermost = innermost.getCause();
    }
    String message = innermost.getMessage();
    return message == null ? innermost.getClass().getSimpleName() : message;
  }
}
