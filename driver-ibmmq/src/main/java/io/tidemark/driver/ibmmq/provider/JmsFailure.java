package io.tidemark.driver.ibmmq.provider;

import java.io.IOException;
import java.util.Objects;
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
    OTHER
  }

  private final Kind kind;
  private final int reasonCode;

  /**
   * @param reasonCode the broker's own number for it; 0 when it has none
   */
  public JmsFailure(String message, Kind kind, int reasonCode, @Nullable Throwable cause) {
    super(message, cause);
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
