package io.tidemark.history.gate;

import io.tidemark.history.SeriesKey;

/**
 * One limit applied to the new runs of one series.
 *
 * @param text one sentence, for people
 */
public record GateResult(SeriesKey key, GateLimit limit, Outcome outcome, String text) {
  /** What is known. */
  public enum Outcome {
    /** Worse than the limit, and outside of what is expected. */
    EXCEEDED,
    /** Not worse than the limit. */
    WITHIN,
    /** Worse than the limit, but single runs of the level are as bad. */
    NOT_SHOWN,
    /** The level has too few runs, or the new runs have no usable figure. */
    NOT_KNOWN
  }
}
