package io.tidemark.driver.inmemory.shared;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.DetailedConsumerCallback;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import io.tidemark.driver.inmemory.shared.Connection.Signal;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The host's side of a {@link SharedConsumer}: a consumer whose callback lasts until the client's
 * has returned. What is on its way to a client that dies is gone with it.
 */
final class ServedConsumer implements DetailedConsumerCallback {
  private static final Logger log = LoggerFactory.getLogger(ServedConsumer.class);

  private final InMemoryBenchmarkDriver driver;
  private final Connection connection;
  private final Semaphore delivered = new Semaphore(0);
  private volatile boolean gone;

  ServedConsumer(InMemoryBenchmarkDriver driver, Connection connection) {
    this.driver = driver;
    this.connection = connection;
  }

  /** Returns by an exception, when the client leaves. */
  void serve() throws IOException, InterruptedException {
    String topic = connection.in().readUTF();
    String subscription = connection.in().readUTF();
    String missing = ServedTopics.status(driver.createSubscription(topic, subscription));
    connection.welcome(missing);
    if (missing.isEmpty()) {
      // Not before the welcome: from here on messages are written.
      CompletableFuture<BenchmarkConsumer> created =
          driver.createConsumer(topic, subscription, this);
      BenchmarkConsumer consumer = created.join();
      try {
        listen(consumer);
      } finally {
        // So that nothing more is handed to a client that has gone.
        ((PausableConsumer) consumer).pause();
        gone = true;
        delivered.release();
        close(consumer);
      }
    }
  }

  private void listen(BenchmarkConsumer consumer) throws IOException {
    PausableConsumer pausable = (PausableConsumer) consumer;
    while (true) {
      int signal = connection.in().readByte();
      switch (Signal.values()[signal]) {
        case DELIVERED -> delivered.release();
        case PAUSE -> pausable.pause();
        case RESUME -> pausable.resume();
        // On a thread of its own: what is under way is still to be confirmed here.
        case CLOSE -> Threads.start("shared-memory-close", () -> sayGoodbye(consumer));
      }
    }
  }

  private void sayGoodbye(BenchmarkConsumer consumer) {
    close(consumer);
    try {
      connection.out().writeInt(Connection.NO_MORE);
      connection.out().flush();
    } catch (IOException e) {
      connection.close();
    }
  }

  private static void close(BenchmarkConsumer consumer) {
    try {
      consumer.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      log.warn("a consumer does not close", e);
    }
  }

  @Override
  public void messageReceived(byte[] payload, long publishTimestamp, int partition) {
    try {
      DataOutputStream out = connection.out();
      out.writeInt(partition);
      out.writeLong(publishTimestamp);
      Connection.writeBytes(out, Optional.of(payload));
      out.flush();
      if (!gone) {
        delivered.acquire();
      }
    } catch (IOException e) {
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void messageReceived(ByteBuffer payload, long publishTimestamp, int partition) {
    throw new UnsupportedOperationException("the in-memory driver has arrays");
  }

  @Override
  public void messageReceived(byte[] payload, long publishTimestamp) {
    messageReceived(payload, publishTimestamp, 0);
  }

  @Override
  public void messageReceived(ByteBuffer payload, long publishTimestamp) {
    messageReceived(payload, publishTimestamp, 0);
  }

  @Override
  public void consumerFailed(Throwable cause) {
    log.warn("delivery failed", cause);
  }
}
