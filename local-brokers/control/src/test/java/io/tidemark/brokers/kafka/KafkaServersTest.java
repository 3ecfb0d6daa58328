package io.tidemark.brokers.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaServersTest {
  @TempDir Path folder;
  private KafkaServers servers;

  @BeforeEach
  void ownServerAndOneInTheCache() throws IOException {
    Path own = server("own", "4.3.1");
    server("cache/kafka-4.2.1", "4.2.1");
    servers =
        new KafkaServers(
            new LocalBrokersHome(
                folder.resolve("state"),
                folder.resolve("cache"),
                Optional.of(own),
                Optional.empty(),
                false),
            line -> {});
  }

  private Path server(String name, String version) throws IOException {
    Path made = Files.createDirectories(folder.resolve(name));
    Files.createFile(made.resolve("kafka_2.13-" + version + ".jar"));
    return made;
  }

  private Path foundIn(Map<String, String> settings) {
    return servers.of(LocalClusterSpec.of("kafka", 3, settings)).files().get(0).getParent();
  }

  @Test
  void theVersionDecidesWithoutAFolder() {
    assertThat(foundIn(Map.of())).isEqualTo(folder.resolve("own"));
    assertThat(foundIn(Map.of("version", "4.3.1"))).isEqualTo(folder.resolve("own"));
    assertThat(foundIn(Map.of("version", "4.2.1"))).isEqualTo(folder.resolve("cache/kafka-4.2.1"));
  }

  @Test
  void anUnpackedArchiveHasItsJarsInLibs() throws IOException {
    Path libs = server("unpacked/libs", "4.9.0");
    String home = folder.resolve("unpacked").toString();
    assertThat(foundIn(Map.of("home", home))).isEqualTo(libs);
    assertThat(foundIn(Map.of("home", home, "version", "4.9.0"))).isEqualTo(libs);
    assertThat(foundIn(Map.of("home", libs.toString()))).isEqualTo(libs);
    assertThat(KafkaServers.version(LocalClusterSpec.of("kafka", 3, Map.of("home", home))))
        .isEqualTo("4.9.0");
    assertThatThrownBy(() -> foundIn(Map.of("home", home, "version", "4.8.0")))
        .isInstanceOf(LocalBrokerException.class)
        .hasMessage("no Kafka 4.8.0 in the specified home: " + home + " has version 4.9.0");
  }

  @Test
  void nothingIsInstalledWhereThatIsDisabled() {
    assertThatThrownBy(() -> foundIn(Map.of("version", "4.0.2")))
        .isInstanceOf(LocalBrokerException.class)
        .hasMessageContaining("bin/brokers install kafka --version 4.0.2");
    assertThat(folder.resolve("cache")).isDirectoryNotContaining("glob:**kafka-4.0.2*");
  }
}
