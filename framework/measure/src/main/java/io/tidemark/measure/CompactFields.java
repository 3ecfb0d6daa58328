package io.tidemark.measure;

/** Completes the short numbers of the compact envelope from what the receiver knows. */
public final class CompactFields {
  private static final long SEQUENCE_SPAN = 1L << 24;
  private static final long MICROS_SPAN = 1L << 32;

  /** So far a stamp may lie ahead of the receiver's clock. */
  private static final long AHEAD_MICROS = 11 * 60_000_000L + 36_000_000L;

  private CompactFields() {}

  /** The sequence with these low 24 bits that is nearest to one seen before; never negative. */
  public static long sequence(long low24, long seen) {
    long candidate = (seen & -SEQUENCE_SPAN) | low24;
    if (candidate - seen > SEQUENCE_SPAN / 2 && candidate >= SEQUENCE_SPAN) {
      return candidate - SEQUENCE_SPAN;
    }
    return seen - candidate > SEQUENCE_SPAN / 2 ? candidate + SEQUENCE_SPAN : candidate;
  }

  /** The latest moment with these low 32 bits, in microseconds, that is not too far ahead. */
  public static long epochNanos(long low32Micros, long receivedEpochNanos) {
    long latestMicros = Math.floorDiv(receivedEpochNanos, 1000L) + AHEAD_MICROS;
    return (latestMicros - (latestMicros - low32Micros & MICROS_SPAN - 1)) * 1000;
  }
}
