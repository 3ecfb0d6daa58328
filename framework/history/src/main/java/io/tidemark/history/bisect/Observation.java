package io.tidemark.history.bisect;

/**
 * A value that was measured.
 *
 * @param candidate its index
 * @param value above 0
 */
public record Observation(int candidate, double value) {}
