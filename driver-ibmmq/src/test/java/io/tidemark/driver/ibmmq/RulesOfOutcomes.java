package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.testkit.ConformanceRules;
import io.tidemark.driver.testkit.ConformanceStatement;
import io.tidemark.driver.testkit.DriverUnderTest;
import io.tidemark.driver.testkit.RuleOutcome;
import io.tidemark.driver.testkit.RuleOutcome.Result;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The driver with a file, tried by the kit's rules of refused messages: 9.1 and following.
 *
 * @param messages that a rule sends
 */
record RulesOfOutcomes(File configuration, int messages) implements DriverUnderTest {
  @Override
  public BenchmarkDriver newDriver() {
    return new IbmMqBenchmarkDriver();
  }

  @Override
  public Map<String, Object> configurationKeys() throws IOException {
    return new YAMLMapper().readValue(configuration, Map.class);
  }

  /** Fails unless each of the first rules passes. */
  void firstPass(int rules, String name, Path directory) throws Exception {
    ConformanceStatement statement =
        ConformanceStatement.of(
            name,
            this,
            ConformanceRules.all().stream()
                .filter(rule -> rule.number().matches("9\\.[1-" + rules + "]"))
                .toList(),
            directory,
            outcome -> {});
    assertThat(statement.outcomes())
        .as(statement.text())
        .hasSize(rules)
        .extracting(RuleOutcome::result)
        .containsOnly(Result.PASSED);
  }
}
