package io.tidemark.driver.inmemory.shared;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DetailedConsumerCallback;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.inmemory.shared.Connection.Signal;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gets one message at a time: the next comes when the callback has returned. */
final class SharedConsumer implements BenchmarkConsumer, PausableConsumer {
  private static final Logger log = LoggerFactory.getLogger(SharedConsumer.class);
  private static final long CLOSE_DEADLINE_MILLIS = 30_000;

  private final Connection connection;
  private final ConsumerCallback callback;
  private final Thread reader;
  private boolean closing;

  private SharedConsumer(Connection connection, String subscription, ConsumerCallback callback) {
    this.connection = connection;
    this.callback = callback;
    this.reader = Threads.start("shared-consumer-" + subscription, this::receive);
  }

  static SharedConsumer open(int port, String topic, String subscription, ConsumerCallback callback)
      throws IOException {
    return new SharedConsumer(
        Connection.open(port, Connection.Kind.CONSUMER, topic, subscription),
        subscription,
        callback);
  }

  private void receive() {
    DataInputStream in = connection.in();
    try {
      int partition = in.readInt();
      while (partition != Connection.NO_MORE) {
        long publishTimestamp = in.readLong();
        byte[] payload = connection.readBytes().orElseThrow(EOFException::new);
        deliver(payload, publishTimestamp, partition);
        signal(Signal.DELIVERED);
        partition = in.readInt();
      }
    } catch (IOException e) {
      if (!isClosing()) {
        failed(new IOException("the connection to the host ended", e));
      }
    } finally {
      connection.close();
    }
  }

  private void deliver(byte[] payload, long publishTimestamp, int partition) {
    try {
      if (callback instanceof DetailedConsumerCallback detailed) {
        detailed.messageReceived(payload, publishTimestamp, partition);
      } else {
        callback.messageReceived(payload, publishTimestamp);
      }
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  private void failed(Exception cause) {
    if (callback instanceof DetailedConsumerCallback detailed) {
      detailed.consumerFailed(cause);
    } else {
      log.warn("{} failed", reader.getName(), cause);
    }
  }

  private synchronized void signal(Signal signal) throws IOException {
    connection.out().writeByte(signal.ordinal());
    connection.out().flush();
  }

  @Override
  public void pause() {
    signalOrFail(Signal.PAUSE);
  }

  @Override
  public void resume() {
    signalOrFail(Signal.RESUME);
  }

  private void signalOrFail(Signal signal) {
    try {
      signal(signal);
    } catch (IOException e) {
      throw new IllegalStateException("the connection to the host ended", e);
    }
  }

  private synchronized boolean isClosing() {
    return closing;
  }

  /** No callback starts after this has returned. */
  @Override
  public void close() throws InterruptedException, TimeoutException {
    if (!beginClosing() || Thread.currentThread() == reader) {
      return; // The callback closes its own consumer: the reader ends when it returns.
    }
    reader.join(CLOSE_DEADLINE_MILLIS);
    if (reader.isAlive()) {
      connection.close();
      throw new TimeoutException(reader.getName() + " still inside its callback after 30 s");
    }
  }

  /** False when the host is gone, and with it all that could still come. */
  private synchronized boolean beginClosing() {
    if (closing) {
      return true;
    }
    closing = true;
    try {
      signal(Signal.CLOSE);
      return true;
    } catch (IOException e) {
      connection.close();
      return reader.isAlive();
    }
  }
}
