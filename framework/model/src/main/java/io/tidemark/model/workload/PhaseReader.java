package io.tidemark.model.workload;

import io.tidemark.model.yaml.Form;
import io.tidemark.model.yaml.KeyRule;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The list under {@code phases}. */
final class PhaseReader {
  private static final double MAX_RATE = 1e9;

  static final List<KeyRule> KEYS = new ArrayList<>();
  static final WorkloadKey<String> PHASES =
      WorkloadKey.of(
              "phases",
              "Stretches of the measured part, one after the other. What a phase"
                  + " does not name stays as it was.",
              Form.LIST)
          .in(KEYS, "One stretch.", Form.SECTION);
  private static final WorkloadKey<String> NAME =
      WorkloadKey.of(
              "phases[].name",
              "Unique in the file and not `warm-up`, `drain` or another part of every run;"
                  + " `phase-1`, ... if absent.",
              Form.STRING)
          .in(KEYS);
  private static final WorkloadKey<Duration> DURATION =
      WorkloadKey.duration("phases[].duration", "How long.")
          .asRequired()
          .atLeast(TimeReader.MILLISECOND)
          .in(KEYS);
  private static final Line<Double> RATE =
      Line.of(
          WorkloadKey.of(
                  "phases[].rate",
                  "Messages per second: a number, or a straight line `{from, to}`.",
                  WorkloadKey::asNumber,
                  Form.NUMBER,
                  Form.SECTION)
              .atLeast(0)
              .atMost(MAX_RATE),
          WorkloadKey.number("phases[].rate.from", "At its start.").atLeast(0).atMost(MAX_RATE),
          WorkloadKey.number("phases[].rate.to", "At its end.").atLeast(0).atMost(MAX_RATE));
  private static final Line<Duration> PROCESSING_TIME =
      Line.of(
          WorkloadKey.duration(
              "phases[].consumerProcessingTime",
              "Of each message: a time span, or a straight line `{from, to}`.",
              Form.SECTION),
          WorkloadKey.duration("phases[].consumerProcessingTime.from", "At its start."),
          WorkloadKey.duration("phases[].consumerProcessingTime.to", "At its end."));
  private static final WorkloadKey<String> OBJECTIVES =
      WorkloadKey.of(
              "phases[].objectives",
              "Conditions that this phase must meet, in the grammar of `objectives`. See below.",
              Form.MAP,
              Form.LIST)
          .in(KEYS);

  private final Fields fields;
  private final Duration sampleInterval;
  private final MeasuredKeys measured;

  /** A quantity that is constant or goes in a straight line. */
  private record Line<T>(WorkloadKey<T> key, WorkloadKey<T> from, WorkloadKey<T> to) {
    static <T> Line<T> of(WorkloadKey<T> key, WorkloadKey<T> from, WorkloadKey<T> to) {
      return new Line<>(key.in(KEYS), from.asRequired().in(KEYS), to.asRequired().in(KEYS));
    }

    Optional<T> start(Fields phase) {
      return phase.given(key).or(() -> phase.section(key).given(from));
    }

    Optional<T> end(Fields phase) {
      return phase.section(key).given(to);
    }

    void put(Map<String, Object> map, Optional<T> start, Optional<T> end) {
      if (start.isPresent() && end.isPresent()) {
        Map<String, Object> ends = new LinkedHashMap<>();
        from.put(ends, start.get());
        to.put(ends, end.get());
        map.put(key.name(), ends);
      } else {
        start.ifPresent(value -> key.put(map, value));
      }
    }
  }

  PhaseReader(Fields fields, Duration sampleInterval, MeasuredKeys measured) {
    this.fields = fields;
    this.measured = measured;
    this.sampleInterval = sampleInterval;
  }

  /** The phases of a file as far as they are maps. */
  static List<Fields> each(Fields fields) {
    List<Fields> phases = new ArrayList<>();
    for (YamlNode item : fields.items(PHASES)) {
      if (item instanceof YamlMap map) {
        String path = PHASES.name() + "[" + phases.size() + "]";
        phases.add(new Fields(map, path, fields.problems()));
      }
    }
    return phases;
  }

  /** Reports objectives of single phases, where phases are not measured separately. */
  static void noObjectives(Fields fields, String with) {
    each(fields).stream()
        .filter(phase -> phase.has(OBJECTIVES))
        .forEach(
            phase ->
                phase.error(
                    OBJECTIVES,
                    "phases are not measured separately with "
                        + with
                        + "; allowed are objectives at the top of the file"));
  }

  List<Phase> read() {
    List<Phase> phases = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Fields each : each(fields)) {
      Phase phase = phase(each, phases.size());
      requireNew(names, phase, each);
      phases.add(phase);
    }
    return phases;
  }

  private static void requireNew(Set<String> names, Phase phase, Fields each) {
    SourceLocation mark = each.map().mark();
    if (PhaseNames.OF_THE_RUN.contains(phase.name())) {
      each.problems()
          .error(
              mark,
              each.path(NAME),
              phase.name() + " is the name of a part that runs have by themselves; choose another");
    } else if (!names.add(phase.name())) {
      each.problems()
          .error(
              mark,
              each.path(NAME),
              "two phases have the name " + phase.name() + "; names must differ");
    }
  }

  private Phase phase(Fields phase, int index) {
    Duration duration = phase.given(DURATION).orElse(Duration.ZERO);
    ObjectiveScope scope =
        ObjectiveScope.ofPhase(
            phase.path(OBJECTIVES), sampleInterval, duration, phase.path(DURATION));
    return new Phase(
        phase.given(NAME).orElse("phase-" + (index + 1)),
        duration,
        RATE.start(phase),
        RATE.end(phase),
        PROCESSING_TIME.start(phase),
        PROCESSING_TIME.end(phase),
        new ObjectiveReader(fields.problems(), scope, measured).read(phase.node(OBJECTIVES)));
  }

  static Map<String, Object> plain(Phase phase) {
    Map<String, Object> map = new LinkedHashMap<>();
    NAME.put(map, phase.name());
    DURATION.put(map, phase.duration());
    RATE.put(map, phase.startRatePerSecond(), phase.endRatePerSecond());
    PROCESSING_TIME.put(map, phase.startProcessingTime(), phase.endProcessingTime());
    if (!phase.objectives().isEmpty()) {
      map.put(OBJECTIVES.name(), ObjectiveReader.plain(phase.objectives()));
    }
    return map;
  }
}
