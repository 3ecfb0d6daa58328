package io.tidemark.model.workload;

import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.Quantities;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Warm-up, test and phases. */
final class TimeReader {
  private static final String UNLIMITED = "unlimited";

  private final Fields fields;
  private final Problems problems;
  private final MeasuredKeys measured;

  TimeReader(Fields fields, Problems problems, MeasuredKeys measured) {
    this.measured = measured;
    this.fields = fields;
    this.problems = problems;
  }

  TimeSpec read() {
    List<Phase> phases =
        new PhaseReader(problems, sampleInterval(), measured).read(fields.node("phases"));
    notBoth("testDuration", "testDurationMinutes");
    notBoth("warmupDuration", "warmupDurationMinutes");
    return new TimeSpec(
        warmup(), test(phases), sampleInterval(), fields.count("iterations"), phases);
  }

  private Duration sampleInterval() {
    return fields.duration("sampleInterval").orElse(Duration.ZERO);
  }

  private void notBoth(String key, String ombKey) {
    if (fields.has(key) && fields.has(ombKey)) {
      problems.error(
          fields.mark(ombKey), ombKey, "is there beside " + key + "; allowed is one of the two");
    }
  }

  private Duration warmup() {
    return fields
        .duration("warmupDuration")
        .or(() -> fields.number("warmupDurationMinutes").map(TimeReader::minutes))
        .orElse(Duration.ofMinutes(1));
  }

  /** Empty: until interrupted. */
  private Optional<Duration> test(List<Phase> phases) {
    Duration phased = phases.stream().map(Phase::duration).reduce(Duration.ZERO, Duration::plus);
    if (phased.compareTo(Quantities.LONGEST) > 0) {
      problems.error(
          fields.mark("phases"),
          "phases",
          "are longer than "
              + Quantities.text(Quantities.LONGEST)
              + " together, the longest time span allowed");
      return Optional.of(Quantities.LONGEST);
    }
    if (!fields.has("testDuration") && !fields.has("testDurationMinutes")) {
      if (phases.isEmpty()) {
        missing();
      }
      return Optional.of(phased);
    }
    Optional<Duration> test = given();
    if (test.isPresent() && test.get().compareTo(phased) < 0) {
      problems.error(
          fields.mark("phases"),
          "phases",
          "are longer than the test, got "
              + Quantities.text(phased)
              + "; allowed at most "
              + Quantities.text(test.get())
              + " (without testDuration the test is as long as its phases)");
    }
    return test;
  }

  private Optional<Duration> given() {
    if (fields.given("testDuration").filter(UNLIMITED::equals).isPresent()) {
      return Optional.empty();
    }
    return fields
        .duration("testDuration")
        .or(() -> fields.number("testDurationMinutes").map(TimeReader::minutes))
        .filter(duration -> !duration.isZero());
  }

  private void missing() {
    problems.error(
        fields.mark(""),
        "testDuration",
        "the key is missing; allowed a time span such as 30s or 5m, or unlimited"
            + " (or OMB's testDurationMinutes)");
  }

  private static Duration minutes(double minutes) {
    return Duration.ofMinutes((long) minutes);
  }
}
