package io.tidemark.driver.inmemory.shared;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.SendFuture;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Sends without waiting; the host's answers come in the order of the messages. */
final class SharedProducer implements BenchmarkProducer {
  private static final long ANSWERS_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Connection connection;
  private final Deque<CompletableFuture<Void>> unanswered = new ArrayDeque<>();
  private boolean closed;

  private SharedProducer(Connection connection) {
    this.connection = connection;
  }

  static SharedProducer open(int port, String topic) throws IOException {
    SharedProducer producer =
        new SharedProducer(Connection.open(port, Connection.Kind.PRODUCER, topic));
    Threads.start("shared-producer-" + topic, producer::readAnswers);
    return producer;
  }

  /** Blocks while the host takes no more. */
  @Override
  public synchronized CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    CompletableFuture<Void> future = new SendFuture();
    if (closed) {
      future.completeExceptionally(new IllegalStateException("the producer is closed"));
      return future;
    }
    add(future);
    try {
      DataOutputStream out = connection.out();
      Connection.writeBytes(out, key.map(text -> text.getBytes(StandardCharsets.UTF_8)));
      Connection.writeBytes(out, Optional.of(payload));
      out.flush();
    } catch (IOException e) {
      end(e);
    }
    return future;
  }

  private void readAnswers() {
    try {
      while (true) {
        String status = connection.in().readUTF();
        CompletableFuture<Void> answered = take();
        if (status.isEmpty()) {
          answered.complete(null);
        } else {
          answered.completeExceptionally(new IOException(status));
        }
      }
    } catch (IOException e) {
      end(e);
    }
  }

  // The sender holds the producer's monitor while it blocks; answers must come through meanwhile.
  private void add(CompletableFuture<Void> future) {
    synchronized (unanswered) {
      unanswered.addLast(future);
    }
  }

  private CompletableFuture<Void> take() {
    synchronized (unanswered) {
      CompletableFuture<Void> first = unanswered.removeFirst();
      unanswered.notifyAll();
      return first;
    }
  }

  private void end(IOException why) {
    connection.close();
    List<CompletableFuture<Void>> left;
    synchronized (unanswered) {
      left = List.copyOf(unanswered);
      unanswered.clear();
      unanswered.notifyAll();
    }
    left.forEach(
        future ->
            future.completeExceptionally(new IOException("the connection to the host ended", why)));
  }

  /** Waits a while for what has not been answered. */
  @Override
  public void close() throws InterruptedException {
    try {
      awaitAnswers();
    } finally {
      connection.close(); // Before the monitor: it ends a send that blocks.
      synchronized (this) {
        closed = true;
      }
      end(new IOException("closed"));
    }
  }

  private void awaitAnswers() throws InterruptedException {
    long until = System.nanoTime() + ANSWERS_WITHIN_NANOS;
    synchronized (unanswered) {
      long left = ANSWERS_WITHIN_NANOS;
      while (!unanswered.isEmpty() && left > 0) {
        unanswered.wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
        left = until - System.nanoTime();
      }
    }
  }
}
