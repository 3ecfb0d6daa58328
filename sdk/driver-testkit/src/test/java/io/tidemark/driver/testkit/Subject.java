package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A driver with a defect or none, for one rule: chapter 8 needs one with connections. */
class Subject implements DriverUnderTest, AutoCloseable {
  private final Optional<Defect> defect;
  private final Path directory;
  private final Optional<NetServer> server;

  Subject(Rule rule, Optional<Defect> defect, Path directory) throws IOException {
    this.defect = defect;
    this.directory = directory;
    this.server = rule.number().startsWith("8.") ? Optional.of(new NetServer()) : Optional.empty();
  }

  @Override
  public BenchmarkDriver newDriver() {
    if (server.isPresent()) {
      return new NetDriver(defect);
    }
    boolean needsArguments = defect.filter(d -> d == Defect.NEEDS_ARGUMENTS).isPresent();
    return needsArguments ? new TinyDriver.WithArguments(defect) : new TinyDriver(defect);
  }

  @Override
  public Duration deadline() {
    return defect.isPresent() ? Duration.ofMillis(400) : Duration.ofSeconds(30);
  }

  /** Twice as many as those of which a defect changes one. */
  @Override
  public int messages() {
    return 2_000;
  }

  @Override
  public File configuration() throws IOException {
    return file(server.map(s -> "127.0.0.1:" + s.port()).orElse("sound"));
  }

  @Override
  public Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(file("unreachable"));
  }

  @Override
  public Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(file("wrong"));
  }

  @Override
  public Optional<TopicInfo> impossibleTopic() {
    return Optional.of(new TopicInfo("impossible", 0));
  }

  @Override
  public Optional<ProxiedBroker> proxied(Path files) throws IOException {
    return Optional.of(
        ProxiedBroker.open(
            "127.0.0.1", server.orElseThrow().port(), "${proxy.host}:${proxy.port}", files));
  }

  /** Only for the defect that nothing else shows: authors often have none. */
  @Override
  public Optional<BrokerView> brokerView() {
    return server
        .filter(
            any -> defect.isEmpty() || defect.get() == Defect.LOSES_THE_ACKNOWLEDGEMENT_OF_A_CUT)
        .map(broker -> broker);
  }

  private File file(String text) throws IOException {
    return Files.writeString(Files.createTempFile(directory, "driver", ".yaml"), text).toFile();
  }

  @Override
  public void close() throws IOException {
    if (server.isPresent()) {
      server.get().close();
    }
  }
}
