package io.tidemark.driver.rabbitmq.stream;

import io.tidemark.brokers.LocalBrokers;
import io.tidemark.brokers.LocalBrokersHome;
import io.tidemark.brokers.LocalCluster;
import io.tidemark.brokers.LocalClusterSpec;
import io.tidemark.brokers.RabbitMqInstaller;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A local RabbitMQ cluster and driver files for it. */
final class TestCluster implements AutoCloseable {
  private final LocalCluster cluster;
  private final Path files;

  private TestCluster(LocalCluster cluster, Path files) {
    this.cluster = cluster;
    this.files = files;
  }

  static TestCluster start(LocalClusterSpec spec, Path directory) throws IOException {
    LocalBrokersHome home =
        LocalBrokersHome.ofBuild()
            .withStateDirectory(Files.createDirectories(directory.resolve("state")));
    new RabbitMqInstaller(home.cacheDirectory(), line -> {}).install(spec.version().orElse("3.10"));
    return new TestCluster(
        LocalBrokers.start(spec, home, Duration.ofMinutes(3), line -> {}),
        Files.createDirectories(directory.resolve("files")));
  }

  LocalCluster brokers() {
    return cluster;
  }

  /** The text with its {@code ${brokers.X}} replaced, as a file. */
  File file(String yaml) throws IOException {
    String filled = yaml;
    for (Map.Entry<String, String> value : cluster.placeholders().entrySet()) {
      filled = filled.replace("${brokers." + value.getKey() + "}", value.getValue());
    }
    return Files.writeString(Files.createTempFile(files, "driver", ".yaml"), filled).toFile();
  }

  @Override
  public void close() {
    cluster.close();
  }
}
