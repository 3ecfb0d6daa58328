package io.tidemark.runs.watch;

import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.Sample;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.ObjectiveKeys;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

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
    for (Phase phase : workload.time().phases()) {
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
    Optional<Double> nanos = nanos(objective.key(), sample);
    if (nanos.isPresent()) {
      checked.merge(objective, 1, Integer::sum);
      if (!objective.comparison().holds(nanos.get(), objective.limit())) {
        missed.merge(objective, 1, Integer::sum);
      }
    }
  }

  private static Optional<Double> nanos(String key, Sample sample) {
    return ObjectiveKeys.measure(key)
        .map(sample.latencies()::get)
        .flatMap(latency -> statistic(key.substring(key.indexOf('.') + 1), latency));
  }

  private static Optional<Double> statistic(String name, LatencySummary latency) {
    return switch (name) {
      case "mean" -> Optional.of(latency.meanNanos());
      case "p50" -> Optional.of((double) latency.p50Nanos());
      case "p75" -> Optional.of((double) latency.p75Nanos());
      case "p90" -> Optional.of((double) latency.p90Nanos());
      case "p95" -> Optional.of((double) latency.p95Nanos());
      case "p99" -> Optional.of((double) latency.p99Nanos());
      case "p99.9" -> Optional.of((double) latency.p999Nanos());
      case "p99.99" -> Optional.of((double) latency.p9999Nanos());
      case "max" -> Optional.of((double) latency.maxNanos());
      default -> Optional.empty();
    };
  }

  /** One line for each objective that a sample missed. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    missed.forEach(
        (objective, samples) ->
            lines.add(
                String.format(
                    Locale.ROOT,
                    "objective %s %s: not met in %d of %d samples",
                    objective.key(),
                    objective.condition(),
                    samples,
                    checked.getOrDefault(objective, samples))));
    return lines;
  }
}
