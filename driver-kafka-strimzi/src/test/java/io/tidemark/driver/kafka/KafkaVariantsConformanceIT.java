package io.tidemark.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.testkit.ConformanceRules;
import io.tidemark.driver.testkit.ConformanceStatement;
import io.tidemark.driver.testkit.DriverUnderTest;
import io.tidemark.driver.testkit.Rule;
import io.tidemark.driver.testkit.RuleOutcome;
import io.tidemark.driver.testkit.RuleOutcome.Result;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The rules that can differ with other consumers than those of classic groups, and with
 * transactions; {@link KafkaConformanceIT} tries all rules without them.
 */
@Timeout(240)
@Tag("release")
class KafkaVariantsConformanceIT {
  @RegisterExtension static final SharedCluster cluster = SharedCluster.PROXIED_NODE;

  @TempDir Path files;

  /** What depends on the consumer: joining, deliveries, closing, retained messages, pauses. */
  private static final String CONSUMING = "4.2 4.3 4.6 5.1 5.4 5.6 5.11 6.2 6.3 ";

  private enum Variant {
    BROKER_ASSIGNED_GROUP(
        """
        consumerConfig: {group.protocol: consumer}
        groupConfig: {consumer.heartbeat.interval.ms: 300}
        """,
        CONSUMING + "5.3"),

    /** They divide partitions when they are created together; a closed one has no successor. */
    ASSIGNED_PARTITIONS("consumer: assigned", CONSUMING),

    /** Without order and partitions. */
    SHARE_GROUP(
        """
        consumer: share
        groupConfig: {share.heartbeat.interval.ms: 300}
        """,
        "1.8 4.1 4.3 4.6 4.7 5.1 5.3 5.4 5.6 5.11 6.3"),

    /** Many sends of the kit wait for the one before. */
    TRANSACTIONS(
        """
        transactionInterval: 10ms
        producerConfig: {acks: all, transactional.id: conformance}
        consumerConfig: {isolation.level: read_committed, heartbeat.interval.ms: 300}
        """,
        "1.8 3.1 3.7 3.9 4.1 4.3 4.4 4.19 5.2 5.4 5.11 6.15 7.1");

    private final String settings;
    private final List<String> numbers;

    Variant(String settings, String numbers) {
      this.settings = settings;
      this.numbers = List.of(numbers.strip().split(" "));
    }

    List<Rule> rules() {
      List<Rule> rules =
          ConformanceRules.all().stream().filter(rule -> numbers.contains(rule.number())).toList();
      assertThat(rules).extracting(Rule::number).containsExactlyInAnyOrderElementsOf(numbers);
      return rules;
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsTheRulesThatCanDiffer(Variant variant) throws Exception {
    Path file =
        Files.writeString(
            files.resolve("driver.yaml"),
            "replicationFactor: 1\ncommonConfig: bootstrap.servers=%s\n%s\n"
                .formatted(cluster.bootstrap(), variant.settings));

    ConformanceStatement statement =
        ConformanceStatement.of(
            variant.name(), new Subject(file.toFile()), variant.rules(), files, outcome -> {});

    assertThat(statement.outcomes())
        .as(statement.text())
        .extracting(RuleOutcome::result)
        .containsOnly(Result.PASSED);
  }

  private record Subject(File configuration) implements DriverUnderTest {
    @Override
    public BenchmarkDriver newDriver() {
      return new KafkaBenchmarkDriver();
    }

    /** {@link KafkaConformanceIT} tries more. */
    @Override
    public int messages() {
      return 1_000;
    }
  }
}
