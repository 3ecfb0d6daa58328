package io.tidemark.measure.schedule;

/** Times at which the messages of one producer are due, one by one, in order. Immutable. */
public interface GivenTimes {

  /** How many there are. */
  long count();

  /** When a message is due, in nanoseconds since the start of the schedule. */
  long offsetNanos(long index);

  /** How many are due by an offset, that one included. */
  default long dueBy(long offsetNanos) {
    long low = 0;
    long high = count();
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (offsetNanos(middle) > offsetNanos) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
