package io.tidemark.model.workloadfile;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.TimeSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Warm-up, test and phases.
 *
 * @param usual length of the test if the file does not say it
 */
record TimeReader(
    Fields fields, TimeSpec given, MeasuredMetrics measured, Optional<Duration> usual) {
  private static final String TEST = "testDuration";
  private static final String TEST_MINUTES = "testDurationMinutes";
  private static final String PHASES = "phases";

  TimeSpec read(List<Phase> phases) {
    return given.complete(test(phases), sampleInterval());
  }

  List<Phase> phases() {
    return new PhaseReader(fields, sampleInterval(), measured).read();
  }

  /** A wrong one allows every window of an objective. */
  private Duration sampleInterval() {
    return fields.isWrong("sampleInterval") ? Duration.ZERO : given.sampleInterval();
  }

  /** Empty: until interrupted. */
  private Optional<Duration> test(List<Phase> phases) {
    Duration phased = phases.stream().map(Phase::length).reduce(Duration.ZERO, Duration::plus);
    if (phased.compareTo(Quantities.LONGEST) > 0) {
      fields.error(
          PHASES,
          "are longer than "
              + Quantities.text(Quantities.LONGEST)
              + " together, the longest time span allowed");
      return Optional.of(Quantities.LONGEST);
    }
    if (!fields.has(TEST) && !fields.has(TEST_MINUTES)) {
      if (phases.isEmpty() && usual.filter(length -> !length.isZero()).isPresent()) {
        return usual;
      }
      if (phases.isEmpty()) {
        fields.error(
            TEST,
            "the key is missing; allowed a time span such as 30s or 5m, or unlimited"
                + " (or OMB's testDurationMinutes)");
      }
      return Optional.of(phased);
    }
    Optional<Duration> test = given.test();
    if (test.isPresent() && test.get().compareTo(phased) < 0) {
      fields.error(
          PHASES,
          ("are longer than the test, got %s; allowed at most %s (without testDuration"
                  + " the test is as long as its phases)")
              .formatted(Quantities.text(phased), Quantities.text(test.get())));
    }
    return test;
  }
}
