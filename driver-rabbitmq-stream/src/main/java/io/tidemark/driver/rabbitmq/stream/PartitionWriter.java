package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.Producer;
import com.rabbitmq.stream.Resource;
import com.rabbitmq.stream.Resource.State;
import com.rabbitmq.stream.StreamException;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.rabbitmq.Bounded;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The client's producer of one partition, its state, and the messages under way on it. One sender;
 * confirms come on the client's threads.
 */
final class PartitionWriter {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final String stream;
  private final boolean republishes;
  private final boolean deduplicates;
  private final Duration sendTimeout;
  private final Duration closeTimeout;
  private final Consumer<DriverEvent> events;
  private final LongAdder failed = new LongAdder();

  private final SendsUnderWay underWay;
  private volatile State state = State.OPENING;
  private volatile long failedBeforeLoss;
  private volatile boolean lost;
  private Producer producer;
  private long sent;

  PartitionWriter(String stream, StreamConfiguration configuration, Consumer<DriverEvent> events) {
    this.stream = stream;
    StreamConfiguration.Publishing settings = configuration.publishing();
    this.republishes = settings.republishes();
    this.deduplicates = settings.deduplication();
    this.sendTimeout = settings.sendTimeout();
    this.closeTimeout = configuration.connecting().closeTimeout();
    this.events = events;
    this.underWay = new SendsUnderWay(settings.maxUnconfirmed());
  }

  /** Given the builder's result; the listener was registered with the builder. */
  PartitionWriter on(Producer opened) {
    producer = opened;
    return this;
  }

  String stream() {
    return stream;
  }

  /** Hands a message to the client; waits for a connection and for room. */
  StreamSend send(byte[] payload, Optional<String> key, boolean filtered)
      throws InterruptedException {
    long number = sent;
    OutgoingMessage message =
        new OutgoingMessage(
            payload, filtered ? key.orElse(null) : null, deduplicates ? number + 1 : -1);
    StreamSend send = underWay.add(this);
    sent = number + 1;
    if (state != State.OPEN && !awaitOpen()) {
      send.failed(
          "not sent to " + stream + ": waited " + sendTimeout + " for a connection, is " + state);
      return send;
    }
    try {
      producer.send(message, send);
    } catch (StreamException | IllegalStateException e) {
      send.failed("not sent to " + stream + ": " + e.getMessage());
    }
    return send;
  }

  private boolean awaitOpen() throws InterruptedException {
    long deadlineNanos = System.nanoTime() + sendTimeout.toNanos();
    while (state != State.OPEN) {
      boolean over = state == State.CLOSING || state == State.CLOSED;
      if (over || System.nanoTime() - deadlineNanos >= 0) {
        return false;
      }
      LockSupport.parkNanos(this, POLL_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return true;
  }

  void failedOne() {
    failed.increment();
  }

  private int outstanding() {
    return underWay.open().size();
  }

  /** The client's word on the producer; on any of its threads. */
  void stateChanged(Resource.Context context) {
    state = context.currentState();
    if (state == State.RECOVERING) {
      lost = true;
      failedBeforeLoss = failed.sum();
      events.accept(
          new DriverEvent(Kind.CONNECTION_LOST, stream, outstanding() + " messages unconfirmed"));
      if (republishes) {
        events.accept(
            new DriverEvent(
                Kind.UNCONFIRMED_REPUBLISHED, stream, "up to " + outstanding() + " messages"));
      }
    } else if (state == State.OPEN && lost) {
      lost = false;
      events.accept(new DriverEvent(Kind.CONNECTION_RECOVERED, stream, "the client reconnected"));
      reportFailures();
    }
  }

  private void reportFailures() {
    long count = failed.sum() - failedBeforeLoss;
    if (count > 0) {
      events.accept(new DriverEvent(Kind.UNCONFIRMED_FAILED, stream, count + " messages"));
    }
  }

  /** Waits for confirms until the deadline, closes, and fails what is left. */
  void close(long deadlineNanos) {
    while (state == State.OPEN
        && outstanding() > 0
        && System.nanoTime() - deadlineNanos < 0
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, POLL_NANOS);
    }
    State before = state;
    state = State.CLOSED;
    if (producer != null && before != State.CLOSED) {
      Bounded.start("rabbitmq-close", producer::close).endedWithin(closeTimeout);
    }
    underWay.open().forEach(send -> send.failed("producer was closed before the broker confirmed"));
  }
}
