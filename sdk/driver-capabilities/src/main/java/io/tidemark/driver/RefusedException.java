package io.tidemark.driver;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The broker refuses something and would refuse it again: an argument is wrong, a right or an
 * object is missing, a limit is reached. A driver fails with it, also below other exceptions and in
 * {@link MessageCallback#consumerFailed}; the framework then ends the step at once and shows the
 * message.
 *
 * <p>Not for what can pass by itself, such as a missing leader or a lost connection: that may be
 * tried again until a deadline, whose error contains the last reason.
 */
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1L;
  private static final int MOST_CAUSES = 20;

  /**
   * @param message with the broker's words
   */
  public RefusedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Whether one of the causes is a refusal, or the failure itself. */
  public static boolean isIn(@Nullable Throwable failure) {
    Throwable each = failure;
    for (int i = 0; i < MOST_CAUSES && each != null; i++) {
      if (each instanceof RefusedException) {
        return true;
      }
      each = each.getCause();
    }
    return false;
  }

  /** Never null. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }

  /** There is one for each refused message, so without a stack trace. */
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  public Throwable fillInStackTrace() {
    return this;
  }
}
