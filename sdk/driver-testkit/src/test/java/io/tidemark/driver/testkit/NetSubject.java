package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A driver with connections, with a defect or none. */
class NetSubject implements DriverUnderTest, AutoCloseable {
  private final Optional<Defect> defect;
  private final Path directory;
  private final NetServer server = new NetServer();

  NetSubject(Optional<Defect> defect, Path directory) throws IOException {
    this.defect = defect;
    this.directory = directory;
  }

  @Override
  public BenchmarkDriver newDriver() {
    return new NetDriver(defect);
  }

  @Override
  public Duration deadline() {
    return defect.isPresent() ? Duration.ofMillis(400) : Duration.ofSeconds(30);
  }

  /**
   * Fewer than usual, to save time: defects of single messages are those of the driver in memory.
   */
  @Override
  public int messages() {
    return 2_000;
  }

  @Override
  public File configuration() throws IOException {
    return file("127.0.0.1:" + server.port());
  }

  @Override
  public Optional<ProxiedBroker> proxied(Path files) throws IOException {
    return Optional.of(
        ProxiedBroker.open("127.0.0.1", server.port(), "${proxy.host}:${proxy.port}", files));
  }

  /** Only for the defect that nothing else shows: authors often have none. */
  @Override
  public Optional<BrokerView> brokerView() {
    return defect.isEmpty() || defect.get() == Defect.LOSES_THE_ACKNOWLEDGEMENT_OF_A_CUT
        ? Optional.of(server)
        : Optional.empty();
  }

  private File file(String text) throws IOException {
    return Files.writeString(Files.createTempFile(directory, "driver", ".yaml"), text).toFile();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
