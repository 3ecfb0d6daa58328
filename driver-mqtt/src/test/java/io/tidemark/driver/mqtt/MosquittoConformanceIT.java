package io.tidemark.driver.mqtt;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.driver.testkit.BenchmarkDriverConformanceKit;
import io.tidemark.driver.testkit.BrokerProcess;
import io.tidemark.driver.testkit.ProxiedBroker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The kit on Mosquitto, which has shared subscriptions, with QoS 2; on request. */
@EnabledIfSystemProperty(named = "mosquitto", matches = "true")
class MosquittoConformanceIT extends BenchmarkDriverConformanceKit {
  /** The start command of {@code mosquitto.yaml}. */
  private static final String START =
      """
      printf 'listener %s 127.0.0.1\\nallow_anonymous true\\nmax_queued_messages 0\\n' $PORT > $DATA/mosquitto.conf
      PATH=$PATH:/usr/sbin exec mosquitto -c $DATA/mosquitto.conf
      """;

  @TempDir static Path brokerFiles;
  private static BrokerProcess broker;
  @TempDir Path files;

  @BeforeAll
  static void startBroker() throws IOException, InterruptedException {
    broker = BrokerProcess.start(START, brokerFiles);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Override
  public BenchmarkDriver newDriver() {
    return new MqttBenchmarkDriver();
  }

  @Override
  public File configuration() throws IOException {
    return file(settings());
  }

  @Override
  public Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(file("mqttUris: ['mqtt://127.0.0.1:1']\nconnectTimeout: 2s\n"));
  }

  @Override
  public Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(file("mqttUris: ['127.0.0.1']\n"));
  }

  @Override
  public Optional<TopicInfo> impossibleTopic() {
    return Optional.of(new TopicInfo("no/+/wildcards", 1));
  }

  @Override
  public Map<String, String> knownViolations() {
    return Map.of(
        "8.8",
        "with shared subscriptions the broker keeps an unacknowledged message for the session of its"
            + " consumer, not for another one");
  }

  @Override
  public Optional<ProxiedBroker> proxied(Path directory) throws IOException {
    return Optional.of(
        ProxiedBroker.open(
            "127.0.0.1", broker.port(), settings() + "closeTimeout: 1s\n", directory));
  }

  private static String settings() {
    return "mqttUris: ['mqtt://127.0.0.1:" + broker.port() + "']\nqos: 2\n";
  }

  private File file(String yaml) throws IOException {
    return Files.writeString(Files.createTempFile(files, "driver", ".yaml"), yaml).toFile();
  }
}
