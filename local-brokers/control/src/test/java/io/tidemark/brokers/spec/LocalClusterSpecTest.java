package io.tidemark.brokers.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.base.brokers.BrokerOptions;
import io.tidemark.brokers.LocalBrokers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalClusterSpecTest {
  @ParameterizedTest
  @CsvSource({
    "kafak, 3, kafak",
    "kafak, 3, 'kafka, rabbitmq'",
    "kafka, 0, 1 to 9",
    "kafka, 10, got 10",
    "jms, 2, got 2; allowed 1",
    "command, 1, options.start: required"
  })
  void refusesAnUnknownKindAndAWrongNumberOfNodes(String kind, int nodes, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalClusterSpec.of(kind, nodes))
        .withMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kafka    | memoryWatermark | 0.4        | memoryWatermark
          kafka    | memoryWatermark | 0.4        | heap, sessionTimeout, home, metrics, tls
          kafka    | heap            | 256x       | options.heap: wrong value, got 256x; allowed a size
          kafka    | heap            | 256x       | from 64MB to 64GB
          kafka    | heapMegabytes   | 12         | from 64MB to 64GB
          kafka    | home            | /none/there | unpacked Kafka server
          kafka    | features        | transaction.version=1, group.version | options.features: wrong value, got transaction.version=1, group.version; allowed names with levels
          kafka    | cpus            | 0          | options.cpus: wrong value, got 0; allowed a number
          kafka    | cpus            | two        | options.cpus: wrong value, got two; allowed a number
          kafka    | cpus            | 50%        | options.cpus: wrong value, got 50%; allowed a number
          kafka    | cpus            | -1         | options.cpus: wrong value, got -1; allowed a number
          kafka    | cpus            | 0.0        | options.cpus: wrong value, got 0.0; allowed a number
          kafka    | cpus            | 9999       | options.cpus: got 9999; this machine has
          rabbitmq | memoryWatermark | 1.5        | memoryWatermark
          rabbitmq | tls             | yes        | true or false
          command  | ports           | Admin port | options.ports: got 'Admin port'
          """)
  void refusesOptionsThatCannotBeMeant(String kind, String name, String value, String problem) {
    LocalClusterSpec spec = spec(kind);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spec.withOption(name, value))
        .withMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource({
    "kafka, 4.9.0, '4.3.1, 4.2.1'",
    "rabbitmq, 2.8, '4, 3.10, 4.3'",
    "command, 1, version: command '1' cannot be started here; allowed none"
  })
  void namesTheVersionsThatCanBeStarted(String kind, String version, String allowed) {
    LocalClusterSpec spec = spec(kind);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spec.withVersion(version))
        .withMessageContaining(version)
        .withMessageContaining(allowed);
  }

  @ParameterizedTest
  @CsvSource({"kafka, 4.3.1", "rabbitmq, 4", "command, ''"})
  void defaultsToTheFirstVersion(String kind, String version) {
    assertThat(spec(kind).effectiveVersion()).isEqualTo(version);
  }

  private static LocalClusterSpec spec(String kind) {
    Map<String, String> options =
        kind.equals("command") ? Map.of("start", "exec broker") : Map.of();
    return LocalClusterSpec.of(kind, 1, options);
  }

  @ParameterizedTest
  @ValueSource(strings = {"64MB", "0.4"})
  void acceptsAMemoryWatermarkAsSizeOrShare(String watermark) {
    assertThat(spec("rabbitmq").withOption("memoryWatermark", watermark).values().memoryWatermark())
        .isEqualTo(watermark);
  }

  @Test
  void aLimitOfCpusMayBeAPartOfOne() {
    assertThat(spec("rabbitmq").withOption("cpus", "0.5").values().cpus()).hasValue(0.5);
    assertThat(spec("kafka").withOption("cpus", "1").values().cpus()).hasValue(1.0);
  }

  /** {@link LocalBrokers} asserts that each cluster has these. */
  @Test
  void knowsTheNamesOfPlaceholders() {
    assertThat(LocalClusterSpec.of("kafka", 3, Map.of("metrics", "true")).placeholders())
        .containsExactly("bootstrap", "metricsUrls");
    assertThat(LocalClusterSpec.of("kafka", 3, Map.of("metrics", "false")).placeholders())
        .containsExactly("bootstrap");
    assertThat(LocalClusterSpec.of("rabbitmq", 1, Map.of("tls", "true")).placeholders())
        .contains("amqpUri", "tlsAmqpUris", "tlsCa")
        .doesNotContain("scramUser");
    assertThat(
            LocalClusterSpec.of("command", 1, Map.of("start", "x", "ports", "admin, metrics"))
                .placeholders())
        .containsExactly("addresses", "adminAddresses", "host", "metricsAddresses", "port");
  }

  @Test
  void featuresAreNamesWithLevels() {
    LocalClusterSpec of = LocalClusterSpec.of("kafka", 1);
    assertThat(
            of.withOption("features", "transaction.version=1, group.version=0")
                .values()
                .featureLevels())
        .containsExactly("transaction.version=1", "group.version=0");
    assertThat(of.values().featureLevels()).isEmpty();
  }

  @Test
  void olderNamesOfOptionsHaveTheMeaningOfTheNewOnes() {
    Map<String, String> older = Map.of("heapMegabytes", "300", "sessionTimeoutMillis", "6000");
    BrokerOptions kafka = LocalClusterSpec.of("kafka", 1, older).values();
    assertThat(kafka.heapBytes()).isEqualTo(300L << 20);
    assertThat(kafka.sessionTimeout()).isEqualTo(Duration.ofSeconds(6));
    Map<String, String> command = Map.of("start", "exec broker", "readyTimeoutSeconds", "7");
    assertThat(LocalClusterSpec.of("command", 1, command).values().readyTimeout())
        .hasValue(Duration.ofSeconds(7));
  }

  @Test
  void optionsHaveTheirDefaults() {
    BrokerOptions values = LocalClusterSpec.of("kafka", 1).values();
    assertThat(values.heapBytes()).isEqualTo(256L << 20);
    assertThat(values.sessionTimeout()).isEqualTo(Duration.ofSeconds(4));
    assertThat(LocalClusterSpec.of("rabbitmq", 1).values().memoryWatermark()).isEqualTo("1GB");
    assertThat(LocalClusterSpec.of("jms", 1).values().forceToDisk()).isTrue();
  }

  @Test
  void aHomeHasAServer(@TempDir Path folder) throws IOException {
    LocalClusterSpec plain = LocalClusterSpec.of("rabbitmq", 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plain.withOption("home", folder.toString()))
        .withMessageContaining("options.home: got '" + folder)
        .withMessageContaining("sbin/rabbitmq-server");
    Path program = folder.resolve("sbin/rabbitmq-server");
    Files.createDirectories(program.getParent());
    Files.createFile(program);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(plain.withOption("home", folder.toString()).options()).containsKey("home");
  }

  @Test
  void kafkaInANamedFolderMayHaveAnyVersion(@TempDir Path folder) {
    LocalClusterSpec named =
        LocalClusterSpec.of("kafka", 3, Map.of("home", folder.toString(), "version", "4.9.0"));
    assertThat(named.effectiveVersion()).isEqualTo("4.9.0");
  }

  @Test
  void anUpgradedClusterKeepsItsOptionsButNotItsServer(@TempDir Path folder) {
    LocalClusterSpec before =
        LocalClusterSpec.of("kafka", 3, Map.of("home", folder.toString(), "heap", "300MB"));
    LocalClusterSpec after = before.upgradedTo("4.3.1", Optional.empty());
    assertThat(after.options()).containsOnly(Map.entry("heap", "300MB"));
    assertThat(after.effectiveVersion()).isEqualTo("4.3.1");
    assertThat(after.nodes()).isEqualTo(3);
    assertThat(before.upgradedTo("4.9.0", Optional.of(folder.toString())).options())
        .containsEntry("home", folder.toString());
  }
}
