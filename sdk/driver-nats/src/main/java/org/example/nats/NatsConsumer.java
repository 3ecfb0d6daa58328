package org.example.nats;

import io.nats.client.Connection;
import io.nats.client.ConsumeOptions;
import io.nats.client.IterableConsumer;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamStatusCheckedException;
import io.nats.client.Message;
import io.nats.client.api.MessageInfo;
import io.nats.client.impl.Headers;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.ReceivedMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Pulls the messages of a subscription, on one thread. */
final class NatsConsumer implements BenchmarkConsumer {
  private static final Duration POLL = Duration.ofMillis(100);

  /** The client notices within 3 heartbeats, of half this time, that its request has been lost. */
  private static final Duration PULL = Duration.ofSeconds(1);

  private static final Duration CLOSE = Duration.ofSeconds(2);
  private final Connection connection;
  private final int prefetch;
  private final CallbackAdapter callback;
  private final Reader reader;
  private final Duration delay;
  private final IterableConsumer messages;
  private final Thread thread;
  private final Consumer<AutoCloseable> whenClosed;
  private volatile boolean closed;

  /** What a message is for the framework. */
  interface Reader {
    ReceivedMessage read(Message message) throws IOException, JetStreamApiException;
  }

  /**
   * The subscription exists.
   *
   * @param delay until a delayed message is delivered again
   * @param whenClosed gets the consumer when it is closed
   */
  NatsConsumer(
      Connection connection,
      String topic,
      String subscription,
      int prefetch,
      CallbackAdapter callback,
      Reader reader,
      Duration delay,
      Consumer<AutoCloseable> whenClosed)
      throws IOException, JetStreamApiException {
    this.connection = connection;
    this.prefetch = prefetch;
    this.callback = callback;
    this.reader = reader;
    this.delay = delay;
    this.whenClosed = whenClosed;
    ConsumeOptions options =
        ConsumeOptions.builder().batchSize(prefetch).expiresIn(PULL.toMillis()).build();
    this.messages = connection.getConsumerContext(topic, subscription).iterate(options);
    this.thread = BackgroundTasks.daemons("nats-consumer").newThread(this::receive);
    thread.start();
  }

  private void receive() {
    while (!closed) {
      try {
        Message message = messages.nextMessage(POLL);
        if (message != null && !closed) {
          received(message);
        } else if (message != null) {
          message.nak();
        }
      } catch (InterruptedException e) {
        return;
      } catch (IOException
          | JetStreamApiException
          | JetStreamStatusCheckedException
          | RuntimeException e) {
        callback.failed(NatsRefusals.shown(connection, (Throwable) e));
      }
    }
  }

  private void received(Message message) throws IOException, JetStreamApiException {
    switch (callback.settle(reader.read(message))) {
      case ACCEPT -> message.ack();
      case RELEASE -> message.nak();
      case REJECT -> message.term();
      case DELAY -> message.nakWithDelay(delay);
      case ABANDON -> {
        // Delivered again after ackWait.
      }
    }
  }

  /** What the framework may ask of a message, while its callback runs. */
  record Received(Message message) implements ReceivedMessage {
    @Override
    public byte[] array() {
      return message.getData();
    }

    @Override
    public long publishedMillis() {
      return message.metaData().timestamp().toInstant().toEpochMilli();
    }

    @Override
    public int partition() {
      return Subjects.partition(message.getSubject());
    }

    @Override
    public boolean redelivered() {
      return deliveries() > 1;
    }

    @Override
    public int deliveries() {
      return Math.toIntExact(message.metaData().deliveredCount());
    }

    @Override
    public byte[] header(String name) {
      return value(message.getHeaders(), name);
    }
  }

  /** A message of the stream that its consumers do not get any more. */
  record DeadLetter(MessageInfo message) implements ReceivedMessage {
    @Override
    public byte[] array() {
      return message.getData();
    }

    @Override
    public long publishedMillis() {
      return message.getTime().toInstant().toEpochMilli();
    }

    @Override
    public byte[] header(String name) {
      return value(message.getHeaders(), name);
    }
  }

  private static byte[] value(Headers headers, String name) {
    return headers == null ? null : ReceivedMessage.bytes(headers.getFirst(name));
  }

  /** No callback starts after this has returned; the others get what is left here. */
  @Override
  public void close() throws Exception {
    closed = true;
    thread.join(CLOSE.toMillis());
    try {
      giveBack();
      messages.close();
      connection.flush(CLOSE);
    } catch (TimeoutException | IllegalStateException | JetStreamStatusCheckedException e) {
      callback.failed(e);
    } finally {
      connection.close();
      whenClosed.accept(this);
    }
  }

  private void giveBack() throws InterruptedException, JetStreamStatusCheckedException {
    messages.stop();
    Message message = messages.nextMessage(1);
    for (int given = 0; message != null && given < prefetch; given++) {
      message.nak();
      message = messages.nextMessage(1);
    }
  }
}
