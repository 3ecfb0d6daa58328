package io.tidemark.report;

import io.tidemark.model.result.SearchReport;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The search for the highest sustainable rate, as stored. Rates are those of all producers
 * together.
 *
 * @param highestRatePerSecond the lower bound; null if no trial passed
 * @param lowerBoundPerSecond highest rate that passed below all rates that failed; null if none
 *     passed
 * @param upperBoundPerSecond lowest rate that failed; null if none failed
 * @param converged whether the bounds are close enough and confirmed
 * @param reason why not; empty if they are
 */
public record StoredSearch(
    @Nullable Double highestRatePerSecond,
    @Nullable Double lowerBoundPerSecond,
    @Nullable Double upperBoundPerSecond,
    boolean converged,
    String reason,
    List<Trial> trials) {

  /**
   * A constant rate that was tried.
   *
   * @param phase its name in the run
   * @param seconds how long it lasted
   * @param fullLength whether it was to have the length that decides
   * @param reason why it failed; empty if it passed
   * @param receivedRatePerSecond messages of this rate that were received during the trial
   * @param backlogSlopePerSecond growth of the messages that were due and not received
   * @param backlogSlopeErrorPerSecond standard error of that; null if there were too few samples
   */
  public record Trial(
      String phase,
      double ratePerSecond,
      double seconds,
      boolean fullLength,
      boolean passed,
      String reason,
      double receivedRatePerSecond,
      double backlogSlopePerSecond,
      @Nullable Double backlogSlopeErrorPerSecond,
      Latencies latencies) {
    public Trial {
      Objects.requireNonNull(phase);
      Objects.requireNonNull(latencies);
    }

    SearchReport.Trial report() {
      return new SearchReport.Trial(
          phase,
          ratePerSecond,
          seconds,
          fullLength,
          passed,
          reason,
          receivedRatePerSecond,
          backlogSlopePerSecond,
          Optional.ofNullable(backlogSlopeErrorPerSecond));
    }
  }

  public StoredSearch {
    Objects.requireNonNull(reason);
    trials = List.copyOf(trials);
  }

  /**
   * @param phases of the run, with the latencies of the trials
   */
  static StoredSearch of(SearchReport report, List<StoredPhase> phases) {
    return new StoredSearch(
        report.highestRatePerSecond().orElse(null),
        report.lowerBoundPerSecond().orElse(null),
        report.upperBoundPerSecond().orElse(null),
        report.converged(),
        report.reason(),
        report.trials().stream().map(trial -> trial(trial, phases)).toList());
  }

  private static Trial trial(SearchReport.Trial trial, List<StoredPhase> phases) {
    Latencies latencies =
        phases.stream()
            .filter(phase -> phase.name().equals(trial.phase()))
            .findFirst()
            .orElseThrow()
            .latencies();
    return new Trial(
        trial.phase(),
        trial.ratePerSecond(),
        trial.seconds(),
        trial.fullLength(),
        trial.passed(),
        trial.reason(),
        trial.receivedPerSecond(),
        trial.backlogSlopePerSecond(),
        trial.backlogSlopeErrorPerSecond().orElse(null),
        latencies);
  }

  SearchReport report() {
    return new SearchReport(
        Optional.ofNullable(lowerBoundPerSecond),
        Optional.ofNullable(upperBoundPerSecond),
        converged,
        reason,
        trials.stream().map(Trial::report).toList());
  }
}
