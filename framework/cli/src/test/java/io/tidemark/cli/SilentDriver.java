package io.tidemark.cli;

import static java.util.concurrent.CompletableFuture.completedFuture;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.bookkeeper.stats.StatsLogger;

/** A driver without a broker: its sends never complete. */
public final class SilentDriver implements BenchmarkDriver {
  /** Called by each send. */
  public static volatile Runnable whenSending = () -> {};

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger) throws IOException {
    if (Files.readString(configurationFile.toPath()).contains("away")) {
      throw new IOException("no broker at 127.0.0.1:1");
    }
  }

  @Override
  public String getTopicNamePrefix() {
    return "silent";
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return completedFuture(null);
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return completedFuture(
        new BenchmarkProducer() {
          @Override
          public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
            whenSending.run();
            return new CompletableFuture<>();
          }

          @Override
          public void close() {}
        });
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    return completedFuture(() -> {});
  }

  @Override
  public void close() {}
}
