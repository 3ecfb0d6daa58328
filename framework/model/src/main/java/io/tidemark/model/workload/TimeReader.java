package io.tidemark.model.workload;

import io.tidemark.driver.Quantities;
import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Warm-up, test and phases. */
record TimeReader(WorkloadFields fields, MeasuredKeys measured) {
  static final double MILLISECOND = 1e6;
  private static final double MAX_ITERATIONS = 10_000;
  private static final double MAX_MINUTES = Quantities.LONGEST.toMinutes();
  private static final long DEFAULT_WARM_UP_MINUTES = 1;
  private static final String UNLIMITED = "unlimited";

  static final List<Setting> KEYS = new ArrayList<>();
  static final WorkloadKey<Optional<Duration>> TEST =
      new WorkloadKey<>(
              Setting.rule("testDuration", "Length of the measured part.", Type.DURATION),
              TimeReader::test,
              test -> test.map(Quantities::text).orElse(UNLIMITED))
          .atLeast(MILLISECOND)
          .orWords(UNLIMITED)
          .in(KEYS);
  static final WorkloadKey<Long> TEST_MINUTES =
      minutes("testDurationMinutes", "The same in minutes, as in OMB. 0: until interrupted.");
  static final WorkloadKey<Duration> WARM_UP =
      WorkloadKey.duration("warmupDuration", "Length of the warm-up, which is not measured.")
          .in(KEYS);
  static final WorkloadKey<Long> WARM_UP_MINUTES =
      minutes(
          "warmupDurationMinutes",
          "The same in minutes, as in OMB. " + DEFAULT_WARM_UP_MINUTES + " if both are absent.");
  static final WorkloadKey<Duration> SAMPLE_INTERVAL =
      WorkloadKey.duration("sampleInterval", "Interval between samples on the timeline.")
          .atLeast(100 * MILLISECOND)
          .byDefault(Duration.ofSeconds(1))
          .in(KEYS);
  private static final WorkloadKey<Integer> ITERATIONS =
      WorkloadKey.count("iterations", "Number of runs.")
          .atLeast(1)
          .atMost(MAX_ITERATIONS)
          .byDefault(1)
          .in(KEYS);

  private static WorkloadKey<Long> minutes(String path, String description) {
    return WorkloadKey.integer(path, description).atLeast(0).atMost(MAX_MINUTES).in(KEYS);
  }

  private static Optional<Optional<Duration>> test(String text) {
    return text.equals(UNLIMITED)
        ? Optional.of(Optional.empty())
        : Quantities.duration(text).map(Optional::of);
  }

  TimeSpec read() {
    // A wrong one allows every window of an objective.
    Duration sampleInterval =
        fields.has(SAMPLE_INTERVAL)
            ? fields.given(SAMPLE_INTERVAL).orElse(Duration.ZERO)
            : fields.get(SAMPLE_INTERVAL);
    List<Phase> phases = new PhaseReader(fields, sampleInterval, measured).read();
    fields.notBoth(TEST, TEST_MINUTES);
    fields.notBoth(WARM_UP, WARM_UP_MINUTES);
    return new TimeSpec(warmup(), test(phases), sampleInterval, fields.get(ITERATIONS), phases);
  }

  static void write(TimeSpec time, Map<String, Object> map) {
    TEST.put(map, time.test());
    WARM_UP.put(map, time.warmup());
    SAMPLE_INTERVAL.put(map, time.sampleInterval());
    ITERATIONS.put(map, time.iterations());
    if (!time.phases().isEmpty()) {
      map.put(PhaseReader.PHASES.name(), time.phases().stream().map(PhaseReader::plain).toList());
    }
  }

  private Duration warmup() {
    return fields
        .given(WARM_UP)
        .or(() -> fields.given(WARM_UP_MINUTES).map(Duration::ofMinutes))
        .orElse(Duration.ofMinutes(DEFAULT_WARM_UP_MINUTES));
  }

  /** Empty: until interrupted. */
  private Optional<Duration> test(List<Phase> phases) {
    Duration phased = phases.stream().map(Phase::duration).reduce(Duration.ZERO, Duration::plus);
    if (phased.compareTo(Quantities.LONGEST) > 0) {
      fields.error(
          PhaseReader.PHASES,
          "are longer than "
              + Quantities.text(Quantities.LONGEST)
              + " together, the longest time span allowed");
      return Optional.of(Quantities.LONGEST);
    }
    if (!fields.has(TEST) && !fields.has(TEST_MINUTES)) {
      if (phases.isEmpty()) {
        fields.error(
            TEST,
            "the key is missing; allowed a time span such as 30s or 5m, or unlimited"
                + " (or OMB's testDurationMinutes)");
      }
      return Optional.of(phased);
    }
    Optional<Duration> test = given();
    if (test.isPresent() && test.get().compareTo(phased) < 0) {
      fields.error(
          PhaseReader.PHASES,
          ("are longer than the test, got %s; allowed at most %s (without testDuration"
                  + " the test is as long as its phases)")
              .formatted(Quantities.text(phased), Quantities.text(test.get())));
    }
    return test;
  }

  private Optional<Duration> given() {
    return fields
        .given(TEST)
        .or(() -> fields.given(TEST_MINUTES).map(Duration::ofMinutes).map(Optional::of))
        .flatMap(Function.identity())
        .filter(duration -> !duration.isZero());
  }
}
