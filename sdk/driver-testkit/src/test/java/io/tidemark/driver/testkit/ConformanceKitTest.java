package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.testkit.RuleOutcome.Result;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The kit against sound drivers, and against drivers with one defect each. */
@Tag("slow")
class ConformanceKitTest {
  private static final Path DOCUMENT = Path.of("../../docs/reference/driver-conformance.md");

  /** Rules about what the broker has, which a driver without one does not try. */
  private static final Set<String> OF_A_BROKER =
      Set.of(
          "3.11", "3.12", "3.13", "4.14", "4.16", "4.17", "4.18", "4.19", "5.9", "5.10", "6.6",
          "6.11", "6.12", "6.13", "6.14", "6.15", "6.16", "8.8", "8.9");

  @TempDir Path directory;

  @AfterEach
  void closeWhatADefectLeftOpen() throws IOException {
    for (Closeable left : TinyDriver.LEFT) {
      left.close();
    }
    TinyDriver.LEFT.clear();
  }

  static Stream<Rule> rules() {
    return ConformanceRules.all().stream();
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
  @EnumSource
  void aDefectIsNoticedByItsRule(Defect defect) throws IOException {
    Rule rule = rules().filter(each -> each.number().equals(defect.rule)).findFirst().orElseThrow();
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

  @Test
  void everyRuleHasADefectThatItNotices() {
    assertThat(Arrays.stream(Defect.values()).map(defect -> defect.rule))
        .containsAll(rules().map(Rule::number).toList());
  }

  @Test
  void theReferenceListsEveryRuleWithItsLevelAndWords() throws IOException {
    assertThat(groups("(?m)^\\| (\\d\\.\\d+) \\| (\\w+) \\| ([^|]+) \\|", document()))
        .isEqualTo(rules().map(r -> List.of(r.number(), r.level().name(), r.text())).toList());
  }

  @Test
  void theReferenceListsEveryDefectWithItsRule() throws IOException {
    Function<Defect, List<String>> entry =
        defect -> List.of(defect.rule, defect.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    String section = document().replaceFirst("(?s).*## Wrong drivers", "").replaceAll("\\s+", " ");
    assertThat(groups("(\\d\\.\\d+) ([a-z0-9 ]+)[;.]", section))
        .isEqualTo(Arrays.stream(Defect.values()).map(entry).toList());
  }

  private static String document() throws IOException {
    return Files.readString(DOCUMENT);
  }

  private static List<List<String>> groups(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(ConformanceKitTest::groups)
        .toList();
  }

  private static List<String> groups(MatchResult match) {
    return Stream.iterate(1, i -> i <= match.groupCount(), i -> i + 1)
        .map(i -> match.group(i).replace("`", "").strip())
        .collect(Collectors.toList());
  }

  @Test
  void junitReportsPassedFailedAndUntriedRules() {
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(VendorTest.class))
        .execute()
        .testEvents()
        .assertStatistics(s -> s.started(ConformanceRules.all().size()).failed(1).aborted(27));
  }

  /** A vendor's test class that declares nothing, and whose driver has a defect. */
  static class VendorTest extends BenchmarkDriverConformanceKit {
    @TempDir Path files;

    @Override
    public BenchmarkDriver newDriver() {
      return new TinyDriver(Optional.of(Defect.TIMESTAMP_IN_SECONDS));
    }

    @Override
    public File configuration() throws IOException {
      return Files.writeString(files.resolve("driver.yaml"), "sound").toFile();
    }
  }
}
