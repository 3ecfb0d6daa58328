package io.tidemark.charts;

/**
 * A time or range on the x axis that needs attention.
 *
 * @param kind what happened
 * @param from in the unit of the x axis
 * @param to the end of a range; equal to {@code from} for a moment
 * @param text short, for people
 */
public record Mark(Kind kind, double from, double to, String text) {
  /** What a mark shows. */
  public enum Kind {
    PHASE,
    FAULT,
    /** The broker refused messages. */
    BLOCK,
    DISRUPTION,
    /** A new level. */
    CHANGE,
    /** Runs that scatter more than the others. */
    NOISE
  }
}
