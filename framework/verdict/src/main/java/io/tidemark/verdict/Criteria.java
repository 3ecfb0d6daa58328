package io.tidemark.verdict;

import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.question.Question;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.Workload;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Criteria of the verdict.
 *
 * @param thresholds by their keys; those that are absent have their defaults
 * @param objectives of the measured phases, or of the whole run
 * @param phaseObjectives of single phases, by their names
 * @param question what decides; empty if the workload does not say it
 */
public record Criteria(
    Map<String, Double> thresholds,
    List<Objective> objectives,
    Map<String, List<Objective>> phaseObjectives,
    Optional<Question> question) {
  public Criteria {
    thresholds = Map.copyOf(thresholds);
    objectives = List.copyOf(objectives);
    phaseObjectives = Collections.unmodifiableMap(new LinkedHashMap<>(phaseObjectives));
  }

  /** The thresholds, the objectives and the question of a workload. */
  public static Criteria fromWorkload(Workload workload) {
    Map<String, List<Objective>> ofPhases = new LinkedHashMap<>();
    for (Phase phase : workload.phases()) {
      ofPhases.put(phase.name(), phase.objectives());
    }
    return new Criteria(
        workload.thresholds(), workload.objectives(), ofPhases, workload.question());
  }

  /** What all objectives are about. */
  List<MetricReference> judged() {
    return Stream.concat(
            objectives.stream(), phaseObjectives.values().stream().flatMap(List::stream))
        .map(objective -> MetricReference.of(MetricNames.of(objective)))
        .distinct()
        .toList();
  }

  /** Metrics of the question; none without one. */
  List<MetricReference> asked() {
    return question.map(MetricReference::asked).orElse(List.of());
  }

  double limit(Threshold threshold) {
    return threshold.in(thresholds);
  }
}
