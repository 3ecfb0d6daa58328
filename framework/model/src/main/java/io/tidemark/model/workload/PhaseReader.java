package io.tidemark.model.workload;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The list under {@code phases}. */
record PhaseReader(WorkloadFields fields, Duration sampleInterval, MeasuredKeys measured) {
  private static final double MAX_RATE = 1e9;
  private static final double LEAST_STEP = 0.001;
  private static final int MAX_STEPS = 1_000;

  static final List<Setting> KEYS = new ArrayList<>();
  static final WorkloadKey<String> PHASES =
      WorkloadKey.of(
              "phases",
              "Consecutive parts of the measured time. Values that a phase does not set"
                  + " remain unchanged.",
              Type.LIST)
          .in(KEYS, "One phase.", Type.SECTION);
  private static final WorkloadKey<String> NAME =
      WorkloadKey.of(
              "phases[].name",
              "Unique in the file and not `warm-up`, `drain` or another part of every run;"
                  + " `phase-1`, ... if absent.",
              Type.NAME)
          .in(KEYS);
  static final WorkloadKey<Duration> DURATION =
      WorkloadKey.duration(
              "phases[].duration", "How long. Required, but with `rate.step` or `pause`.")
          .atLeast(TimeReader.MILLISECOND)
          .in(KEYS);
  static final WorkloadKey<Duration> PAUSE =
      WorkloadKey.duration(
              "phases[].pause",
              "Instead of `duration`: a phase of this length in which producers send nothing."
                  + " Clients stay connected, consumers receive what is left, and the next phase"
                  + " continues with the rate before the pause.")
          .atLeast(TimeReader.MILLISECOND)
          .in(KEYS);
  static final WorkloadKey<Integer> REPEAT =
      WorkloadKey.count(
              "phases[].repeat",
              "Instead of a single phase: repeats the list under `phases` this number of times."
                  + " Their names get the number of the repetition: `peak-1`, `peak-2`, ...")
          .atLeast(1)
          .atMost(MAX_STEPS)
          .in(KEYS);
  static final WorkloadKey<String> REPEATED =
      WorkloadKey.of(
              "phases[].phases", "The phases to repeat, in the format of `phases`.", Type.LIST)
          .in(KEYS);
  static final Line<Double> RATE =
      Line.of(
          WorkloadKey.rate(
                  "phases[].rate",
                  "Messages per second: a rate, a straight line `{from, to}`, or a staircase"
                      + " `{from, to, step, every}`.",
                  Type.SECTION)
              .atMost(MAX_RATE),
          WorkloadKey.rate("phases[].rate.from", "At its start.").atMost(MAX_RATE),
          WorkloadKey.rate("phases[].rate.to", "At its end.").atMost(MAX_RATE));
  static final WorkloadKey<Double> STEP =
      WorkloadKey.rate(
              "phases[].rate.step",
              "Makes a phase of each step from `from` to `to`, named after its rate:"
                  + " `rate-1000`, or `NAME-1000` with a `name`.")
          .atLeast(LEAST_STEP)
          .atMost(MAX_RATE)
          .in(KEYS);
  static final WorkloadKey<Duration> EVERY =
      WorkloadKey.duration("phases[].rate.every", "Length of each step; required with `step`.")
          .atLeast(TimeReader.MILLISECOND)
          .in(KEYS);
  private static final Line<Duration> PROCESSING_TIME =
      Line.of(
          WorkloadKey.duration(
              "phases[].consumerProcessingTime",
              "For each message: a time span, or a linear ramp `{from, to}`.",
              Type.SECTION),
          WorkloadKey.duration("phases[].consumerProcessingTime.from", "At its start."),
          WorkloadKey.duration("phases[].consumerProcessingTime.to", "At its end."));
  static final WorkloadKey<Integer> SIZE =
      WorkloadKey.size("phases[].messageSize", "Size of every message, envelope included.")
          .in(KEYS);
  static final WorkloadKey<Integer> PRODUCERS =
      WorkloadKey.count(
              "phases[].producersPerTopic",
              "Producers of each topic, which share the rate. With `pattern: pubsub`.")
          .atLeast(1)
          .in(KEYS);
  static final WorkloadKey<Integer> CONSUMERS =
      WorkloadKey.count(
              "phases[].consumerPerSubscription",
              "Consumers of each subscription. 0 is possible, but not in the last phase. With"
                  + " `pattern: pubsub`.")
          .in(KEYS);
  private static final WorkloadKey<String> OBJECTIVES =
      WorkloadKey.of(
              "phases[].objectives",
              "Conditions that this phase must meet, in the format of `objectives`. See"
                  + " below.",
              Type.MAP,
              Type.LIST)
          .in(KEYS);

  /** A quantity that is constant or goes in a straight line. */
  record Line<T>(WorkloadKey<T> key, WorkloadKey<T> from, WorkloadKey<T> to) {
    static <T> Line<T> of(WorkloadKey<T> key, WorkloadKey<T> from, WorkloadKey<T> to) {
      return new Line<>(key.in(KEYS), from.asRequired().in(KEYS), to.asRequired().in(KEYS));
    }

    Optional<T> start(WorkloadFields phase) {
      return phase.given(key).or(() -> phase.section(key).given(from));
    }

    Optional<T> end(WorkloadFields phase) {
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

  /** The elements of a list of phases as far as they are maps. */
  private static List<WorkloadFields> elements(WorkloadFields fields, WorkloadKey<String> list) {
    List<WorkloadFields> elements = new ArrayList<>();
    for (YamlNode item : fields.items(list)) {
      if (item instanceof YamlMap map) {
        String path = fields.path(list) + "[" + elements.size() + "]";
        elements.add(new WorkloadFields(map, path, fields.problems()));
      }
    }
    return elements;
  }

  /** The phases of a file as far as they are maps; repeated ones once. */
  static List<WorkloadFields> each(WorkloadFields fields) {
    return elements(fields, PHASES).stream().flatMap(PhaseReader::single).toList();
  }

  private static Stream<WorkloadFields> single(WorkloadFields element) {
    return element.has(REPEATED)
        ? elements(element, REPEATED).stream().flatMap(PhaseReader::single)
        : Stream.of(element);
  }

  /** Reports objectives of single phases, where phases are not measured separately. */
  static void noObjectives(WorkloadFields fields, String with) {
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

  /** A phase and the part of the file that it is from. */
  private record Read(Phase phase, WorkloadFields source) {
    Read again(int repetition) {
      return new Read(phase.named(phase.name() + "-" + repetition), source);
    }
  }

  List<Phase> read() {
    List<Read> all = new ArrayList<>();
    for (WorkloadFields element : elements(fields, PHASES)) {
      all.addAll(read(element, all.size() + 1));
    }
    if (!fields.haveErrors()
        && !all.isEmpty()
        && all.stream().allMatch(read -> read.phase().pause())) {
      fields.error(PHASES, "are only pauses, in which producers send nothing; allowed one more");
    }
    Set<String> names = new HashSet<>();
    all.forEach(read -> requireNew(names, read.phase(), read.source()));
    return all.stream().map(Read::phase).toList();
  }

  /**
   * @param number of its first phase, for phases without a name
   */
  private List<Read> read(WorkloadFields element, int number) {
    if (element.has(REPEAT) || element.has(REPEATED)) {
      return repeated(element, number);
    }
    WorkloadFields rate = element.section(RATE.key);
    if (element.has(PAUSE)) {
      if (!element.haveErrors()) { // Else it may follow from what has been reported.
        element.notBoth(PAUSE, DURATION);
        element.notBoth(PAUSE, RATE.key);
      }
      Phase pause = phase(element, "pause-" + number, element, PAUSE);
      pause.objectives().stream()
          .filter(objective -> MeasuredKeys.isOfSending(objective.key()))
          .forEach(
              objective ->
                  element.error(
                      OBJECTIVES,
                      objective.key() + " has no value in a pause, in which nothing is sent"));
      return List.of(new Read(pause, element));
    }
    if (rate.has(STEP) || rate.has(EVERY)) {
      return staircase(element, rate).stream().map(step -> new Read(step, element)).toList();
    }
    return List.of(new Read(phase(element, "phase-" + number, element, DURATION), element));
  }

  private List<Read> repeated(WorkloadFields element, int number) {
    if (!element.haveErrors()) { // Else it may follow from what has been reported.
      requireOnlyPhases(element);
    }
    List<Read> once = new ArrayList<>();
    for (WorkloadFields each : elements(element, REPEATED)) {
      once.addAll(read(each, number + once.size()));
    }
    int times = element.given(REPEAT).orElse(1);
    if ((long) times * once.size() > MAX_STEPS) {
      element.error(
          REPEAT,
          "makes too many phases, got %d times %d; allowed 1000 phases"
              .formatted(times, once.size()));
      return once;
    }
    List<Read> all = new ArrayList<>();
    for (int i = 1; i <= times; i++) {
      int repetition = i;
      once.forEach(read -> all.add(read.again(repetition)));
    }
    return all;
  }

  private static void requireOnlyPhases(WorkloadFields element) {
    element.require(REPEAT);
    element.require(REPEATED);
    for (String key : element.map().entries().keySet()) {
      if (!key.equals(REPEAT.name()) && !key.equals(REPEATED.name())) {
        String path = element.path() + "." + key;
        String message = "cannot be combined with repeat; allowed in each of its phases";
        element.problems().error(element.map().mark(), path, message);
      }
    }
  }

  private static void requireNew(Set<String> names, Phase phase, WorkloadFields each) {
    SourceLocation mark = each.map().mark();
    if (PhaseNames.isOfTheRun(phase.name())) {
      each.problems()
          .error(
              mark,
              each.path(NAME),
              phase.name() + " is the name of a built-in part of a run; choose another name");
    } else if (!names.add(phase.name())) {
      each.problems()
          .error(
              mark,
              each.path(NAME),
              "two phases have the name " + phase.name() + "; names must differ");
    }
  }

  /** A phase of each step. */
  private List<Phase> staircase(WorkloadFields each, WorkloadFields rate) {
    Phase first = phase(each, "rate", rate, EVERY);
    rate.require(STEP);
    if (each.has(DURATION)) {
      each.error(DURATION, "does not go with rate.step; allowed is rate.every alone");
    }
    if (PROCESSING_TIME.end(each).isPresent()) {
      each.error(PROCESSING_TIME.key, "a line does not go with rate.step; allowed a time span");
    }
    double to = first.endRatePerSecond().orElse(0.0);
    double from = first.startRatePerSecond().orElse(to);
    BigDecimal step =
        BigDecimal.valueOf(rate.given(STEP).filter(any -> any >= LEAST_STEP).orElse(MAX_RATE));
    if (Math.abs(to - from) / step.doubleValue() >= MAX_STEPS) {
      rate.error(STEP, "makes too many phases, got " + step.toPlainString() + "; allowed 1000");
      return List.of(first);
    }
    List<Phase> steps = new ArrayList<>();
    int upwards = Double.compare(to, from);
    BigDecimal end = BigDecimal.valueOf(to);
    for (BigDecimal at = BigDecimal.valueOf(from);
        at.compareTo(end) * upwards < 0;
        at = at.add(upwards > 0 ? step : step.negate())) {
      steps.add(first.at(at));
    }
    steps.add(first.at(end));
    return steps;
  }

  /**
   * @param timed has the key of its length
   */
  private Phase phase(
      WorkloadFields phase, String name, WorkloadFields timed, WorkloadKey<Duration> key) {
    timed.require(key);
    Duration duration = timed.given(key).orElse(Duration.ZERO);
    ObjectiveScope scope =
        ObjectiveScope.ofPhase(phase.path(OBJECTIVES), sampleInterval, duration, timed.path(key));
    return new Phase(
        phase.given(NAME).orElse(name),
        duration,
        phase.has(PAUSE),
        RATE.start(phase),
        RATE.end(phase),
        PROCESSING_TIME.start(phase),
        PROCESSING_TIME.end(phase),
        phase.given(SIZE),
        phase.given(PRODUCERS),
        phase.given(CONSUMERS),
        new ObjectiveReader(fields.problems(), scope, measured).read(phase.node(OBJECTIVES)));
  }

  static Map<String, Object> plain(Phase phase) {
    Map<String, Object> map = new LinkedHashMap<>();
    NAME.put(map, phase.name());
    (phase.pause() ? PAUSE : DURATION).put(map, phase.duration());
    RATE.put(map, phase.startRatePerSecond(), phase.endRatePerSecond());
    PROCESSING_TIME.put(map, phase.startProcessingTime(), phase.endProcessingTime());
    phase.messageSizeBytes().ifPresent(bytes -> SIZE.put(map, bytes));
    phase.producersPerTopic().ifPresent(number -> PRODUCERS.put(map, number));
    phase.consumersPerSubscription().ifPresent(number -> CONSUMERS.put(map, number));
    if (!phase.objectives().isEmpty()) {
      map.put(OBJECTIVES.name(), ObjectiveReader.plain(phase.objectives()));
    }
    return map;
  }
}
