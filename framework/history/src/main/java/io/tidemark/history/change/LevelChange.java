package io.tidemark.history.change;

/**
 * A change of the level of a series.
 *
 * @param index of the first value of the new level
 * @param before geometric mean of the values of the level before
 * @param after geometric mean of the values of the new level
 * @param change as a share of the level before: 0.05 for 5 % more
 * @param lowest lower end of its 95 % interval
 * @param highest upper end
 */
public record LevelChange(
    int index, double before, double after, double change, double lowest, double highest) {}
