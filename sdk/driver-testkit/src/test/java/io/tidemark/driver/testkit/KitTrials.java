package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.tidemark.driver.testkit.RuleOutcome.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules against sound drivers, and against drivers with one defect each. */
@Tag("slow")
abstract class KitTrials {
  /** Rules about what the broker has, which a driver without one does not try. */
  private static final Set<String> OF_A_BROKER =
      Set.of(
          "3.11", "3.12", "3.13", "4.14", "4.16", "4.17", "4.18", "4.19", "5.9", "5.10", "6.6",
          "6.11", "6.12", "6.13", "6.14", "6.15", "6.16", "6.17", "8.8", "8.9");

  /** They count drivers, threads or sockets of the process, or record what it prints. */
  private static final Set<String> OF_THE_PROCESS =
      Set.of("1.3", "1.7", "1.8", "1.9", "5.8", "6.13");

  @TempDir Path directory;

  static Stream<Rule> rulesOf(boolean ofTheProcess) {
    return ConformanceRules.all().stream()
        .filter(rule -> OF_THE_PROCESS.contains(rule.number()) == ofTheProcess);
  }

  static Stream<Defect> defectsOf(boolean ofTheProcess) {
    return Arrays.stream(Defect.values())
        .filter(defect -> OF_THE_PROCESS.contains(defect.rule) == ofTheProcess);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void aSoundDriverKeepsTheRule(Rule rule) throws IOException {
    RuleOutcome outcome =
        OF_A_BROKER.contains(rule.number())
            ? inMemory(rule, Optional.empty())
            : outcome(rule, Optional.empty());
    assertThat(outcome.result()).as(outcome.reason()).isEqualTo(Result.PASSED);
  }

  /** Other drivers of this test connect, and have requests and replies. */
  @ParameterizedTest
  @MethodSource("rules")
  void aSoundDriverOfABrokerViolatesNoRule(Rule rule) {
    assumeFalse(rule.number().matches("7\\.\\d|8\\.[1-7]"));
    RuleOutcome outcome = inMemory(rule, Optional.empty());
    assertThat(outcome.result()).as(outcome.reason()).isIn(Result.PASSED, Result.NOT_TRIED);
  }

  @ParameterizedTest
  @MethodSource("defects")
  void aDefectIsNoticedByItsRule(Defect defect) throws IOException {
    Rule rule =
        ConformanceRules.all().stream()
            .filter(each -> each.number().equals(defect.rule))
            .findFirst()
            .orElseThrow();
    RuleOutcome outcome =
        defect.inMemoryDriver
            ? inMemory(rule, Optional.of(defect))
            : outcome(rule, Optional.of(defect));
    assertThat(outcome.result()).as(outcome.reason()).isEqualTo(Result.FAILED);
    assertThat(outcome.reason()).isNotBlank();
  }

  private RuleOutcome outcome(Rule rule, Optional<Defect> defect) throws IOException {
    try (Subject subject = new Subject(rule, defect, directory)) {
      return RuleOutcome.tryRule(
          rule, new ConformanceBench(subject, directory, Patience.of(subject)));
    }
  }

  private RuleOutcome inMemory(Rule rule, Optional<Defect> defect) {
    DriverUnderTest subject = new MemorySubject(rule, defect, directory);
    return RuleOutcome.tryRule(
        rule, new ConformanceBench(subject, directory, Patience.of(subject)));
  }
}
