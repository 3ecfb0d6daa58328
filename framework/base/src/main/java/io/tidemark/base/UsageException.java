package io.tidemark.base;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The command line is wrong; nothing has been started. The message is one line. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UsageException(@Nullable String message) {
    super(message);
  }

  public static void requireBetween(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new UsageException(
          String.format(
              Locale.ROOT, "%s must be from %d to %d, got %d", option, least, most, value));
    }
  }
}
