package io.tidemark.runs.watch;

import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * In how many samples a latency did not meet its objective. Only a hint: the verdict has the
 * percentiles of all messages. Not thread-safe.
 */
final class ObjectivesSoFar {
  private final Map<String, List<Objective>> byPhase = new HashMap<>();
  private final List<Objective> everywhere;
  private final Map<Objective, Integer> missed = new LinkedHashMap<>();
  private final Map<Objective, Integer> checked = new HashMap<>();
  private boolean measured;

  ObjectivesSoFar(Workload workload) {
    everywhere = workload.objectives();
    for (Phase phase : workload.phases()) {
      byPhase.put(phase.name(), phase.objectives());
    }
  }

  void phaseStarted(boolean isMeasured) {
    measured = isMeasured;
  }

  void add(Sample sample) {
    if (measured) {
      everywhere.forEach(objective -> check(objective, sample));
      byPhase.getOrDefault(sample.phase(), List.of()).forEach(each -> check(each, sample));
    }
  }

  private void check(Objective objective, Sample sample) {
    OptionalDouble nanos = nanos(objective.key(), sample);
    if (nanos.isPresent()) {
      checked.merge(objective, 1, Integer::sum);
      if (!objective.comparison().holds(nanos.getAsDouble(), objective.limit())) {
        missed.merge(objective, 1, Integer::sum);
      }
    }
  }

  private static OptionalDouble nanos(String key, Sample sample) {
    Optional<Metric> metric = MetricNames.objective(key);
    return metric
        .flatMap(Metric::measure)
        .map(sample.latencies()::get)
        .map(latency -> latency.nanos(metric.get().statistic()))
        .orElse(OptionalDouble.empty());
  }

  /** One line for each objective that a sample missed. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    missed.forEach(
        (objective, samples) ->
            lines.add(
                String.format(
                    Locale.ROOT,
                    "objective %s %s: not met in %d of %s",
                    objective.key(),
                    objective.condition(),
                    samples,
                    Text.plural(checked.getOrDefault(objective, samples), "sample"))));
    return lines;
  }
}
