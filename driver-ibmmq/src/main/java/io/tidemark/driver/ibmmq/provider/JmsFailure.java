package io.tidemark.driver.ibmmq.provider;

import io.tidemark.driver.RefusedException;
import java.io.IOException;
import java.util.Objects;
import javax.jms.InvalidClientIDException;
import javax.jms.InvalidSelectorException;
import javax.jms.JMSException;
import javax.jms.JMSSecurityException;
import org.jspecify.annotations.Nullable;

/** A call of the JMS provider that failed, in one line with location and advice. */
public final class JmsFailure extends IOException {
  private static final long serialVersionUID = 1L;

  /** The required action before a retry. */
  public enum Kind {
    /** There is no connection. */
    CONNECTION,
    /** There is no such object. */
    UNKNOWN_OBJECT,
    /** A right is missing, an argument is wrong, or something is not allowed. */
    REFUSED,
    OTHER
  }

  private final Kind kind;
  private final int reasonCode;

  /**
   * @param reasonCode the broker's own number for it; 0 when it has none
   */
  public JmsFailure(String message, Kind kind, int reasonCode, @Nullable Throwable cause) {
    super(
        message,
        kind == Kind.REFUSED || kind == Kind.UNKNOWN_OBJECT
            ? new RefusedException(message, cause)
            : cause);
    this.kind = kind;
    this.reasonCode = reasonCode;
  }

  /** A failure that the driver has found itself. */
  public JmsFailure(String message) {
    this(message, Kind.OTHER);
  }

  /** A failure that the driver has found itself. */
  public JmsFailure(String message, Kind kind) {
    this(message, kind, null);
  }

  /** A failure without a number of the broker. */
  public JmsFailure(String message, Kind kind, @Nullable Throwable cause) {
    this(message, kind, 0, cause);
  }

  /** Whether JMS itself says that a repetition would fail, too. */
  public static boolean isRefusal(JMSException cause) {
    return cause instanceof JMSSecurityException
        || cause instanceof InvalidSelectorException
        || cause instanceof InvalidClientIDException;
  }

  /** An unexpected failure: reported, so that its thread can continue. */
  public static JmsFailure unexpected(String doing, RuntimeException cause) {
    return new JmsFailure("tried to " + doing + ": " + cause, Kind.OTHER, cause);
  }

  /** Never null. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }

  public Kind kind() {
    return kind;
  }

  public int reasonCode() {
    return reasonCode;
  }
}
