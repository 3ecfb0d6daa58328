package io.tidemark.measure.schedule;

import java.util.Arrays;

/**
 * The messages of a schedule that belong to one producer, where producers have different shares:
 * the same places in each part of {@code length} messages. Immutable.
 */
public final class Deal {
  private final int length;
  private final int[] places;

  /**
   * @param length messages of all producers in a part
   * @param places of the producer in a part, in order; at least one
   */
  Deal(int length, int[] places) {
    this.length = length;
    this.places = places;
  }

  /** The number in the schedule of a message of this producer; both count from 0. */
  long number(long own) {
    return own / places.length * length + places[(int) (own % places.length)];
  }

  /** How many messages of this producer have a number below another one. */
  public long before(double number) {
    if (!(number > 0)) {
      return 0;
    }
    double parts = Math.floor(number / length);
    double rest = number - parts * length;
    int at = Arrays.binarySearch(places, (int) Math.ceil(rest));
    return (long) parts * places.length + (at < 0 ? -at - 1 : at);
  }

  /** Messages of all producers for one of this producer. */
  double step() {
    return (double) length / places.length;
  }
}
