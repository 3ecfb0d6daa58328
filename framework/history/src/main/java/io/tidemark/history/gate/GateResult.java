package io.tidemark.history.gate;

import io.tidemark.history.SeriesKey;
import io.tidemark.report.compare.ChangeLimit;
import java.util.List;
import java.util.Locale;

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
    EXCEEDED("worse than the limit, and outside of the interval in which runs of the level lie"),
    WITHIN("not worse than the limit"),
    NOT_SHOWN("worse than the limit, but within the interval in which runs of the level lie"),
    NOT_CONFIRMED("exceeded at first, and not with the repetitions of --confirm"),
    NOT_KNOWN("the level has too few runs, or the new runs have no usable figure");

    private final String meaning;

    Outcome(String meaning) {
      this.meaning = meaning;
    }

    /** Returns the meaning for reference pages. */
    public String meaning() {
      return meaning;
    }

    /** {@code not-shown}, for {@code bin/benchmark explain}. */
    public String code() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public GateResult {
    repetitions = List.copyOf(repetitions);
  }

  /** Whether the check fails. */
  public boolean isExceeded() {
    return outcome == Outcome.EXCEEDED;
  }
}
