package io.tidemark.brokers.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.base.brokers.BrokerOptions;
import io.tidemark.brokers.LocalBrokers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalClusterSpecTest {
  @Test
  void namesTheUnknownKindAndTheAllowedOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalClusterSpec.of("kafak", 3))
        .withMessageContaining("kafak")
        .withMessageContaining("kafka, rabbitmq");
  }

  @Test
  void rejectsFewerThanOneAndMoreThanNineNodes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalClusterSpec.of("kafka", 0))
        .withMessageContaining("1 to 9");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalClusterSpec.of("kafka", 10))
        .withMessageContaining("got 10");
  }

  @Test
  void rejectsSeveralJmsBrokers() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalClusterSpec.of("jms", 2))
        .withMessageContaining("got 2; allowed 1");
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
  void namesTheUnknownOptionAndTheAllowedOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalClusterSpec.of("kafka", 1).withOption("memoryWatermark", "0.4"))
        .withMessageContaining("memoryWatermark")
        .withMessageContaining(
            "heap, sessionTimeout, home, metrics, tls, oauth2Key, racks, features, proxy, cpus, keepData");
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
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of.withOption("features", "transaction.version=1, group.version"))
        .withMessageContaining("options.features: got 'group.version'; allowed names with levels");
  }

  @Test
  void rejectsOptionValuesThatCannotBeMeant() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalClusterSpec.of("kafka", 1).withOption("heap", "256x"))
        .withMessageContaining("options.heap: got '256x'; allowed a size")
        .withMessageContaining("from 64MB to 64GB");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalClusterSpec.of("rabbitmq", 1).withOption("memoryWatermark", "1.5"))
        .withMessageContaining("memoryWatermark");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalClusterSpec.of("rabbitmq", 1).withOption("tls", "yes"))
        .withMessageContaining("true or false");
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
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalClusterSpec.of("kafka", 1).withOption("heapMegabytes", "12"))
        .withMessageContaining("from 64MB to 64GB");
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
  void aLimitOfCpusIsANumber() {
    for (String wrong : List.of("0", "two", "50%", "-1", "0.0")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> LocalClusterSpec.of("kafka", 1).withOption("cpus", wrong))
          .withMessage("options.cpus: got '" + wrong + "'; allowed a number such as 0.5, 1 or 2");
    }
    assertThat(LocalClusterSpec.of("rabbitmq", 1).withOption("cpus", "0.5").values().cpus())
        .hasValue(0.5);
    assertThat(LocalClusterSpec.of("kafka", 1).withOption("cpus", "1").values().cpus())
        .hasValue(1.0);
  }

  @Test
  void moreCpusThanTheMachineHasAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalClusterSpec.of("kafka", 1).withOption("cpus", "9999"))
        .withMessageStartingWith("options.cpus: got 9999; this machine has ");
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
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalClusterSpec.of("kafka", 3).withVersion("4.9.0"))
        .withMessageContaining("4.3.1, 4.2.1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalClusterSpec.of("kafka", 1).withOption("home", "/none/there"))
        .withMessageContaining("unpacked Kafka server");
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

  @Test
  void acceptsAMemoryWatermarkAsSizeOrShare() {
    assertThat(LocalClusterSpec.of("rabbitmq", 3).withOption("memoryWatermark", "64MB").options())
        .containsEntry("memoryWatermark", "64MB");
    assertThat(LocalClusterSpec.of("rabbitmq", 3).withOption("memoryWatermark", "0.4").options())
        .containsEntry("memoryWatermark", "0.4");
  }

  @Test
  void namesTheVersionsThatCanBeStarted() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalClusterSpec.of("rabbitmq", 3).withVersion("2.8"))
        .withMessageContaining("2.8")
        .withMessageContaining("4, 3.10, 4.3");
  }

  @Test
  void aCommandNeedsAStartAndHasNoVersions() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalClusterSpec.of("command", 1))
        .withMessage("options.start: required");
    LocalClusterSpec command = LocalClusterSpec.of("command", 1, Map.of("start", "exec broker"));
    assertThat(command.effectiveVersion()).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> command.withVersion("1"))
        .withMessage("version: command '1' cannot be started here; allowed none");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> command.withOption("ports", "Admin port"))
        .withMessageContaining(
            "options.ports: got 'Admin port'; allowed different names of letters");
  }

  @Test
  void defaultsToTheFirstVersion() {
    assertThat(LocalClusterSpec.of("kafka", 1).effectiveVersion()).isEqualTo("4.3.1");
    assertThat(new LocalClusterSpec("rabbitmq", 1, Optional.empty(), Map.of()).effectiveVersion())
        .isEqualTo("4");
  }
}
