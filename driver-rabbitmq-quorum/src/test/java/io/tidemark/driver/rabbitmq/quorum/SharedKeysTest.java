package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.testkit.ConformanceRules;
import io.tidemark.driver.testkit.ConformanceStatement;
import io.tidemark.driver.testkit.DriverUnderTest;
import io.tidemark.driver.testkit.Rule;
import io.tidemark.driver.testkit.RuleOutcome;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sections of the file that the drivers of RabbitMQ share are declared and read in another jar. */
class SharedKeysTest {
  @Test
  void rule614FindsTheCodeThatReadsSharedKeys(@TempDir Path directory) {
    DriverUnderTest subject =
        new DriverUnderTest() {
          @Override
          public BenchmarkDriver newDriver() {
            return new RabbitMqQuorumBenchmarkDriver();
          }

          @Override
          public File configuration() {
            throw new AssertionError("the rule needs no broker");
          }
        };
    List<Rule> rules = ConformanceRules.all().stream().filter(rule -> rule.isOf("6.14")).toList();
    assertThat(ConformanceStatement.of("quorum", subject, rules, directory, each -> {}).outcomes())
        .singleElement()
        .satisfies(
            outcome ->
                assertThat(outcome.result())
                    .as(outcome.reason())
                    .isEqualTo(RuleOutcome.Result.PASSED));
  }
}
