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
    /** The broker takes messages again: the end of {@link #BLOCKED}, with the same subject. */
    UNBLOCKED,
    /** A connection broke, or was closed by the broker. Not when the driver closes it. */
    CONNECTION_LOST,
    /** The end of {@link #CONNECTION_LOST}, with the same subject. Not the first connection. */
    CONNECTION_RECOVERED,
    /** Unconfirmed messages were reported as failed. */
    UNCONFIRMED_FAILED,
    /** Unconfirmed messages were published again. */
    UNCONFIRMED_REPUBLISHED,
    /**
     * Anything else that readers of a result should know, such as a rebalance or a change of a
     * leader: it is in the events of the result, and not judged.
     */
    NOTICE
  }

  public DriverEvent {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(subject);
    Objects.requireNonNull(detail);
  }
}
