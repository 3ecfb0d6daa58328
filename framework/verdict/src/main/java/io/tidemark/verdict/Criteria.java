package io.tidemark.verdict;

import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.Workload;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Criteria of the verdict.
 *
 * @param thresholds by their keys; those that are absent have their defaults
 * @param objectives of the measured phases, or of the whole run
 * @param phaseObjectives of single phases, by their names
 */
public record Criteria(
    Map<String, Double> thresholds,
    List<Objective> objectives,
    Map<String, List<Objective>> phaseObjectives) {
  public Criteria {
    thresholds = Map.copyOf(thresholds);
    objectives = List.copyOf(objectives);
    phaseObjectives = Collections.unmodifiableMap(new LinkedHashMap<>(phaseObjectives));
  }

  /** The thresholds and objectives of a workload. */
  public static Criteria fromWorkload(Workload workload) {
    Map<String, List<Objective>> ofPhases = new LinkedHashMap<>();
    for (Phase phase : workload.time().phases()) {
      ofPhases.put(phase.name(), phase.objectives());
    }
    return new Criteria(workload.thresholds(), workload.objectives(), ofPhases);
  }

  /** Keys of all objectives. */
  List<String> metrics() {
    return Stream.concat(
            objectives.stream(), phaseObjectives.values().stream().flatMap(List::stream))
        .map(Objective::key)
        .distinct()
        .toList();
  }

  double limit(Threshold threshold) {
    return threshold.in(thresholds);
  }
}
