package io.tidemark.model.result;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The search for the highest rate that the system under test sustains, over all producers.
 *
 * @param lowerBoundPerSecond highest rate that passed below all rates that failed; empty if none
 *     passed
 * @param upperBoundPerSecond lowest rate that failed; empty if none failed
 * @param converged whether the bounds are close enough and confirmed
 * @param reason why not; empty if they are
 * @param trials in order
 */
public record SearchReport(
    Optional<Double> lowerBoundPerSecond,
    Optional<Double> upperBoundPerSecond,
    boolean converged,
    String reason,
    List<Trial> trials) {

  /**
   * A constant rate that was tried.
   *
   * @param phase its name in the run
   * @param ratePerSecond of all producers
   * @param seconds how long it lasted
   * @param fullLength whether it was to have the length that decides
   * @param passed whether the rate was sustained
   * @param reason why not; empty if it was
   * @param receivedPerSecond messages of this rate that were received during the trial
   * @param backlogSlopePerSecond growth of the messages that were due and not received
   * @param backlogSlopeErrorPerSecond standard error of that; empty if there were too few samples
   */
  public record Trial(
      String phase,
      double ratePerSecond,
      double seconds,
      boolean fullLength,
      boolean passed,
      String reason,
      double receivedPerSecond,
      double backlogSlopePerSecond,
      Optional<Double> backlogSlopeErrorPerSecond) {
    public Trial {
      Objects.requireNonNull(phase);
      Objects.requireNonNull(reason);
    }
  }

  public SearchReport {
    Objects.requireNonNull(reason);
    trials = List.copyOf(trials);
  }

  /** The lower bound: it was sustained. */
  public Optional<Double> highestRatePerSecond() {
    return lowerBoundPerSecond;
  }
}
