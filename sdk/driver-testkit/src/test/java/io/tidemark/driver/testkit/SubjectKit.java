package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

/** A kit whose driver has the defect of the moment; run by {@link ConformanceKitTest} alone. */
class SubjectKit extends BenchmarkDriverConformanceKit {
  static Optional<Defect> defect = Optional.empty();
  @TempDir Path files;

  @Override
  protected BenchmarkDriver newDriver() {
    boolean needsArguments = defect.filter(d -> d == Defect.NEEDS_ARGUMENTS).isPresent();
    return needsArguments ? new TinyDriver.WithArguments(defect) : new TinyDriver(defect);
  }

  @Override
  protected Duration deadline() {
    return defect.isPresent() ? Duration.ofMillis(400) : Duration.ofSeconds(30);
  }

  @Override
  protected File configuration() throws IOException {
    return file("sound");
  }

  @Override
  protected Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(file("unreachable"));
  }

  @Override
  protected Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(file("wrong"));
  }

  @Override
  protected Optional<TopicInfo> impossibleTopic() {
    return Optional.of(new TopicInfo("impossible", 0));
  }

  private File file(String text) throws IOException {
    return Files.writeString(files.resolve(text + ".yaml"), text).toFile();
  }
}
