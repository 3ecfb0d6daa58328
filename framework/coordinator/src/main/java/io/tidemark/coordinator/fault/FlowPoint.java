package io.tidemark.coordinator.fault;

/**
 * One direction in one sample.
 *
 * @param messages that were acknowledged or received
 * @param due messages of the schedule; NaN in a closed loop
 * @param p99Nanos latency; 0 if none was measured
 */
record FlowPoint(
    long startNanos, long lengthNanos, String phase, double messages, double due, long p99Nanos) {
  long endNanos() {
    return startNanos + lengthNanos;
  }
}
