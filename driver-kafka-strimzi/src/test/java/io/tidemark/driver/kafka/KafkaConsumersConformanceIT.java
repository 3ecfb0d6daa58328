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
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The kit's rules for consumers with each kind of consumer but classic groups, with which {@link
 * KafkaConformanceIT} tries all rules.
 */
@Timeout(240)
class KafkaConsumersConformanceIT {
  @RegisterExtension static final SharedCluster cluster = SharedCluster.PROXIED_NODE;

  @TempDir Path files;

  private enum Kind {
    BROKER_ASSIGNED_GROUP(
        """
        consumerConfig: {group.protocol: consumer}
        groupConfig: {consumer.heartbeat.interval.ms: 300}
        """,
        "1.8",
        "4.4",
        "5.3",
        "7.1",
        "7.5"),

    /** They divide partitions when they are created together; a closed one has no successor. */
    ASSIGNED_PARTITIONS("consumer: assigned", "4.4"),

    /** Without order and partitions. */
    SHARE_GROUP(
        """
        consumer: share
        groupConfig: {share.heartbeat.interval.ms: 300}
        """,
        "1.8",
        "4.7",
        "5.3");

    /** What depends on the consumer: deliveries, closing, retained messages, pauses. */
    private static final List<String> OF_ALL =
        List.of("4.1", "4.2", "4.3", "4.6", "5.1", "5.4", "5.6", "6.2", "6.3");

    private final String settings;
    private final List<String> more;

    Kind(String settings, String... more) {
      this.settings = settings;
      this.more = List.of(more);
    }

    List<Rule> rules() {
      return ConformanceRules.all().stream()
          .filter(rule -> Stream.concat(OF_ALL.stream(), more.stream()).anyMatch(rule::isOf))
          .toList();
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsTheRulesForConsumers(Kind kind) throws Exception {
    Path file =
        Files.writeString(
            files.resolve("driver.yaml"),
            "replicationFactor: 1\ncommonConfig: bootstrap.servers=%s\n%s\n"
                .formatted(cluster.bootstrap(), kind.settings));

    ConformanceStatement statement =
        ConformanceStatement.of(
            kind.name(), new Subject(file.toFile()), kind.rules(), files, outcome -> {});

    assertThat(statement.outcomes())
        .as(statement.text())
        .isNotEmpty()
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
