package io.tidemark.driver.testkit;

/** A rule cannot be tried with this driver, and why. */
final class NotTried extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotTried(String reason) {
    super(reason, null, false, false);
  }
}
