package io.tidemark.coordinator;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A part of a run between two moments.
 *
 * @param name for messages and results
 * @param measured whether it belongs to the result
 * @param length when it ends at the latest; empty: a condition or a stop ends it
 * @param until what ends it earlier
 * @param patience so long without progress ends it too; only for conditions that wait for messages
 * @param atStart what is done when it begins
 */
record Stage(
    String name,
    boolean measured,
    Optional<Duration> length,
    Until until,
    Optional<Duration> patience,
    Action atStart) {

  /** What ends a stage before its length. */
  enum Until {
    TIME,
    /** Every producer has sent its share of the message limit, and all is settled or given up. */
    MESSAGES_SENT,
    /** The backlog that the workload asks for is there. */
    BACKLOG_BUILT,
    /** As much of the backlog is gone as the workload asks for. */
    BACKLOG_DRAINED,
    /** Nothing is in flight. */
    SETTLED,
    /** Nothing is in flight, and every subscription has received what was acknowledged. */
    RECEIVED,
    /**
     * What existing topics hold has been read: all of a known run, or nothing has come for long.
     */
    READ,
    /** The broker's own statistics have caught up with ours. */
    COUNTED
  }

  /** What is done when a stage begins. */
  enum Action {
    NONE,
    PAUSE_CONSUMERS,
    RESUME_CONSUMERS,
    STOP_LOAD,
    CREATE_CONSUMERS
  }

  Stage {
    Objects.requireNonNull(name);
    Objects.requireNonNull(length);
    Objects.requireNonNull(until);
    Objects.requireNonNull(patience);
    Objects.requireNonNull(atStart);
  }

  static Stage timed(String name, boolean measured, Optional<Duration> length, Until until) {
    return new Stage(name, measured, length, until, Optional.empty(), Action.NONE);
  }

  /** Whether its end is known when it begins, unless nothing is left to be read. */
  boolean endsByTime() {
    return (until == Until.TIME || until == Until.READ) && length.isPresent();
  }

  Stage withStart(Action action) {
    return new Stage(name, measured, length, until, patience, action);
  }

  Stage withLength(Duration newLength) {
    return new Stage(name, measured, Optional.of(newLength), until, patience, atStart);
  }
}
