package io.tidemark.driver.ibmmq;

import java.io.IOException;

/** A call of the JMS provider that failed, in one line that says where and what to look at. */
public final class JmsFailure extends IOException {
  private static final long serialVersionUID = 1L;

  /** What has to be done before the same call can succeed. */
  public enum Kind {
    /** The connection is gone, or was never there. */
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
  public JmsFailure(String message, Kind kind, int reasonCode, Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.reasonCode = reasonCode;
  }

  /** A failure that nobody foresaw: told, so that the thread it happened on can go on. */
  static JmsFailure unexpected(String doing, RuntimeException cause) {
    return new JmsFailure("tried to " + doing + ": " + cause, Kind.OTHER, 0, cause);
  }

  public Kind kind() {
    return kind;
  }

  public int reasonCode() {
    return reasonCode;
  }
}
