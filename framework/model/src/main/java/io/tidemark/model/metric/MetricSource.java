package io.tidemark.model.metric;

import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** What a value is taken from: a run with all its measured phases, or one phase of it. */
public interface MetricSource {
  JudgedRun run();

  /** The phase, or all measured ones of a traffic class as one; empty: the run. */
  Optional<PhaseResult> phase();

  /** Messages not yet received when its load stopped; empty if no sample was taken. */
  OptionalDouble backlog();

  /** The largest backlog of a sample; empty if none was taken. */
  OptionalDouble mostBacklog();

  /** The run when it is finished; empty while it is judged. */
  default Optional<RunResult> result() {
    return run() instanceof RunResult result ? Optional.of(result) : Optional.empty();
  }

  /** The number of the phase, or of the run. */
  default OptionalDouble number(
      Function<JudgedRun, Optional<Long>> ofRun, Function<PhaseResult, Optional<Long>> ofPhase) {
    return phase()
        .map(ofPhase)
        .orElseGet(() -> ofRun.apply(run()))
        .map(Long::doubleValue)
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  /**
   * A part of a finished run.
   *
   * @param phase empty: the run
   */
  static MetricSource of(RunResult run, Optional<PhaseResult> phase) {
    record Finished(JudgedRun run, Optional<PhaseResult> phase) implements MetricSource {
      @Override
      public OptionalDouble backlog() {
        return phase
            .or(
                () ->
                    run.phases().stream()
                        .filter(PhaseResult::measured)
                        .max(Comparator.comparing(PhaseResult::startEpochNanos)))
            .flatMap(PhaseResult::backlogMessages)
            .map(Long::doubleValue)
            .map(OptionalDouble::of)
            .orElse(OptionalDouble.empty());
      }

      @Override
      public OptionalDouble mostBacklog() {
        return run.samples().stream()
            .filter(each -> phase.isEmpty() || each.phase().equals(phase.get().name()))
            .mapToDouble(Sample::backlog)
            .max();
      }
    }
    return new Finished(run, phase);
  }
}
