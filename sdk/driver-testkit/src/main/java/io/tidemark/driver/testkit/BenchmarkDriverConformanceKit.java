package io.tidemark.driver.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules that a driver must keep, as JUnit tests. Extend it, implement the two methods of {@link
 * DriverUnderTest} without a default, and override others to declare further cases:
 *
 * <pre>{@code
 * class MyDriverConformanceIT extends BenchmarkDriverConformanceKit {
 *   public BenchmarkDriver newDriver() {
 *     return new MyBenchmarkDriver();
 *   }
 *
 *   public File configuration() {
 *     return new File("local.yaml");
 *   }
 * }
 * }</pre>
 *
 * Each rule uses a new driver and separate topics, and cleans up if the driver supports it. At the
 * end the {@link ConformanceStatement} is printed, and written to {@code target/conformance}.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
public abstract class BenchmarkDriverConformanceKit implements DriverUnderTest {
  /** Maven's tests can run in another folder than the module's. */
  private static final Path STATEMENTS =
      Path.of(System.getProperty("basedir", ""), "target", "conformance");

  /** By test class and number; a rule that is repeated has its last outcome. */
  private static final Map<String, Map<String, RuleOutcome>> OUTCOMES = new ConcurrentHashMap<>();

  /** By test class. */
  private static final Map<String, Patience> PATIENCE = new ConcurrentHashMap<>();

  @TempDir Path temporary;

  static Stream<Rule> rules() {
    return ConformanceRules.all().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  final void rule(Rule rule) throws Throwable {
    String name = getClass().getSimpleName();
    Map<String, RuleOutcome> outcomes =
        OUTCOMES.computeIfAbsent(name, any -> new LinkedHashMap<>());
    if (outcomes.containsKey(rule.number())) {
      PATIENCE.remove(name); // Repeated, so what was late before may have been the machine.
    }
    Patience patience =
        PATIENCE.computeIfAbsent(name, any -> new Patience(deadline(), Duration.ofDays(1)));
    RuleOutcome outcome =
        RuleOutcome.tryRule(rule, new ConformanceBench(this, temporary, patience));
    outcomes.put(rule.number(), outcome);
    if (outcome.violates() && outcome.failure().isPresent()) {
      throw outcome.failure().get();
    }
    Assumptions.assumeTrue(outcome.result() == RuleOutcome.Result.PASSED, outcome.reason());
  }

  @AfterAll
  static void printStatement(TestInfo test) throws IOException {
    String name = test.getTestClass().orElseThrow().getSimpleName();
    ConformanceStatement statement =
        new ConformanceStatement(name, List.copyOf(OUTCOMES.getOrDefault(name, Map.of()).values()));
    Files.createDirectories(STATEMENTS);
    Files.writeString(STATEMENTS.resolve(name + ".txt"), statement.text());
    Files.writeString(STATEMENTS.resolve(name + ".json"), statement.json());
    Files.writeString(STATEMENTS.resolve(name + ".xml"), statement.junitXml());
    System.out.print(statement.shortText());
  }
}
