package io.tidemark.coordinator.group;

import io.tidemark.model.snapshot.Snapshot;

/**
 * Receives what the timeline of a run receives, on the run's thread, so that a timeline of several
 * runs can be made. All methods do nothing by default.
 */
public interface TimelineFollower {
  /** Follows nothing. */
  TimelineFollower NONE = new TimelineFollower() {};

  /** A phase begins. */
  default void phase(int index, String name, boolean measured, long startEpochNanos) {}

  /** A snapshot of a worker; the offset is that of its clock. */
  default void snapshot(int worker, Snapshot snapshot, long clockOffsetNanos) {}

  /**
   * A sample ends, but not its phase.
   *
   * @param reachedEpochNanos the moment to which things have been counted
   * @param phaseEndEpochNanos when the phase will end
   */
  default void cut(long reachedEpochNanos, long phaseEndEpochNanos, long backlog) {}

  /** The phase ends, with its last sample. */
  default void phaseEnded(long epochNanos, long backlog) {}
}
