package io.tidemark.driver.mqtt;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.driver.testkit.BenchmarkDriverConformanceKit;
import io.tidemark.driver.testkit.ProxiedBroker;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The kit on RabbitMQ 4, which has no shared subscriptions. */
class MqttConformanceIT extends BenchmarkDriverConformanceKit {
  @Override
  public BenchmarkDriver newDriver() {
    return new MqttBenchmarkDriver();
  }

  @Override
  public File configuration() throws IOException {
    return MqttBroker.file("mqttUris: [\"${brokers.mqttUris}\"]\n");
  }

  /** The kit on other brokers tries more. */
  @Override
  public int messages() {
    return 1_000;
  }

  @Override
  public Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(
        MqttBroker.file("mqttUris: ['mqtt://guest:guest@127.0.0.1:1']\nconnectTimeout: 2s\n"));
  }

  @Override
  public Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(MqttBroker.file("mqttUris: ['http://127.0.0.1']\n"));
  }

  @Override
  public Optional<TopicInfo> impossibleTopic() {
    return Optional.of(new TopicInfo("no/#/wildcards", 1));
  }

  @Override
  public Map<String, String> knownViolations() {
    return Map.of(
        "6.7",
        "RabbitMQ publishes no metrics over MQTT; telemetry.prometheus of the driver file reads them");
  }

  @Override
  public Optional<ProxiedBroker> proxied(Path directory) throws IOException {
    int port = URI.create(MqttBroker.shared().placeholders().get("mqttUris")).getPort();
    String text = Files.readString(configuration().toPath()) + "closeTimeout: 1s\n";
    return Optional.of(ProxiedBroker.open("127.0.0.1", port, text, directory));
  }
}
