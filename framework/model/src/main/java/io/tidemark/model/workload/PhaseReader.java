package io.tidemark.model.workload;

import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.Quantities;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The list under {@code phases}. */
final class PhaseReader {
  private final Problems problems;
  private final Duration sampleInterval;
  private final MeasuredKeys measured;

  PhaseReader(Problems problems, Duration sampleInterval, MeasuredKeys measured) {
    this.problems = problems;
    this.measured = measured;
    this.sampleInterval = sampleInterval;
  }

  List<Phase> read(Optional<YamlNode> node) {
    List<Phase> phases = new ArrayList<>();
    Set<String> names = new HashSet<>();
    if (node.orElse(null) instanceof YamlList list) {
      for (YamlNode item : list.items()) {
        if (item instanceof YamlMap map) {
          Phase phase = phase(map, phases.size());
          requireNew(names, phase, map, phases.size());
          phases.add(phase);
        }
      }
    }
    return phases;
  }

  private void requireNew(Set<String> names, Phase phase, YamlMap map, int index) {
    if (PhaseNames.OF_THE_RUN.contains(phase.name())) {
      problems.error(
          map.mark(),
          "phases[" + index + "].name",
          phase.name() + " is the name of a part that runs have by themselves; choose another");
    } else if (!names.add(phase.name())) {
      problems.error(
          map.mark(),
          "phases[" + index + "].name",
          "two phases have the name " + phase.name() + "; names must differ");
    }
  }

  private Phase phase(YamlMap map, int index) {
    Duration duration = scalar(map, "duration").flatMap(Quantities::duration).orElse(Duration.ZERO);
    ObjectiveScope scope = ObjectiveScope.ofPhase(index, sampleInterval, duration);
    return new Phase(
        scalar(map, "name").orElse("phase-" + (index + 1)),
        duration,
        end(map, "rate", "from", PhaseReader::number),
        onlyRamp(map, "rate", PhaseReader::number),
        end(map, "consumerProcessingTime", "from", Quantities::duration),
        onlyRamp(map, "consumerProcessingTime", Quantities::duration),
        new ObjectiveReader(problems, scope, measured).read(map.get("objectives")));
  }

  private static <T> Optional<T> end(
      YamlMap phase, String key, String side, Function<String, Optional<T>> parse) {
    return phase.get(key).orElse(null) instanceof YamlMap ramp
        ? scalar(ramp, side).flatMap(parse)
        : scalar(phase, key).flatMap(parse);
  }

  private static <T> Optional<T> onlyRamp(
      YamlMap phase, String key, Function<String, Optional<T>> parse) {
    boolean ramp = phase.get(key).orElse(null) instanceof YamlMap;
    return ramp ? end(phase, key, "to", parse) : Optional.empty();
  }

  private static Optional<String> scalar(YamlMap map, String key) {
    return map.get(key)
        .filter(YamlScalar.class::isInstance)
        .map(node -> ((YamlScalar) node).text());
  }

  private static Optional<Double> number(String text) {
    YamlScalar scalar = new YamlScalar(null, text, true);
    return scalar.isNumber() ? Optional.of(scalar.number()) : Optional.empty();
  }
}
