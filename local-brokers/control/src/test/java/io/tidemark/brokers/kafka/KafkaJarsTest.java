package io.tidemark.brokers.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.process.LocalBrokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaJarsTest {
  @TempDir Path folder;

  private KafkaJars jars() throws IOException {
    for (String name : List.of("zstd.jar", "kafka_2.13-4.3.1.jar", "notes.txt")) {
      Files.writeString(folder.resolve(name), name);
    }
    return KafkaJars.in(folder);
  }

  @Test
  void areInOrderOfTheirNames() throws IOException {
    assertThat(jars().classPath())
        .isEqualTo(folder.resolve("kafka_2.13-4.3.1.jar") + ":" + folder.resolve("zstd.jar"));
  }

  @Test
  void anArchiveFitsOnlyTheJarsItWasMadeFor() throws IOException {
    LocalBrokersHome home =
        new LocalBrokersHome(
            folder.resolve("s"), folder.resolve("c"), Optional.of(folder), Optional.empty(), false);
    KafkaJars jars = jars();
    assertThat(KafkaArchive.existing(home, jars)).isEmpty();
    Path archive = home.cacheDirectory().resolve("kafka-" + jars.key() + ".jsa");
    Files.createDirectories(archive.getParent());
    Files.createFile(archive);
    assertThat(KafkaArchive.existing(home, KafkaJars.in(folder))).hasValue(archive);
    Files.writeString(folder.resolve("zstd.jar"), "another version");
    assertThat(KafkaArchive.existing(home, KafkaJars.in(folder))).isEmpty();
  }

  @Test
  void aFolderWithoutABrokerIsRefused() throws IOException {
    Files.createFile(folder.resolve("other.jar"));
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> KafkaJars.in(folder))
        .withMessageContaining("no kafka_2.13 jar");
  }
}
