package io.tidemark.driver.rabbitmq.quorum;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Numbered messages: what was sent, acknowledged, failed and received. */
final class Traffic implements AutoCloseable {
  private static final int RATE_PER_SECOND = 2_000;

  private final int payloadBytes;

  private final AtomicLong next = new AtomicLong();
  private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final Queue<CompletableFuture<Void>> sends = new ConcurrentLinkedQueue<>();
  private volatile boolean stopped;

  Traffic() {
    this(64);
  }

  Traffic(int payloadBytes) {
    this.payloadBytes = payloadBytes;
  }

  /**
   * Sends on the caller's thread until stopped, at a rate at which what is kept of each message
   * fits into the heap however long the broker takes.
   */
  void sendUntilStopped(BenchmarkProducer producer) {
    long startNanos = System.nanoTime();
    for (long sent = 0; !stopped; sent++) {
      long dueNanos = startNanos + sent * 1_000_000_000L / RATE_PER_SECOND;
      while (System.nanoTime() < dueNanos) {
        LockSupport.parkNanos(dueNanos - System.nanoTime());
      }
      send(producer);
    }
  }

  void send(BenchmarkProducer producer, int count) {
    for (int i = 0; i < count; i++) {
      send(producer);
    }
  }

  CompletableFuture<Void> send(BenchmarkProducer producer) {
    long number = next.getAndIncrement();
    byte[] payload = ByteBuffer.allocate(payloadBytes).putLong(number).array();
    CompletableFuture<Void> sent = producer.sendAsync(Optional.empty(), payload);
    sends.add(sent);
    sent.whenComplete(
        (nothing, failure) -> {
          if (failure == null) {
            acknowledged.add(number);
          } else {
            failures.add(failure);
          }
        });
    return sent;
  }

  void stop() {
    stopped = true;
  }

  /** Also when a test fails half way: nobody sends into the next one. */
  @Override
  public void close() {
    stop();
  }

  Set<Long> acknowledged() {
    return acknowledged;
  }

  List<Throwable> failures() {
    return List.copyOf(failures);
  }

  long sent() {
    return next.get();
  }

  long unsettled() {
    return sends.stream().filter(send -> !send.isDone()).count();
  }

  /** What the consumers of one subscription got. */
  static final class Inbox implements ConsumerCallback {
    private final Set<Long> numbers = ConcurrentHashMap.newKeySet();
    private final AtomicLong deliveries = new AtomicLong();

    @Override
    public void messageReceived(byte[] payload, long publishTimestamp) {
      messageReceived(ByteBuffer.wrap(payload), publishTimestamp);
    }

    @Override
    public void messageReceived(ByteBuffer payload, long publishTimestamp) {
      deliveries.incrementAndGet();
      numbers.add(payload.getLong(payload.position()));
    }

    Set<Long> numbers() {
      return numbers;
    }

    long deliveries() {
      return deliveries.get();
    }
  }
}
