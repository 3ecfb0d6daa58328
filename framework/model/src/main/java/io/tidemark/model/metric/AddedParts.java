package io.tidemark.model.metric;

import io.tidemark.model.added.Added;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.part.Part;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Parts of results that a feature computes from the rest of a run, and metrics of them. */
public interface AddedParts extends Added {
  /** In the order in which {@code result.json} has them. */
  default List<Part<?>> parts() {
    return List.of();
  }

  /** The run, which has no verdict yet, with what was measured. */
  default RunResult measured(RunResult run) {
    return run;
  }

  /** The run with what depends on its verdict; also if it gets another verdict. */
  default RunResult judged(RunResult run) {
    return run;
  }

  default List<Metric> metrics() {
    return List.of();
  }

  /** Changes what may differ between the systems of runs, as texts by their names. */
  default void subject(RunResult run, Map<String, String> subject) {}

  /**
   * Why a run cannot have one of the metrics; empty if it can.
   *
   * @param telemetry asks whether the driver has metrics of its broker
   */
  default Optional<String> whyNot(
      Metric metric, Workload workload, DriverFile driver, BooleanSupplier telemetry) {
    return Optional.empty();
  }

  static List<AddedParts> all() {
    return Added.of(AddedParts.class);
  }

  /** The run with {@link #measured} of all features. */
  static RunResult toMeasured(RunResult run) {
    RunResult with = run;
    for (AddedParts each : all()) {
      with = each.measured(with);
    }
    return with;
  }

  /** The run with {@link #judged} of all features. */
  static RunResult toJudged(RunResult run) {
    RunResult with = run;
    for (AddedParts each : all()) {
      with = each.judged(with);
    }
    return with;
  }
}
