package io.tidemark.worker.engine;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.Interval;
import io.tidemark.measure.KeySource;
import io.tidemark.measure.MessageKind;
import io.tidemark.measure.Pacer;
import io.tidemark.measure.PayloadPool;
import io.tidemark.measure.RateCurve;
import io.tidemark.measure.Stripe;
import io.tidemark.measure.ThreadSlot;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One producer's load: its schedule, its messages and its sends under way. One load thread owns it;
 * futures complete on any thread.
 */
final class Lane {
  private static final VarHandle SENT;

  static {
    try {
      SENT = MethodHandles.lookup().findVarHandle(Lane.class, "nextSequence", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int FAILURES_BEFORE_PAUSE = 10;
  private static final long FIRST_PAUSE_NANOS = 1_000_000;
  private static final int MOST_PAUSE_DOUBLINGS = 7;

  private final Recording recording;
  private final int producerIndex;
  private final int sender;
  private final BenchmarkProducer producer;
  private final EnvelopeWriter writer;
  private final PayloadPool.Draw bodies;
  private final KeySource keys;
  private final PayloadBuffer buffer;
  private final String subject;

  private LoadControl control;
  private InFlightPool flights;
  private Function<RateCurve, Pacer> newPacer;
  private Pacer pacer;
  private long limit;
  private long closedLoopDueEpochNanos;
  private Runnable whenRoom = () -> {};
  private long nextSequence;
  private volatile int failuresInARow;

  Lane(
      Recording recording,
      int producerIndex,
      int sender,
      BenchmarkProducer producer,
      EnvelopeWriter writer,
      PayloadPool.Draw bodies,
      KeySource keys,
      PayloadBuffer buffer) {
    this.recording = recording;
    this.producerIndex = producerIndex;
    this.sender = sender;
    this.producer = producer;
    this.writer = writer;
    this.bodies = bodies;
    this.keys = keys;
    this.buffer = buffer;
    this.subject = "producer " + producerIndex;
    this.flights = new InFlightPool(this, 0);
  }

  /**
   * Makes it ready to send.
   *
   * @param limit messages at most
   * @param cap unacknowledged messages at most
   */
  void prepare(
      LoadControl loadControl,
      Function<RateCurve, Pacer> pacers,
      long startEpochNanos,
      long messageLimit,
      int cap) {
    control = loadControl;
    newPacer = pacers;
    limit = messageLimit;
    closedLoopDueEpochNanos = startEpochNanos;
    flights = new InFlightPool(this, cap);
    RateCurve curve = loadControl.curve();
    pacer = curve == null ? null : pacers.apply(curve);
  }

  void whenRoom(Runnable waker) {
    whenRoom = waker;
  }

  void follow(RateCurve curve) {
    if (pacer == null) {
      pacer = newPacer.apply(curve);
    } else {
      pacer.follow(curve);
    }
  }

  int producerIndex() {
    return producerIndex;
  }

  BenchmarkProducer producer() {
    return producer;
  }

  EnvelopeWriter writer() {
    return writer;
  }

  /** Messages handed to the driver so far. */
  long sent() {
    return (long) SENT.getAcquire(this);
  }

  boolean isFinished() {
    return sent() >= limit;
  }

  /** When the next message wants to go out. */
  long dueEpochNanos() {
    return pacer == null ? closedLoopDueEpochNanos : pacer.nextDueEpochNanos();
  }

  boolean hasRoom() {
    return flights.hasRoom();
  }

  /**
   * Sends the next message; the load thread has seen that there is room.
   *
   * @return the last reading of the clock, epoch nanoseconds
   */
  long send(ThreadSlot slot) {
    PayloadPool.Body body = bodies.next();
    byte[] payload = buffer.copy(body);
    Optional<String> key = keys.next();
    InFlight flight = flights.peek();
    long sequence = nextSequence;
    long actual = recording.clock.epochNanos();
    if (actual > control.leaseEndEpochNanos()) {
      return actual;
    }
    long intended = pacer == null ? actual : pacer.nextDueEpochNanos();
    writer.write(
        payload, body.form(), body.hash(), MessageKind.DATA, sequence, intended, actual - intended);
    flight.begin(sequence, intended, actual, payload.length);
    SENT.setRelease(this, sequence + 1);
    if (pacer == null) {
      closedLoopDueEpochNanos = actual;
    } else {
      pacer.advance();
    }
    CompletableFuture<Void> future;
    try {
      future = producer.sendAsync(key, payload);
      if (future == null) {
        throw new IllegalStateException("sendAsync returned null");
      }
    } catch (Throwable refused) {
      return refused(slot, flight, refused);
    }
    if (future.isDone() && !future.isCompletedExceptionally()) {
      return acknowledgedAtOnce(slot, flight);
    }
    flights.take();
    recordSent(slot, flight);
    future.whenComplete(flight);
    return actual;
  }

  private long acknowledgedAtOnce(ThreadSlot slot, InFlight flight) {
    long now = recording.clock.epochNanos();
    long intended = flight.intendedEpochNanos;
    long actual = flight.actualEpochNanos;
    int phase = recording.phases().phaseAt(intended);
    int bytes = flight.payloadBytes;
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      Interval interval = stripe.interval();
      interval.sent(phase, bytes, actual - intended);
      interval.acknowledged(phase, bytes, now - actual, now - intended, sender, flight.sequence);
    } finally {
      stripe.release();
    }
    flight.end();
    if (failuresInARow != 0) {
      failuresInARow = 0;
    }
    return now;
  }

  /** An exception thrown instead of a future: the message counts as sent and failed. */
  private long refused(ThreadSlot slot, InFlight flight, Throwable refused) {
    if (refused instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    long now = recording.clock.epochNanos();
    recordSent(slot, flight);
    recordFailed(slot, flight, now, refused);
    flight.end();
    return now;
  }

  private void recordSent(ThreadSlot slot, InFlight flight) {
    int phase = recording.phases().phaseAt(flight.intendedEpochNanos);
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      stripe
          .interval()
          .sent(phase, flight.payloadBytes, flight.actualEpochNanos - flight.intendedEpochNanos);
    } finally {
      stripe.release();
    }
  }

  /** Any thread: a future has completed. */
  void completed(InFlight flight, Throwable failure) {
    long now = recording.clock.epochNanos();
    if (recording.isClosed()) {
      return;
    }
    try {
      ThreadSlot slot = ThreadSlot.current();
      if (failure == null) {
        recordAcknowledged(slot, flight, now);
      } else {
        recordFailed(slot, flight, now, failure);
      }
    } catch (RuntimeException e) {
      recording.ownFailure("acknowledgement", e);
    }
    flight.end();
    flights.giveBack(flight);
    whenRoom.run();
  }

  private void recordAcknowledged(ThreadSlot slot, InFlight flight, long now) {
    int phase = recording.phases().phaseAt(flight.intendedEpochNanos);
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      stripe
          .interval()
          .acknowledged(
              phase,
              flight.payloadBytes,
              now - flight.actualEpochNanos,
              now - flight.intendedEpochNanos,
              sender,
              flight.sequence);
    } finally {
      stripe.release();
    }
    if (failuresInARow != 0) {
      failuresInARow = 0;
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // a lost count makes a pause a message later
  private void recordFailed(ThreadSlot slot, InFlight flight, long now, Throwable failure) {
    int phase = recording.phases().phaseAt(flight.intendedEpochNanos);
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      stripe.interval().failed(phase, now - flight.intendedEpochNanos, sender, flight.sequence);
    } finally {
      stripe.release();
    }
    failuresInARow++;
    recording.events.add("SEND_ERROR", subject, failure);
  }

  /** A closed loop against a dead broker would spin; an open one has its schedule. */
  void pauseAfterFailures(long nowEpochNanos) {
    int failures = failuresInARow;
    if (pacer == null && failures >= FAILURES_BEFORE_PAUSE) {
      int doublings = Math.min(MOST_PAUSE_DOUBLINGS, failures / FAILURES_BEFORE_PAUSE - 1);
      closedLoopDueEpochNanos = nowEpochNanos + (FIRST_PAUSE_NANOS << doublings);
    }
  }

  InFlightPool flights() {
    return flights;
  }

  /** Messages due and not sent; 0 in a closed loop. Any thread, approximate. */
  long debt(long epochNanos) {
    Pacer mine = pacer;
    return mine == null || isFinished() ? 0 : Math.min(mine.debt(epochNanos), limit - sent());
  }

  /** How late the next message is. Any thread, approximate. */
  long lagNanos(long epochNanos) {
    Pacer mine = pacer;
    return mine == null || isFinished() ? 0 : Math.max(0, epochNanos - mine.nextDueEpochNanos());
  }
}
