package io.tidemark.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Numbered messages: what was sent, acknowledged and failed; and the threads that send them. */
public final class Traffic implements AutoCloseable {
  private static final Duration SETTLED = Duration.ofSeconds(90);
  private static final int PAYLOAD_BYTES = 64;

  private final int payloadBytes;
  private final AtomicLong next = new AtomicLong();
  private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final Set<CompletableFuture<Void>> open = ConcurrentHashMap.newKeySet();
  private final List<Thread> senders = new ArrayList<>();
  private volatile boolean stopped;

  public Traffic() {
    this(PAYLOAD_BYTES);
  }

  public Traffic(int payloadBytes) {
    this.payloadBytes = payloadBytes;
  }

  /**
   * Starts a thread that sends until {@link #stop}, at a rate at which what is kept of each message
   * fits into the heap however long the broker takes.
   */
  public void start(BenchmarkProducer producer, int ratePerSecond) {
    Thread sender = new Thread(() -> sendUntilStopped(producer, ratePerSecond), "sender");
    senders.add(sender);
    sender.start();
  }

  private void sendUntilStopped(BenchmarkProducer producer, int ratePerSecond) {
    long startNanos = System.nanoTime();
    for (long sent = 0; !stopped; sent++) {
      long dueNanos = startNanos + sent * 1_000_000_000L / ratePerSecond;
      while (System.nanoTime() < dueNanos) {
        LockSupport.parkNanos(dueNanos - System.nanoTime());
      }
      send(producer);
    }
  }

  public void send(BenchmarkProducer producer, int count) {
    for (int i = 0; i < count; i++) {
      send(producer);
    }
  }

  public CompletableFuture<Void> send(BenchmarkProducer producer) {
    return send(producer, null);
  }

  /**
   * @param key null for none
   */
  public CompletableFuture<Void> send(BenchmarkProducer producer, String key) {
    long number = next.getAndIncrement();
    byte[] payload = ByteBuffer.allocate(payloadBytes).putLong(number).array();
    CompletableFuture<Void> sent = producer.sendAsync(Optional.ofNullable(key), payload);
    open.add(sent);
    sent.whenComplete(
        (nothing, failure) -> {
          if (failure == null) {
            acknowledged.add(number);
          } else {
            failures.add(failure);
          }
          open.remove(sent); // It holds the payload.
        });
    return sent;
  }

  /** Stops the senders, and returns when every message is acknowledged or has failed. */
  public void stop() throws InterruptedException {
    stopped = true;
    for (Thread sender : senders) {
      sender.join(SETTLED.toMillis());
      assertThat(sender.isAlive()).as("sender still waits").isFalse();
    }
    awaitSettled();
  }

  public void awaitSettled() {
    await().atMost(SETTLED).until(() -> unsettled() == 0);
  }

  /** Also after a failed test, so that no message is sent into the next one. */
  @Override
  public void close() {
    stopped = true;
  }

  public Set<Long> acknowledged() {
    return acknowledged;
  }

  public List<Throwable> failures() {
    return List.copyOf(failures);
  }

  public long sent() {
    return next.get();
  }

  public long unsettled() {
    return open.stream().filter(send -> !send.isDone()).count();
  }
}
