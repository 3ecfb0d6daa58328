package io.tidemark.coordinator.search;

import io.tidemark.coordinator.search.NextStep.End;
import io.tidemark.coordinator.search.NextStep.Try;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Text;
import io.tidemark.model.workload.SearchSpec;
import io.tidemark.model.workload.SearchSpec.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * Finds the highest rate that a system sustains, as MLRsearch does: short trials find the range of
 * rates, full-length trials decide, and trials at the bounds are repeated. The next step is a
 * function of the trials so far. The same for numbers and sizes, whose steps are whole.
 *
 * <p>The range is found in steps that multiply the rate, then halved in its logarithm. What a
 * system handled of a rate that was too high is used as the next guess.
 */
public final class RateSearch {
  // Two halvings of a range found by short trials reach the precision.
  private static final int COARSE_POWER = 4;
  private static final double GUESS_MARGIN = 1.05;
  private static final int MOST_SILENT = 5;
  private static final double LATER_FACTOR = 2; // of a warm-up, when a rate was too high
  private static final double LOWEST_LIMIT = 0.01; // of the first rate, to find the fewest trials
  private static final int MOST_TRIALS = 100;

  private final SearchSpec spec;
  private final SearchScale scale;
  private final double fine;
  private final double coarse;

  public RateSearch(SearchSpec spec) {
    this(spec, new SearchScale(spec, SearchSpec.MOST_RATE, false));
  }

  public RateSearch(SearchSpec spec, SearchScale scale) {
    this.spec = spec;
    this.scale = scale;
    this.fine = 1 / (1 - spec.precision());
    this.coarse = Math.min(2, Math.pow(fine, COARSE_POWER));
  }

  /**
   * @param trials so far, in order
   * @param elapsed since the search began
   */
  public NextStep next(List<Trial> trials, Duration elapsed) {
    NextStep wanted =
        trials.isEmpty() ? new Try(scale.inRange(scale.start()), false) : after(trials);
    if (wanted instanceof End) {
      return wanted;
    }
    boolean enough = trials.size() >= spec.maxTrials();
    if (!enough && elapsed.compareTo(spec.timeLimit()) < 0) {
      return wanted;
    }
    return new End(
        false,
        "%s was reached after %s; %s"
            .formatted(
                enough ? "maxTrials" : "timeLimit",
                Text.plural(trials.size(), "trial"),
                missing(new Evidence(trials), ((Try) wanted).ratePerSecond())));
  }

  /** What the trial that is not made would have been for. */
  private String missing(Evidence evidence, double rate) {
    if (evidence.high().orElse(-1) == rate) {
      return "the upper bound, " + text(rate) + ", needs another trial";
    }
    return evidence.low().orElse(-1) == rate
        ? "the lower bound, " + text(rate) + ", needs another trial"
        : text(rate) + " would be the next trial";
  }

  /**
   * What a search needs at least, from its first trial, if no trial is disturbed.
   *
   * @param length of all trials but the last
   */
  public record Least(int trials, Duration length) {}

  /** Over systems of any limit; empty if none of them lets the search converge. */
  Optional<Least> least() {
    return DoubleStream.iterate(LOWEST_LIMIT, factor -> factor < 1 / LOWEST_LIMIT, f -> f * 1.02)
        .mapToObj(factor -> trialsAt(scale.start() * factor))
        .flatMap(Optional::stream)
        .min(Comparator.comparingInt(Least::trials).thenComparing(Least::length));
  }

  private Optional<Least> trialsAt(double limit) {
    List<Trial> trials = new ArrayList<>();
    Duration length = Duration.ZERO;
    NextStep next = new Try(scale.inRange(scale.start()), false);
    while (next instanceof Try step && trials.size() < MOST_TRIALS) {
      length = length.plus(spec.length(step.full()));
      double rate = step.ratePerSecond();
      boolean passed = rate <= limit;
      double failed = spec.over().isOfRate() ? limit : Double.NaN;
      trials.add(new Trial(rate, step.full(), passed, passed ? rate : failed));
      next = after(trials);
    }
    return next instanceof End end && end.converged()
        ? Optional.of(new Least(trials.size(), length.minus(spec.trialDuration())))
        : Optional.empty();
  }

  /**
   * The next short trial of a warm-up, which follows what the system handles of a rate: less code
   * is compiled at a lower one. Of another quantity the first value again.
   *
   * @param trials of the warm-up so far, passed if they were handled
   */
  public Try warmUp(List<Trial> trials) {
    if (trials.isEmpty() || !spec.over().isOfRate()) {
      return new Try(scale.inRange(scale.start()), false);
    }
    Trial last = trials.get(trials.size() - 1);
    double factor = new Evidence(trials).anyFailed() ? LATER_FACTOR : scale.largestFactor();
    double next =
        last.passed()
            ? last.ratePerSecond() * factor
            : Math.max(last.achievedPerSecond(), last.ratePerSecond() / scale.largestFactor());
    return new Try(scale.inRange(next), false);
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
    return low >= scale.most()
        ? new End(false, "no trial failed up to " + text(low))
        : new Try(harder(low, low * expansion(evidence)), false);
  }

  private NextStep down(Evidence evidence, double high) {
    if (high <= scale.least()) {
      return new End(false, "no trial passed, down to " + text(high));
    }
    double achieved = evidence.achievedAt(high);
    boolean useful = achieved > 0 && achieved < high / GUESS_MARGIN;
    return new Try(scale.inRange(useful ? achieved : high / scale.largestFactor()), false);
  }

  private String text(double step) {
    return spec.over() == Quantity.RATE
        ? String.format(Locale.ROOT, "%,.0f msg/s", step)
        : SearchReport.text(spec.over(), scale.value(step));
  }

  /** At least the next whole step. */
  private double harder(double low, double wanted) {
    double next = scale.inRange(wanted);
    for (double more = wanted; next <= low; more *= 1.1) {
      next = scale.inRange(more);
    }
    return next;
  }

  private NextStep between(Evidence evidence, double low, double high) {
    double middle = scale.round(Math.sqrt(low * high));
    boolean between = middle > low && middle < high;
    if (high / low > coarse && between) {
      return new Try(guess(evidence, low, high, middle), false);
    }
    if (evidence.isSingleShortFailure(high)) {
      return new Try(high, false); // Before the long trials: it may have been an outage.
    }
    if (evidence.lower().orElse(0) != low) {
      return new Try(low, true);
    }
    if (high / low > fine && between) {
      return new Try(middle, true);
    }
    if (evidence.upper().orElse(0) != high || !evidence.isConfirmed(high)) {
      return new Try(high, true);
    }
    return evidence.isConfirmed(low) ? new End(true, "") : new Try(low, true);
  }

  private double guess(Evidence evidence, double low, double high, double middle) {
    double known = evidence.achievedAt(high);
    double achieved = known > 0 ? scale.round(known) : 0;
    if (achieved > low * GUESS_MARGIN && achieved < high / GUESS_MARGIN) {
      return achieved;
    }
    boolean nearLow = achieved > low / GUESS_MARGIN && achieved <= low * GUESS_MARGIN;
    return nearLow ? Math.min(middle, scale.round(low * coarse)) : middle;
  }

  /** Larger steps as long as nothing fails. */
  private double expansion(Evidence evidence) {
    return evidence.anyFailed()
        ? Math.min(
            scale.largestFactor(), Math.pow(coarse, 1 << Math.min(4, evidence.passedLast() / 2)))
        : scale.largestFactor();
  }
}
