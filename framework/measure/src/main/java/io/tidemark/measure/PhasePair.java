package io.tidemark.measure;

/**
 * The phase in which a message was intended and the phase in which something happened to it, in one
 * number: intervals keep their counts by both. The index of a phase is itself the pair of what
 * happened in the phase in which it was intended.
 */
public final class PhasePair {
  private static final int BITS = 16;

  private PhasePair() {}

  /** Indexes from 0, below 32,768. */
  public static int of(int intended, int happened) {
    return (happened - intended) << BITS | intended;
  }

  static int intended(int pair) {
    return pair & 0xffff;
  }

  static int happened(int pair) {
    return intended(pair) + (pair >> BITS);
  }
}
