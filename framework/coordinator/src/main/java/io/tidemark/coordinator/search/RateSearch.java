package io.tidemark.coordinator.search;

import io.tidemark.coordinator.search.NextStep.End;
import io.tidemark.coordinator.search.NextStep.Try;
import io.tidemark.model.workload.SearchSpec;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Finds the highest rate that a system sustains, as MLRsearch does: short trials find the range of
 * rates, full-length trials decide, and trials at the bounds are repeated. The next step is a
 * function of the trials so far.
 *
 * <p>The range is found in steps that multiply the rate, then halved in its logarithm. What a
 * system handled of a rate that was too high is used as the next guess.
 */
public final class RateSearch {
  /** Rates below are not tried. */
  public static final double LEAST_RATE = 1;

  /** Rates above are not tried. */
  public static final double MOST_RATE = 10_000_000;

  private static final double LARGEST_FACTOR = 4;
  // Two halvings of a range found by short trials reach the precision.
  private static final int COARSE_POWER = 4;
  private static final double GUESS_MARGIN = 1.05;
  private static final int MOST_SILENT = 5;
  private static final MathContext DIGITS = new MathContext(4);

  private final SearchSpec spec;
  private final double fine;
  private final double coarse;

  public RateSearch(SearchSpec spec) {
    this.spec = spec;
    this.fine = 1 / (1 - spec.precision());
    this.coarse = Math.min(LARGEST_FACTOR / 2, Math.pow(fine, COARSE_POWER));
  }

  /**
   * @param trials so far, in order
   * @param elapsed since the search began
   */
  public NextStep next(List<Trial> trials, Duration elapsed) {
    NextStep wanted =
        trials.isEmpty() ? new Try(inRange(spec.startRatePerSecond()), false) : after(trials);
    if (wanted instanceof End) {
      return wanted;
    }
    if (trials.size() >= spec.maxTrials()) {
      return new End(false, "maxTrials was reached after " + trials.size() + " trials");
    }
    return elapsed.compareTo(spec.timeLimit()) >= 0
        ? new End(false, "timeLimit was reached after " + trials.size() + " trials")
        : wanted;
  }

  private NextStep after(List<Trial> trials) {
    Evidence evidence = new Evidence(trials);
    if (evidence.silentLast() >= MOST_SILENT) {
      return new End(false, "nothing was received in the last " + MOST_SILENT + " trials");
    }
    if (evidence.lastIsDoubtful()) {
      Trial last = trials.get(trials.size() - 1);
      return new Try(last.ratePerSecond(), last.full());
    }
    if (evidence.contradictory().isPresent()) {
      return new Try(evidence.contradictory().getAsDouble(), true);
    }
    if (evidence.high().isEmpty()) {
      return up(evidence, evidence.low().orElseThrow());
    }
    double high = evidence.high().getAsDouble();
    return evidence.low().isEmpty()
        ? down(evidence, high)
        : between(evidence, evidence.low().getAsDouble(), high);
  }

  private NextStep up(Evidence evidence, double low) {
    return low >= MOST_RATE
        ? new End(false, String.format(Locale.ROOT, "no trial failed up to %,.0f msg/s", low))
        : new Try(inRange(low * expansion(evidence)), false);
  }

  private NextStep down(Evidence evidence, double high) {
    if (high <= LEAST_RATE) {
      return new End(false, "no trial passed, down to 1 msg/s");
    }
    double achieved = evidence.achievedAt(high);
    boolean useful = achieved > 0 && achieved < high / GUESS_MARGIN;
    return new Try(inRange(useful ? achieved : high / LARGEST_FACTOR), false);
  }

  private NextStep between(Evidence evidence, double low, double high) {
    double middle = rounded(Math.sqrt(low * high));
    if (high / low > coarse) {
      return new Try(guess(evidence, low, high, middle), false);
    }
    if (evidence.isSingleShortFailure(high)) {
      return new Try(high, false); // Before the long trials: it may have been an outage.
    }
    if (evidence.lower().orElse(0) != low) {
      return new Try(low, true);
    }
    if (high / low > fine && middle > low && middle < high) {
      return new Try(middle, true);
    }
    if (evidence.upper().orElse(0) != high || !evidence.isConfirmed(high)) {
      return new Try(high, true);
    }
    return evidence.isConfirmed(low) ? new End(true, "") : new Try(low, true);
  }

  private double guess(Evidence evidence, double low, double high, double middle) {
    double achieved = rounded(evidence.achievedAt(high));
    if (achieved > low * GUESS_MARGIN && achieved < high / GUESS_MARGIN) {
      return achieved;
    }
    boolean nearLow = achieved > low / GUESS_MARGIN && achieved <= low * GUESS_MARGIN;
    return nearLow ? Math.min(middle, rounded(low * coarse)) : middle;
  }

  /** Larger steps as long as nothing fails. */
  private double expansion(Evidence evidence) {
    return evidence.anyFailed()
        ? Math.min(LARGEST_FACTOR, Math.pow(coarse, 1 << Math.min(4, evidence.passedLast() / 2)))
        : LARGEST_FACTOR;
  }

  private static double inRange(double rate) {
    return Math.max(LEAST_RATE, Math.min(MOST_RATE, rounded(rate)));
  }

  private static double rounded(double rate) {
    return BigDecimal.valueOf(rate).round(DIGITS).doubleValue();
  }
}
