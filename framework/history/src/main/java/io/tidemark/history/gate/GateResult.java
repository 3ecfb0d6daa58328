package io.tidemark.history.gate;

import io.tidemark.history.SeriesKey;
import io.tidemark.report.compare.ChangeLimit;
import java.util.List;

/**
 * One limit applied to the new runs of one series.
 *
 * @param text one sentence, for people
 * @param repetitions directories of the runs that were repeated before the decision
 */
public record GateResult(
    SeriesKey key, ChangeLimit limit, Outcome outcome, String text, List<String> repetitions) {
  /** What is known. */
  public enum Outcome {
    /** Worse than the limit, and outside of what is expected. */
    EXCEEDED,
    /** Not worse than the limit. */
    WITHIN,
    /** Worse than the limit, but single runs of the level are as bad. */
    NOT_SHOWN,
    /** Exceeded at first, and not by the repetitions. */
    NOT_CONFIRMED,
    /** The level has too few runs, or the new runs have no usable figure. */
    NOT_KNOWN
  }

  public GateResult {
    repetitions = List.copyOf(repetitions);
  }

  /** Whether the check fails. */
  public boolean isExceeded() {
    return outcome == Outcome.EXCEEDED;
  }
}
