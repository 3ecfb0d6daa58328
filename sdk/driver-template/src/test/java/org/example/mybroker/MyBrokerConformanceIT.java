package org.example.mybroker;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.driver.testkit.BenchmarkDriverConformanceKit;
import io.tidemark.driver.testkit.BrokerProcess;
import io.tidemark.driver.testkit.ProxiedBroker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The rules for drivers, on a real broker. */
class MyBrokerConformanceIT extends BenchmarkDriverConformanceKit {
  private static final int NO_BROKER = 1;

  /** REPLACE: the command of {@code local-1node.yaml}. */
  private static final String START =
      "exec java src/test/java/org/example/mybroker/toy/ToyBroker.java $PORT";

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
    return new MyBrokerBenchmarkDriver();
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
    return Optional.of(file("address: nowhere\n"));
  }

  @Override
  public Optional<TopicInfo> impossibleTopic() {
    return Optional.of(new TopicInfo("two-partitions", 2));
  }

  @Override
  public Optional<ProxiedBroker> proxied(Path directory) throws IOException {
    int port = broker.port();
    return Optional.of(ProxiedBroker.open("127.0.0.1", port, settings(port), directory));
  }

  @Override
  public Optional<File> prefetching(int messages) throws IOException {
    return Optional.of(file(settings(broker.port()) + "prefetch: " + messages + "\n"));
  }

  /** Partitions of a topic. */
  @Override
  public int partitions() {
    return 1;
  }

  private static String settings(int port) {
    return "address: 127.0.0.1:" + port + "\n";
  }

  private File file(String yaml) throws IOException {
    return Files.writeString(Files.createTempFile(files, "driver", ".yaml"), yaml).toFile();
  }
}
