package io.tidemark.history.change;

import java.util.Locale;

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
    int index, double before, double after, double change, double lowest, double highest) {
  /** {@code +6.2 to +10.0 %}. */
  public String interval() {
    return String.format(Locale.ROOT, "%+.1f to %+.1f %%", 100 * lowest, 100 * highest);
  }
}
