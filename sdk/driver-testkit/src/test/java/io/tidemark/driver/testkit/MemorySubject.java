package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A driver of a broker in memory, with a defect or none. */
class MemorySubject implements DriverUnderTest {
  private static final int FULL = 100;
  private static final Duration VISIBILITY = Duration.ofMillis(500);

  private final Optional<Defect> defect;
  private final Path directory;
  private final Duration visibility;
  private final boolean full;
  private final boolean aborting;
  private final MemoryBroker broker;

  MemorySubject(Rule rule, Optional<Defect> defect, Path directory) {
    this.defect = defect;
    this.directory = directory;
    this.full = rule.number().equals("8.9");
    this.aborting = rule.number().equals("3.13");
    this.visibility =
        defect.filter(d -> d == Defect.ACKNOWLEDGES_NOTHING_UNTIL_A_TIMEOUT).isPresent()
            ? VISIBILITY
            : Duration.ZERO;
    this.broker = new MemoryBroker(visibility.toMillis(), full ? FULL : Integer.MAX_VALUE);
  }

  @Override
  public BenchmarkDriver newDriver() {
    return defect.filter(d -> d == Defect.NEEDS_ARGUMENTS).isPresent()
        ? new MemoryDriver.WithArguments(broker, defect)
        : new MemoryDriver(broker, defect);
  }

  @Override
  public Duration deadline() {
    return defect.isPresent() ? Duration.ofSeconds(3) : Duration.ofSeconds(30);
  }

  /** Twice as many as those of which a defect changes one. */
  @Override
  public int messages() {
    return 2_000;
  }

  @Override
  public Duration visibilityTimeout() {
    return visibility;
  }

  @Override
  public Optional<BrokerView> brokerView() {
    return Optional.of(broker);
  }

  @Override
  public File configuration() throws IOException {
    return file(aborting ? "aborting" : "memory");
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
  public Optional<File> prefetching(int messages) throws IOException {
    return Optional.of(file("memory\nprefetch: " + messages));
  }

  @Override
  public Optional<File> refusingConfiguration() throws IOException {
    return full ? Optional.of(file("memory")) : Optional.empty();
  }

  @Override
  public int partitions() {
    return defect.filter(d -> d == Defect.IGNORES_THE_NUMBER_OF_PARTITIONS).isPresent() ? 1 : 3;
  }

  @Override
  public Optional<ProxiedBroker> proxied(Path files) throws IOException {
    return Optional.of(new MemoryProxy(broker, file("proxied")));
  }

  private record MemoryProxy(MemoryBroker broker, File configuration) implements ProxiedBroker {
    @Override
    public void pause() {
      broker.pause(true);
    }

    @Override
    public void resume() {
      broker.pause(false);
    }

    @Override
    public void resetConnections() {
      broker.cut();
    }

    @Override
    public void close() {
      resume();
    }
  }

  private File file(String address) throws IOException {
    Path file = Files.createTempFile(directory, "driver", ".yaml");
    return Files.writeString(file, "address: " + address + "\npassword: none\n").toFile();
  }
}
