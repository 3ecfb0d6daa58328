package io.tidemark.brokers.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.process.LocalBrokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The storage tool cannot run: there are no jars. */
class KafkaStorageTest {
  private static final KafkaJvm NO_JARS = new KafkaJvm(new KafkaJars(List.of()), Optional.empty());

  @TempDir Path temporary;
  private ClusterDirectory directory;
  private Path cached;
  private KafkaStorage storage;

  @BeforeEach
  void make() {
    directory = ClusterDirectory.create(temporary, "cluster");
    cached = temporary.resolve("kafka.checkpoint");
    storage = new KafkaStorage(directory, NO_JARS, cached);
  }

  @Test
  void everyNodeGetsTheKeptRecordsAndItsIds() throws IOException {
    Files.write(cached, new byte[] {1, 2, 3});
    storage.format(3, List.of(), KafkaJvm.Additions.NONE);
    Set<String> clusters = new HashSet<>();
    Set<String> directories = new HashSet<>();
    for (int node = 1; node <= 3; node++) {
      Path data = directory.node(node).directory().resolve("data");
      assertThat(data.resolve("bootstrap.checkpoint")).hasBinaryContent(new byte[] {1, 2, 3});
      Properties meta = new Properties();
      meta.load(Files.newBufferedReader(data.resolve("meta.properties")));
      assertThat(meta).containsEntry("version", "1").containsEntry("node.id", "" + node);
      clusters.add(meta.getProperty("cluster.id"));
      directories.add(meta.getProperty("directory.id"));
    }
    assertThat(clusters).hasSize(1);
    assertThat(directories).hasSize(3);
  }

  @Test
  void withoutKeptRecordsTheToolMakesThem() {
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> storage.format(1, List.of(), KafkaJvm.Additions.NONE))
        .withMessageContaining("format Kafka's storage");
    assertThat(cached).doesNotExist();
  }

  @Test
  void usersAndLevelsOfFeaturesAreMadeByTheTool() throws IOException {
    Files.write(cached, new byte[] {1});
    for (KafkaJvm.Additions additions :
        List.of(
            new KafkaJvm.Additions(Optional.of("SCRAM-SHA-512=[name=u]"), List.of()),
            new KafkaJvm.Additions(Optional.empty(), List.of("transaction.version=1")))) {
      assertThatExceptionOfType(LocalBrokerException.class)
          .isThrownBy(() -> storage.format(1, List.of(), additions))
          .withMessageContaining("format Kafka's storage");
    }
  }
}
