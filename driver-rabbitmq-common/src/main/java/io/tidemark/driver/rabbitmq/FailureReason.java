package io.tidemark.driver.rabbitmq;

/** What went wrong, in the words of whoever noticed first. */
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
