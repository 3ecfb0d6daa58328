package io.tidemark.model.snapshot;

/**
 * State of a worker's load at the end of an interval.
 *
 * @param running whether its producers are sending
 * @param finished whether every producer has sent its share of the message limit
 * @param lastEndEpochNanos when the last send of the message limit ended, in the worker's clock; 0
 *     while producers send
 * @param inFlight sent, neither acknowledged nor failed
 * @param oldestInFlightAgeNanos age of the oldest of them, from its intended send time; 0 for none
 * @param debt messages that are due and not sent
 * @param scheduleLagNanos how far behind its schedule the worst producer is, in nanoseconds
 * @param stoppedByLease whether the load stopped because its lease expired
 * @param broken whether a load thread ended by an error of the generator's own: its producers send
 *     no more, and never finish
 */
public record LoadState(
    boolean running,
    boolean finished,
    long lastEndEpochNanos,
    long inFlight,
    long oldestInFlightAgeNanos,
    long debt,
    long scheduleLagNanos,
    boolean stoppedByLease,
    boolean broken) {
  public static final LoadState IDLE = new LoadState(false, false, 0, 0, 0, 0, 0, false, false);
}
