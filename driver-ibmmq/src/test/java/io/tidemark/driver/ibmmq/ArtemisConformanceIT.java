package io.tidemark.driver.ibmmq;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.testkit.BenchmarkDriverConformanceKit;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

/** The kit on JMS topics, which have subscriptions; queues have one. */
class ArtemisConformanceIT extends BenchmarkDriverConformanceKit {
  @TempDir Path directory;

  @Override
  protected BenchmarkDriver newDriver() {
    return new IbmMqBenchmarkDriver();
  }

  @Override
  protected File configuration() throws IOException {
    return LocalJms.file("destinationType: topic\nconsuming: {wait: 100ms}\n");
  }

  @Override
  protected Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(file("provider: artemis\nbrokerUrl: tcp://127.0.0.1:1\n"));
  }

  @Override
  protected Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(file("provider: artemis\n"));
  }

  private File file(String yaml) throws IOException {
    return Files.writeString(Files.createTempFile(directory, "driver", ".yaml"), yaml).toFile();
  }

  @Override
  protected int partitions() {
    return 1;
  }
}
