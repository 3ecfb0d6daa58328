package io.tidemark.model.workloadfile;

import io.tidemark.model.grammar.Fields;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.yaml.SourceLocation;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The list under {@code phases}. */
record PhaseReader(Fields fields, Duration sampleInterval, MeasuredMetrics measured) {
  private static final double MAX_RATE = 1e9;
  private static final double LEAST_STEP = 0.001;
  private static final int MAX_STEPS = 1_000;

  private static final String PHASES = "phases";
  private static final String NAME = "name";
  private static final String DURATION = "duration";
  private static final String PAUSE = "pause";
  private static final String REPEAT = "repeat";
  private static final String RATE = "rate";
  private static final String STEP = "step";
  private static final String EVERY = "every";
  private static final String OBJECTIVES = "objectives";

  /** The phases of a file as far as they are maps; repeated ones once. */
  static List<Fields> each(Fields fields) {
    return fields.elements(PHASES).stream().flatMap(PhaseReader::single).toList();
  }

  private static Stream<Fields> single(Fields element) {
    return element.has(PHASES)
        ? element.elements(PHASES).stream().flatMap(PhaseReader::single)
        : Stream.of(element);
  }

  /** A phase and the part of the file that it is from. */
  private record Read(Phase phase, Fields source) {
    Read again(int repetition) {
      return new Read(phase.withName(phase.name() + "-" + repetition), source);
    }
  }

  List<Phase> read() {
    List<Read> all = new ArrayList<>();
    for (Fields element : fields.elements(PHASES)) {
      all.addAll(read(element, all.size() + 1));
    }
    if (!fields.haveErrors()
        && !all.isEmpty()
        && all.stream().allMatch(read -> read.phase().isPause())) {
      fields.error(PHASES, "are only pauses, in which producers send nothing; allowed one more");
    }
    Set<String> names = new HashSet<>();
    all.forEach(read -> requireNew(names, read.phase(), read.source()));
    return all.stream().map(Read::phase).toList();
  }

  /**
   * @param number of its first phase, for phases without a name
   */
  private List<Read> read(Fields element, int number) {
    if (element.has(REPEAT) || element.has(PHASES)) {
      return repeated(element, number);
    }
    Fields rate = element.section(RATE);
    if (element.has(PAUSE)) {
      Phase pause = phase(element, "pause-" + number, element, PAUSE);
      pause.objectives().stream()
          .filter(
              objective ->
                  MetricNames.objective(objective.key()).filter(Metric::isOfSending).isPresent())
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

  private List<Read> repeated(Fields element, int number) {
    if (!element.haveErrors()) { // Else it may follow from what has been reported.
      requireOnlyPhases(element);
    }
    List<Read> once = new ArrayList<>();
    for (Fields each : element.elements(PHASES)) {
      once.addAll(read(each, number + once.size()));
    }
    int times = element.read(Phase.class).repeat().orElse(1);
    if ((long) times * once.size() > MAX_STEPS) {
      element.error(
          REPEAT,
          String.format(
              Locale.ROOT,
              "makes too many phases, got %d times %d; allowed 1000 phases",
              times,
              once.size()));
      return once;
    }
    List<Read> all = new ArrayList<>();
    for (int i = 1; i <= times; i++) {
      int repetition = i;
      once.forEach(read -> all.add(read.again(repetition)));
    }
    return all;
  }

  private static void requireOnlyPhases(Fields element) {
    element.require(REPEAT);
    element.require(PHASES);
    for (String key : element.map().entries().keySet()) {
      if (!key.equals(REPEAT) && !key.equals(PHASES)) {
        String path = element.path() + "." + key;
        String message = "cannot be combined with repeat; allowed in each of its phases";
        element.problems().error(element.map().mark(), path, message);
      }
    }
  }

  private static void requireNew(Set<String> names, Phase phase, Fields each) {
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
  private List<Phase> staircase(Fields each, Fields rate) {
    Phase first = phase(each, "rate", rate, EVERY);
    rate.require(STEP);
    double to = first.endRatePerSecond().orElse(0.0);
    double from = first.startRatePerSecond().orElse(to);
    BigDecimal step =
        BigDecimal.valueOf(
            rate.read(Phase.Rates.class).step().filter(any -> any >= LEAST_STEP).orElse(MAX_RATE));
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
  private Phase phase(Fields phase, String name, Fields timed, String key) {
    timed.require(key);
    Phase keys = phase.read(Phase.class);
    Duration duration =
        key.equals(EVERY)
            ? keys.rate().flatMap(Phase.Rates::every).orElse(Duration.ZERO)
            : keys.length();
    ObjectiveScope scope =
        ObjectiveScope.ofPhase(phase.path(OBJECTIVES), sampleInterval, duration, timed.path(key));
    return keys.complete(
        name,
        duration,
        new ObjectiveReader(fields.problems(), scope, measured, Map.of())
            .read(phase.node(OBJECTIVES)));
  }
}
