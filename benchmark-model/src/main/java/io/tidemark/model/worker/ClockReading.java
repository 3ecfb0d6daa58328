package io.tidemark.model.worker;

/**
 * A worker's clock, read once.
 *
 * @param epochNanos the worker's time in epoch nanoseconds (monotonic clock plus anchor)
 */
public record ClockReading(long epochNanos) {}
