package io.tidemark.history.change;

/**
 * Values in a row that scatter more than the others around the same level.
 *
 * @param from index of the first
 * @param to after the last
 * @param factor how much more they scatter
 */
public record Noise(int from, int to, double factor) {}
