package io.tidemark.driver.rabbitmq.stream;

/** What went wrong, in the words of whoever noticed first. */
final class StreamErrors {
  private StreamErrors() {}

  static String reason(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null && innermost.getCause() != innermost) {
      innermost = innermost.getCause();
    }
    String message = innermost.getMessage();
    return message == null ? innermost.getClass().getSimpleName() : message;
  }
}
