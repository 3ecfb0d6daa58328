package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.Producer;
import com.rabbitmq.stream.Resource;
import com.rabbitmq.stream.Resource.State;
import com.rabbitmq.stream.StreamException;
import io.tidemark.driver.Bounded;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.headers.MessageHeader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The client's producer of one partition, its state, and the messages under way on it. One sender;
 * confirms come on the client's threads.
 */
final class PartitionWriter {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final String stream;
  private final StreamConfiguration configuration;
  private final StreamConfiguration.Publishing settings;
  private final @Nullable String probeFilterValue;
  private final Duration closeTimeout;
  private final Consumer<DriverEvent> events;
  private final SendsUnderWay underWay;
  private volatile State state = State.OPENING;

  /** What was unconfirmed when the connection was lost; null while there is one. */
  private final AtomicReference<List<StreamSend>> inDoubt = new AtomicReference<>();

  private Producer producer;
  private long sent;

  @SuppressWarnings("NullAway.Init") // on() sets the producer before it is used
  PartitionWriter(String stream, StreamConfiguration configuration, Consumer<DriverEvent> events) {
    this.stream = stream;
    this.configuration = configuration;
    this.settings = configuration.publishing();
    List<String> wanted = configuration.consuming().filterValues();
    this.probeFilterValue = settings.filters() && !wanted.isEmpty() ? wanted.get(0) : null;
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
  StreamSend send(byte[] payload, Optional<String> key, List<MessageHeader> headers)
      throws InterruptedException {
    return send(payload, filterValue(key), headers);
  }

  /** Sends with a filter value that all consumers of this file accept. */
  StreamSend sendProbe(byte[] payload, List<MessageHeader> headers) throws InterruptedException {
    return send(payload, probeFilterValue, headers);
  }

  private @Nullable String filterValue(Optional<String> key) {
    List<String> set = settings.filterSet();
    if (!set.isEmpty()) {
      return set.get((int) (sent % set.size()));
    }
    return settings.filterByKey() ? key.orElse(null) : null;
  }

  private StreamSend send(byte[] payload, @Nullable String filterValue, List<MessageHeader> headers)
      throws InterruptedException {
    long number = sent;
    OutgoingMessage message =
        new OutgoingMessage(
            payload, filterValue, headers, settings.deduplication() ? number + 1 : -1);
    boolean open = state == State.OPEN || awaitOpen();
    StreamSend send = underWay.add(configuration.delivers(filterValue));
    sent = number + 1;
    if (!open) {
      send.failed(
          "not sent to %s: waited %s for a connection, is %s"
              .formatted(stream, settings.sendTimeout(), state));
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
    long deadlineNanos = System.nanoTime() + settings.sendTimeout().toNanos();
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

  private int outstanding() {
    return underWay.open().size();
  }

  /** The client's state of the producer; on any of its threads. */
  void stateChanged(Resource.Context context) {
    state = context.currentState();
    if (state == State.RECOVERING) {
      List<StreamSend> unconfirmed = underWay.open();
      unconfirmed.forEach(StreamSend::connectionLost);
      inDoubt.set(unconfirmed);
      events.accept(
          new DriverEvent(
              Kind.CONNECTION_LOST, stream, unconfirmed.size() + " messages unconfirmed"));
    } else if (state == State.OPEN) {
      List<StreamSend> unconfirmed = inDoubt.getAndSet(null);
      if (unconfirmed != null) {
        events.accept(new DriverEvent(Kind.CONNECTION_RECOVERED, stream, "the client reconnected"));
        if (settings.republishes()) { // The client has, before it said so.
          long failed = reportFailures(unconfirmed);
          report(Kind.UNCONFIRMED_REPUBLISHED, unconfirmed.size() - failed);
        } else { // The client fails them on other threads, some of them later.
          CompletableFuture<Void> ignored =
              CompletableFuture.allOf(unconfirmed.toArray(StreamSend[]::new))
                  .whenComplete((all, failure) -> reportFailures(unconfirmed));
        }
      }
    }
  }

  private long reportFailures(List<StreamSend> unconfirmed) {
    long failed = unconfirmed.stream().filter(StreamSend::isCompletedExceptionally).count();
    report(Kind.UNCONFIRMED_FAILED, failed);
    return failed;
  }

  private void report(Kind kind, long messages) {
    if (messages > 0) {
      events.accept(new DriverEvent(kind, stream, messages + " messages"));
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
    List<StreamSend> unconfirmed = inDoubt.getAndSet(null);
    if (unconfirmed != null) {
      reportFailures(unconfirmed);
    }
  }
}
