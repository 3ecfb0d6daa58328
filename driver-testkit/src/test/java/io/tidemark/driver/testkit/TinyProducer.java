package io.tidemark.driver.testkit;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A producer of {@link TinyDriver}. */
final class TinyProducer implements BenchmarkProducer {
  private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);
  private static final long LATER_MILLIS = 20;

  private final TinyDriver driver;
  private final TinyTopic topic;
  private int turn;

  TinyProducer(TinyDriver driver, TinyTopic topic) {
    this.driver = driver;
    this.topic = topic;
  }

  @Override
  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    turn++;
    int spread = driver.has(Defect.SPREADS_KEYS) ? turn : key.map(String::hashCode).orElse(turn);
    int partition = Math.floorMod(spread, topic.partitions);
    if (driver.has(Defect.REFUSES_KEYS) && key.isPresent()) {
      return CompletableFuture.failedFuture(new IllegalStateException("no keys"));
    }
    if (driver.has(Defect.KEEPS_PAYLOAD_AFTER_ACKNOWLEDGEMENT)) {
      CompletableFuture<Void> delivered = publishLater(payload, partition);
      return delivered.isCancelled() ? delivered : DONE;
    }
    if (driver.has(Defect.KEEPS_PAYLOAD_AFTER_SEND)) {
      return publishLater(payload, partition);
    }
    if (driver.has(Defect.FORGETS_FUTURES_ON_CLOSE) || driver.has(Defect.FORGETS_A_FUTURE)) {
      return new CompletableFuture<>();
    }
    publish(payload.clone(), partition);
    if (driver.has(Defect.MODIFIES_PAYLOAD)) {
      payload[payload.length - 1]++;
    }
    return DONE;
  }

  private CompletableFuture<Void> publishLater(byte[] payload, int partition) {
    return CompletableFuture.runAsync(
        () -> publish(payload, partition),
        CompletableFuture.delayedExecutor(LATER_MILLIS, MILLISECONDS));
  }

  private void publish(byte[] payload, int partition) {
    boolean truncates = driver.has(Defect.TRUNCATES) && payload.length > 32_768;
    byte[] body = truncates ? Arrays.copyOf(payload, 32_768) : payload;
    long number = body.length < NumberedPayload.MIN_BYTES ? 0 : NumberedPayload.number(body);
    topic.publish(new TinyTopic.Message(body, partition, number));
  }

  @Override
  public void close() {}
}
