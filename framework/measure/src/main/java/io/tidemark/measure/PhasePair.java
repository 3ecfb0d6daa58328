package io.tidemark.measure;

/**
 * The phase of a message's intended send time and the phase of an event, in one number: intervals
 * count by both. The index of a phase is also the pair of this phase with itself.
 */
public final class PhasePair {
  private static final int BITS = 16;

  private PhasePair() {}

  /** Indexes from 0, below 32,768. */
  public static int of(int intended, int happened) {
    return (happened - intended) << BITS | intended;
  }

  /** How many phases lie between the two; 16 bits. */
  static int distance(int pair) {
    return pair >>> BITS;
  }

  /** The pair with that distance and the intended phase of another pair. */
  static int at(int distance, int other) {
    return distance << BITS | intended(other);
  }

  /** The phase of the intended send time. */
  public static int intended(int pair) {
    return pair & 0xffff;
  }

  static int happened(int pair) {
    return intended(pair) + (pair >> BITS);
  }
}
