package io.tidemark.driver;

import java.util.Objects;

/**
 * Something that happened between the client and the broker. The framework adds the time.
 *
 * @param kind what
 * @param subject which connection, node or queue; never with a secret
 * @param detail the broker's reason
 */
public record DriverEvent(Kind kind, String subject, String detail) {

  /** The kind; {@code *ED} and its counterpart are start and end of a state on the timeline. */
  public enum Kind {
    /** The broker stopped taking messages, for example by a memory alarm. */
    BLOCKED,
    UNBLOCKED,
    CONNECTION_LOST,
    CONNECTION_RECOVERED,
    /** Unconfirmed messages were reported as failed. */
    UNCONFIRMED_FAILED,
    /** Unconfirmed messages were published again. */
    UNCONFIRMED_REPUBLISHED,
    NOTICE
  }

  public DriverEvent {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(subject);
    Objects.requireNonNull(detail);
  }
}
