package org.example.nats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.api.ConsumerInfo;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.testkit.BenchmarkDriverConformanceKit;
import io.tidemark.driver.testkit.BrokerProcess;
import io.tidemark.driver.testkit.BrokerView;
import io.tidemark.driver.testkit.ProxiedBroker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules for drivers, on a real broker. */
class NatsConformanceIT extends BenchmarkDriverConformanceKit {
  private static final int NO_BROKER = 1;

  /** Shorter than by default, so that the kit waits less. */
  private static final Duration ACK_WAIT = Duration.ofSeconds(10);

  /** The start command of {@code local-1node.yaml}. */
  private static final String START =
      "exec ./nats-server --jetstream --addr 127.0.0.1 --port $PORT --store_dir $DATA";

  @TempDir static Path brokerFiles;
  private static BrokerProcess broker;
  private static Connection view;
  @TempDir Path files;

  @BeforeAll
  static void startBroker() throws IOException, InterruptedException {
    broker = BrokerProcess.start(START, brokerFiles);
    view = Nats.connect("nats://127.0.0.1:" + broker.port());
  }

  @AfterAll
  static void stopBroker() throws InterruptedException {
    view.close();
    broker.close();
  }

  @Override
  public BenchmarkDriver newDriver() {
    return new NatsBenchmarkDriver();
  }

  @Override
  public File configuration() throws IOException {
    return file(settings(broker.port()));
  }

  @Override
  public Map<String, Object> configurationKeys() {
    return Map.of("servers", "127.0.0.1:" + broker.port());
  }

  @Override
  public Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(file(settings(NO_BROKER) + "connectTimeout: 2s\n"));
  }

  @Override
  public Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(file("servers: \"no where\"\n"));
  }

  @Override
  public Optional<TopicInfo> impossibleTopic() {
    return Optional.of(new TopicInfo("a.stream.has.no.dots", 1));
  }

  @Override
  public Optional<ProxiedBroker> proxied(Path directory) throws IOException {
    int port = broker.port();
    return Optional.of(
        ProxiedBroker.open("127.0.0.1", port, settings(port) + "sendTimeout: 1s\n", directory));
  }

  @Override
  public Duration visibilityTimeout() {
    return ACK_WAIT;
  }

  @Override
  public Optional<BrokerView> brokerView() throws IOException {
    return Optional.of(new NatsView(view.jetStreamManagement()));
  }

  /** What the server itself has. */
  private record NatsView(JetStreamManagement management) implements BrokerView {
    @Override
    public Optional<Set<String>> names() throws IOException, JetStreamApiException {
      Set<String> names = new HashSet<>(management.getStreamNames());
      for (String stream : List.copyOf(names)) {
        management.getConsumerNames(stream).forEach(name -> names.add(stream + "/" + name));
      }
      return Optional.of(names);
    }

    @Override
    public OptionalLong unacknowledged(String topic, String subscription)
        throws IOException, JetStreamApiException {
      ConsumerInfo consumer = management.getConsumerInfo(topic, subscription);
      return OptionalLong.of(consumer.getNumPending() + consumer.getNumAckPending());
    }

    @Override
    public Map<String, String> facts() {
      return Map.of("broker.version", view.getServerInfo().getVersion(), BrokerFacts.NODES, "1");
    }
  }

  @Test
  void aServerNeedsNoPort() {
    Map<String, Object> file = Map.of("servers", "nats-1, [::1]:4222");
    assertEquals(List.of(), new NatsBenchmarkDriver().validate(file));
  }

  private static String settings(int port) {
    return "servers: 127.0.0.1:" + port + "\nackWait: " + ACK_WAIT.toSeconds() + "s\n";
  }

  private File file(String yaml) throws IOException {
    return Files.writeString(Files.createTempFile(files, "driver", ".yaml"), yaml).toFile();
  }
}
