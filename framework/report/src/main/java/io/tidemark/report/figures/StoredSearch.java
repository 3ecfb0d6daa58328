package io.tidemark.report.figures;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.SearchSpec.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The search for the highest sustainable rate, a number of clients or a message size, as stored.
 * Rates are those of all producers together; bounds of rates are null in other searches.
 *
 * @param over what was searched, by its key in a workload; absent for a rate
 * @param passed of another quantity, the last value that passed before those that failed
 * @param failed of another quantity, the first value that failed
 * @param highestRatePerSecond the lower bound; null if no trial passed
 * @param lowerBoundPerSecond highest rate that passed below all rates that failed; null if none
 *     passed
 * @param upperBoundPerSecond lowest rate that failed; null if none failed
 * @param converged whether the bounds are close enough and confirmed
 * @param reason why not; empty if they are
 */
public record StoredSearch(
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String over,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double passed,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double failed,
    @Nullable Double highestRatePerSecond,
    @Nullable Double lowerBoundPerSecond,
    @Nullable Double upperBoundPerSecond,
    boolean converged,
    String reason,
    List<Trial> trials) {

  /**
   * What was tried.
   *
   * @param phase its name in the run
   * @param value of another quantity than the rate; absent for a rate
   * @param ratePerSecond that was intended; null in a closed loop
   * @param seconds how long it lasted
   * @param fullLength whether it was to have the length that decides
   * @param reason why it failed; empty if it passed
   * @param receivedRatePerSecond messages of this rate that were received during the trial
   * @param backlogSlopePerSecond growth of the messages that were due and not received
   * @param backlogSlopeErrorPerSecond standard error of that; null if there were too few samples
   * @param telemetry of the broker, in order of names; empty in files without it
   */
  public record Trial(
      String phase,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double value,
      @Nullable Double ratePerSecond,
      double seconds,
      boolean fullLength,
      boolean passed,
      String reason,
      double receivedRatePerSecond,
      double backlogSlopePerSecond,
      @Nullable Double backlogSlopeErrorPerSecond,
      Latencies latencies,
      List<TrialTelemetry> telemetry) {
    public Trial {
      Objects.requireNonNull(phase);
      Objects.requireNonNull(latencies);
      telemetry = telemetry == null ? List.of() : List.copyOf(telemetry);
    }

    /** The value of the quantity that was searched. */
    @JsonIgnore
    public double tried() {
      return value != null ? value : Objects.requireNonNullElse(ratePerSecond, 0.0);
    }

    public SearchReport.Trial report() {
      return new SearchReport.Trial(
          phase,
          tried(),
          Optional.ofNullable(ratePerSecond),
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
   * @param telemetry of the run
   */
  static StoredSearch of(
      SearchReport report, List<StoredPhase> phases, Iterable<TelemetrySample> telemetry) {
    List<StoredPhase> trials =
        phases.stream().filter(phase -> PhaseNames.isTrial(phase.name())).toList();
    Map<String, List<TrialTelemetry>> read = TrialTelemetry.of(trials, telemetry);
    boolean rate = report.over() == Quantity.RATE;
    Double passed = report.passed().orElse(null);
    Double failed = report.failed().orElse(null);
    return new StoredSearch(
        rate ? null : report.over().key(),
        rate ? null : passed,
        rate ? null : failed,
        rate ? passed : null,
        rate ? passed : null,
        rate ? failed : null,
        report.converged(),
        report.reason(),
        report.trials().stream()
            .map(trial -> trial(trial, rate, trials, read.getOrDefault(trial.phase(), List.of())))
            .toList());
  }

  private static Trial trial(
      SearchReport.Trial trial,
      boolean rate,
      List<StoredPhase> trials,
      List<TrialTelemetry> telemetry) {
    Latencies latencies =
        trials.stream()
            .filter(phase -> phase.name().equals(trial.phase()))
            .findFirst()
            .orElseThrow()
            .latencies();
    return new Trial(
        trial.phase(),
        rate ? null : trial.value(),
        rate ? (Double) trial.value() : trial.intendedPerSecond().orElse(null),
        trial.seconds(),
        trial.fullLength(),
        trial.passed(),
        trial.reason(),
        trial.receivedPerSecond(),
        trial.backlogSlopePerSecond(),
        trial.backlogSlopeErrorPerSecond().orElse(null),
        latencies,
        telemetry);
  }

  /** What was searched. */
  @JsonIgnore
  public Quantity quantity() {
    return Stream.of(Quantity.values())
        .filter(each -> each.key().equals(over))
        .findFirst()
        .orElse(Quantity.RATE);
  }

  public SearchReport report() {
    boolean rate = over == null;
    return new SearchReport(
        quantity(),
        Optional.ofNullable(rate ? lowerBoundPerSecond : passed),
        Optional.ofNullable(rate ? upperBoundPerSecond : failed),
        converged,
        reason,
        trials.stream().map(Trial::report).toList());
  }
}
