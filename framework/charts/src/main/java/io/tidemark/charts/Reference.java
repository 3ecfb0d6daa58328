package io.tidemark.charts;

/**
 * A value that was not measured in these runs: a limit of the environment, or a published figure.
 *
 * @param label with its source and hardware
 * @param y in the unit of the y axis
 */
public record Reference(String label, double y) {}
