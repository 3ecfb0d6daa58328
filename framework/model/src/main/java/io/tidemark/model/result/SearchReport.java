package io.tidemark.model.result;

import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.SearchSpec.Quantity;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The search for the highest rate that the system under test sustains, over all producers, or for a
 * number of clients or a message size.
 *
 * @param over what was searched
 * @param passed the last value that passed before those that failed; empty if none passed
 * @param failed the first value that failed; empty if none failed
 * @param converged whether the bounds are close enough and confirmed
 * @param reason why not; empty if they are
 * @param trials in order
 */
public record SearchReport(
    Quantity over,
    Optional<Double> passed,
    Optional<Double> failed,
    boolean converged,
    String reason,
    List<Trial> trials) {

  /**
   * A value that was tried.
   *
   * @param phase its name in the run
   * @param value rate of all producers, number or size
   * @param intendedPerSecond rate of all producers; empty in a closed loop
   * @param seconds how long it lasted
   * @param fullLength whether it was to have the length that decides
   * @param passed whether it was sustained
   * @param reason why not; empty if it was
   * @param receivedPerSecond messages of the trial that were received during it
   * @param backlogSlopePerSecond growth of the messages that were due and not received
   * @param backlogSlopeErrorPerSecond standard error of that; empty if there were too few samples
   */
  public record Trial(
      String phase,
      double value,
      Optional<Double> intendedPerSecond,
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

  /** Of a search for a rate. */
  public SearchReport(
      Optional<Double> passed,
      Optional<Double> failed,
      boolean converged,
      String reason,
      List<Trial> trials) {
    this(Quantity.RATE, passed, failed, converged, reason, trials);
  }

  public SearchReport {
    Objects.requireNonNull(reason);
    trials = List.copyOf(trials);
  }

  /** The value that a phase of the run had; empty where it is not known. */
  public Optional<Double> valueIn(String phase) {
    return PhaseNames.isSearchLoad(phase) || PhaseNames.isBetweenTrials(phase)
        ? trials.stream().filter(trial -> trial.phase().equals(phase)).map(Trial::value).findFirst()
        : passed;
  }

  /** A value with its unit. */
  public static String text(Quantity over, double value) {
    return switch (over) {
      case RATE -> Text.rate(value);
      case MESSAGE_SIZE -> Text.count((long) value) + " B";
      case PRODUCERS, CONSUMERS, REQUESTERS -> Text.count((long) value) + " " + over.key();
    };
  }
}
