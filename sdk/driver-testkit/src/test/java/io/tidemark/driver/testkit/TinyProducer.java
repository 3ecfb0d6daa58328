package io.tidemark.driver.testkit;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.GroupedSends;
import io.tidemark.driver.testkit.observed.NumberedPayload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A producer of {@link TinyDriver}. */
final class TinyProducer implements BenchmarkProducer, GroupedSends {
  private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);
  private static final long LATER_MILLIS = 20;

  private final TinyDriver driver;
  private final TinyTopic topic;
  private final List<Runnable> held = new ArrayList<>();
  private boolean holds;
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
    if (driver.has(Defect.HANGS_IN_SEND)
        || holds && driver.has(Defect.BLOCKS_WHILE_SENDS_ARE_HELD)) {
      new CompletableFuture<Void>().join();
    }
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
    byte[] body = payload.clone();
    if (holds) {
      CompletableFuture<Void> send = new CompletableFuture<>();
      held.add(
          () -> {
            publish(body, partition);
            send.complete(null);
          });
      return send;
    }
    publish(body, partition);
    if (driver.has(Defect.MODIFIES_PAYLOAD)) {
      payload[payload.length - 1]++;
    }
    return DONE;
  }

  @Override
  public void hold() {
    holds = true;
  }

  @Override
  public void release() {
    holds = false;
    if (!driver.has(Defect.KEEPS_A_GROUP)) {
      held.forEach(Runnable::run);
      held.clear();
    }
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
