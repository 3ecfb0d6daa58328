package io.tidemark.worker.engine.load;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.SendFuture;
import io.tidemark.measure.Interval;
import io.tidemark.measure.ThreadSlot;
import io.tidemark.worker.engine.record.Recording;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Sends by a producer: a flight lasts until the broker has acknowledged the message and a consumer
 * has received it, in any order, or until the send fails. The flight of a lost message does not
 * end.
 */
final class ReceivedSender extends ProducerSender {
  private final Recording recording;
  private final int number;
  private final Map<Long, Flight> open = new ConcurrentHashMap<>();

  ReceivedSender(
      BenchmarkProducer producer,
      UnaryOperator<BenchmarkProducer> headers,
      Recording recording,
      int number) {
    super(producer, headers);
    this.recording = recording;
    this.number = number;
  }

  /** A message under way; its monitor guards the two booleans. */
  private final class Flight extends SendFuture {
    private final long sequence;
    private final long intended;
    private final long actual;
    private final int bytes;
    private boolean acknowledged;
    private boolean received;

    Flight(long sequence, long intended, long actual, int bytes) {
      this.sequence = sequence;
      this.intended = intended;
      this.actual = actual;
      this.bytes = bytes;
    }

    @Override
    protected long nanoTime() {
      return recording.clock.nanoTime();
    }

    private synchronized boolean isAcknowledged() {
      return acknowledged;
    }

    private synchronized boolean isOverWith(boolean byBroker, boolean byConsumer) {
      acknowledged |= byBroker;
      received |= byConsumer;
      return acknowledged && received;
    }
  }

  @Override
  public CompletableFuture<Void> send(
      Optional<String> key, byte[] payload, long sequence, long intended, long actual) {
    Flight flight = new Flight(sequence, intended, actual, payload.length);
    open.put(sequence, flight); // Consumers may be faster than the call.
    try {
      CompletableFuture<Void> sent = super.send(key, payload, sequence, intended, actual);
      if (sent instanceof SendFuture stamped) {
        stamped.whenDone((failure, at) -> sent(flight, stamped.reachesConsumers(), failure, at));
      } else {
        ThreadSlot.current().register(sent, (ok, failure) -> sent(flight, failure));
      }
      return flight;
    } catch (Throwable refused) {
      open.remove(sequence);
      throw refused;
    }
  }

  private void sent(Flight flight, boolean reaches, @Nullable Throwable failure, long nanoTime) {
    long at = recording.clock.epochNanosAt(nanoTime);
    boolean unstamped = at < flight.actual;
    sent(flight, reaches, failure, unstamped ? recording.clock.epochNanos() : at, unstamped);
  }

  private void sent(Flight flight, @Nullable Throwable failure) {
    boolean unstamped = ThreadSlot.current().isRegistering();
    sent(flight, true, failure, recording.clock.epochNanos(), unstamped);
  }

  private void sent(
      Flight flight, boolean reaches, @Nullable Throwable failure, long now, boolean unstamped) {
    if (failure != null) {
      open.remove(flight.sequence);
      flight.completeExceptionally(failure); // The lane records the failure.
    } else if (!recording.isClosed()) {
      recording.acknowledged(
          ThreadSlot.current(),
          number,
          reaches ? flight.sequence : Interval.FILTERED,
          flight.intended,
          flight.actual,
          flight.bytes,
          now,
          unstamped);
      endIf(flight.isOverWith(true, !reaches), flight);
    }
  }

  /** Any thread; a repeated delivery changes nothing. */
  void received(long sequence) {
    Flight flight = open.get(sequence);
    if (flight != null) {
      endIf(flight.isOverWith(false, true), flight);
    }
  }

  private void endIf(boolean over, Flight flight) {
    if (over && open.remove(flight.sequence, flight)) {
      flight.complete(null);
    }
  }

  /** Acknowledgements are recorded here, when they come. */
  @Override
  public boolean endsWithAcknowledgement() {
    return false;
  }

  @Override
  public void forEachUnacknowledged(LongConsumer intendedEpochNanos) {
    open.values().stream()
        .filter(flight -> !flight.isAcknowledged())
        .forEach(flight -> intendedEpochNanos.accept(flight.intended));
  }
}
