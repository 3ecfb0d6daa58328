package io.tidemark.driver.inmemory.shared;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.driver.testkit.BenchmarkDriverConformanceKit;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The kit, with the topics behind a port. */
class SharedInMemoryConformanceTest extends BenchmarkDriverConformanceKit {
  private static ServerSocket silent;

  @TempDir Path files;
  private final int port = FreePort.find();

  @BeforeAll
  static void takeAPortAndSayNothing() throws IOException {
    silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterAll
  static void letGo() throws IOException {
    silent.close();
  }

  @Override
  protected BenchmarkDriver newDriver() {
    return new SharedInMemoryBenchmarkDriver();
  }

  @Override
  protected File configuration() throws IOException {
    return file("port: " + port);
  }

  @Override
  protected Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(file("port: " + silent.getLocalPort()));
  }

  @Override
  protected Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(file("port: starboard"));
  }

  @Override
  protected Optional<TopicInfo> impossibleTopic() {
    return Optional.of(new TopicInfo("no-partitions", 0));
  }

  private File file(String yaml) throws IOException {
    return Files.writeString(files.resolve("shared.yaml"), yaml).toFile();
  }
}
