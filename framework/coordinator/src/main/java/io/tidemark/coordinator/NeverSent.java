package io.tidemark.coordinator;

/**
 * What the schedule had wanted and had not got when the load stopped.
 *
 * @param messages over all producers
 * @param overdueNanos how long the first of them had been due
 */
record NeverSent(long messages, long overdueNanos) {
  static final NeverSent NONE = new NeverSent(0, 0);
}
