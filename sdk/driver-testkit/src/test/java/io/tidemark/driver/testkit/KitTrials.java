package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

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
  /** Rules about connections, and the only ones that {@link NetDriver} is for. */
  private static final Set<String> OF_CONNECTIONS =
      Set.of("8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7");

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
    RuleOutcome outcome = outcome(rule, Optional.empty());
    assertThat(outcome.result()).as(outcome.reason()).isEqualTo(Result.PASSED);
  }

  @ParameterizedTest
  @MethodSource("defects")
  void aDefectIsNoticedByItsRule(Defect defect) throws IOException {
    Rule rule =
        ConformanceRules.all().stream()
            .filter(each -> each.number().equals(defect.rule))
            .findFirst()
            .orElseThrow();
    RuleOutcome outcome = outcome(rule, Optional.of(defect));
    assertThat(outcome.result()).as(outcome.reason()).isEqualTo(Result.FAILED);
    assertThat(outcome.reason()).isNotBlank();
  }

  private RuleOutcome outcome(Rule rule, Optional<Defect> defect) throws IOException {
    if (!OF_CONNECTIONS.contains(rule.number())) {
      return outcome(rule, new MemorySubject(rule, defect, directory));
    }
    try (NetSubject subject = new NetSubject(defect, directory)) {
      return outcome(rule, subject);
    }
  }

  private RuleOutcome outcome(Rule rule, DriverUnderTest subject) {
    return RuleOutcome.tryRule(
        rule, new ConformanceBench(subject, directory, Patience.of(subject)));
  }
}
