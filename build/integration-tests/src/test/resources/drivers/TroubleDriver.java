package trouble;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * Makes trouble as its file says: "slowConsumers: 60" takes 60 seconds for each consumer,
 * "leakBytes: 1000" keeps so much for each message. Acknowledges everything, delivers nothing.
 */
public class TroubleDriver implements BenchmarkDriver {
  private final List<byte[]> leak = new ArrayList<>();
  private int slowConsumers;
  private int leakBytes;

  @Override
  public void initialize(File file, StatsLogger statsLogger) throws IOException {
    for (String line : Files.readAllLines(file.toPath())) {
      String[] parts = line.split(":\\s*", 2);
      if (parts[0].equals("slowConsumers")) {
        slowConsumers = Integer.parseInt(parts[1].trim());
      } else if (parts[0].equals("leakBytes")) {
        leakBytes = Integer.parseInt(parts[1].trim());
      }
    }
  }

  @Override
  public String getTopicNamePrefix() {
    return "trouble";
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return CompletableFuture.completedFuture(
        new BenchmarkProducer() {
          @Override
          public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
            synchronized (leak) {
              leak.add(new byte[leakBytes]);
            }
            return CompletableFuture.completedFuture(null);
          }

          @Override
          public void close() {}
        });
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscription, ConsumerCallback callback) {
    sleep(slowConsumers);
    return CompletableFuture.completedFuture(() -> {});
  }

  private static void sleep(int seconds) {
    try {
      TimeUnit.SECONDS.sleep(seconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {}
}
