package io.tidemark.driver.mqtt;

import io.tidemark.brokers.LocalBrokers;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.rabbitmq.RabbitMqInstaller;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** RabbitMQ 4 with MQTT, plain and over TLS, that the tests of this module share. */
final class MqttBroker {
  private static LocalCluster cluster;
  private static Path directory;

  private MqttBroker() {}

  static synchronized LocalCluster shared() throws IOException {
    if (cluster == null) {
      directory = Files.createTempDirectory("tidemark-mqtt");
      LocalClusterSpec spec =
          LocalClusterSpec.of("rabbitmq", 1).withOption("tls", "true").withOption("mqtt", "true");
      LocalBrokersHome home =
          LocalBrokersHome.ofBuild().withStateDirectory(directory.resolve("state"));
      new RabbitMqInstaller(home.cacheDirectory(), line -> {}).install(spec.effectiveVersion());
      cluster = LocalBrokers.start(spec, home, Duration.ofMinutes(3), line -> {});
    }
    return cluster;
  }

  /** A driver file: the text with its {@code ${brokers.X}} replaced. */
  static File file(String yaml) throws IOException {
    String filled = yaml;
    for (Map.Entry<String, String> value : shared().placeholders().entrySet()) {
      filled = filled.replace("${brokers." + value.getKey() + "}", value.getValue());
    }
    return Files.writeString(Files.createTempFile(directory, "driver", ".yaml"), filled).toFile();
  }
}
