package io.tidemark.driver.inmemory;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.driver.testkit.BenchmarkDriverConformanceKit;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The kit with direct delivery. */
@Tag("slow")
class InMemoryConformanceTest extends BenchmarkDriverConformanceKit {
  @TempDir Path files;

  @Override
  public BenchmarkDriver newDriver() {
    return new InMemoryBenchmarkDriver();
  }

  @Override
  public File configuration() throws IOException {
    return file("delivery: direct");
  }

  @Override
  public Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(file("delivery: sideways"));
  }

  @Override
  public Optional<TopicInfo> impossibleTopic() {
    return Optional.of(new TopicInfo("no-partitions", 0));
  }

  final File file(String yaml) throws IOException {
    return Files.writeString(files.resolve("inmemory.yaml"), yaml).toFile();
  }
}
