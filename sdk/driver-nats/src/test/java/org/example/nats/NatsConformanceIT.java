package org.example.nats;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.driver.testkit.BenchmarkDriverConformanceKit;
import io.tidemark.driver.testkit.BrokerProcess;
import io.tidemark.driver.testkit.ProxiedBroker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
    return new NatsBenchmarkDriver();
  }

  @Override
  public File configuration() throws IOException {
    return file(settings(broker.port()));
  }

  @Override
  public Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(file(settings(NO_BROKER) + "connectTimeout: 2s\n"));
  }

  @Override
  public Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(file("servers: nowhere\n"));
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

  private static String settings(int port) {
    return "servers: 127.0.0.1:" + port + "\nackWait: " + ACK_WAIT.toSeconds() + "s\n";
  }

  private File file(String yaml) throws IOException {
    return Files.writeString(Files.createTempFile(files, "driver", ".yaml"), yaml).toFile();
  }
}
