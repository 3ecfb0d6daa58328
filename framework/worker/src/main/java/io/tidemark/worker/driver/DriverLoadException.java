package io.tidemark.worker.driver;

import org.jspecify.annotations.Nullable;

/** A driver cannot be found or made. Its message is one line, fit to be shown. */
public final class DriverLoadException extends Exception {
  private static final long serialVersionUID = 1L;

  DriverLoadException(String message) {
    super(message);
  }

  DriverLoadException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
