package io.tidemark.worker.engine;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.GroupedSends;
import io.tidemark.driver.ProbeSender;
import io.tidemark.driver.SendFuture;
import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.Interval;
import io.tidemark.measure.KeySource;
import io.tidemark.measure.MessageKind;
import io.tidemark.measure.Pacer;
import io.tidemark.measure.PadBefore;
import io.tidemark.measure.PayloadPool;
import io.tidemark.measure.RateCurve;
import io.tidemark.measure.Stripe;
import io.tidemark.measure.ThreadSlot;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongConsumer;

/** What every send changes, apart from what the threads of other lanes touch. */
abstract class LaneProgress extends PadBefore {
  static final long NOT_SENDING = Long.MIN_VALUE;

  long nextSequence;
  long closedLoopDueEpochNanos;

  /** Intended time of the message whose send has not returned; the send may block. */
  @SuppressWarnings("unused") // through a VarHandle
  long sendingIntendedEpochNanos = NOT_SENDING;

  /** Of the same message; written before its intended time. */
  long sendingActualEpochNanos;

  int sendingBytes;
}

/**
 * One producer's load: its schedule, its messages and its sends under way. One load thread owns it;
 * futures complete on any thread.
 */
@SuppressWarnings("unused")
class Lane extends LaneProgress {
  private static final VarHandle SENT;
  private static final VarHandle SENDING;
  private static final VarHandle LAST_COUNTED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SENT = lookup.findVarHandle(LaneProgress.class, "nextSequence", long.class);
      SENDING = lookup.findVarHandle(LaneProgress.class, "sendingIntendedEpochNanos", long.class);
      LAST_COUNTED = lookup.findVarHandle(Lane.class, "lastCounted", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** In place of the time of a completion. */
  static final long NO_STAMP = Long.MIN_VALUE;

  private static final int FAILURES_BEFORE_PAUSE = 10;
  private static final long FIRST_PAUSE_NANOS = 1_000_000;
  private static final int MOST_PAUSE_DOUBLINGS = 7;

  private final Recording recording;
  private final int producerIndex;
  final int sender;
  private final BenchmarkProducer producer;

  /** The producer, if it groups what it sends; null otherwise. */
  private final GroupedSends grouping;

  private final EnvelopeWriter writer;
  private PayloadPool.Draw bodies;
  private KeySource keys;
  private final PayloadBuffer buffer;
  private final String subject;

  private LoadSignals control;
  private InFlightPool flights;
  private Function<RateCurve, Pacer> newPacer;
  private Pacer pacer;
  private long limit;
  private Runnable whenRoom = () -> {};

  /** Every acknowledgement reads it, so it is not among what every send changes. */
  private volatile int failuresInARow;

  /** Whether the message that was being sent when the load stopped has been counted as sent. */
  private boolean lastCounted; // through a VarHandle

  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

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
    this.grouping = producer instanceof GroupedSends grouped ? grouped : null;
    this.writer = writer;
    this.bodies = bodies;
    this.keys = keys;
    this.buffer = buffer;
    this.subject = "producer " + producerIndex;
    this.flights = new InFlightPool(this, 0);
  }

  /** Before the load starts: other messages than those it was made with. */
  void messages(PayloadPool.Draw otherBodies, KeySource otherKeys) {
    bodies = otherBodies;
    keys = otherKeys;
  }

  /**
   * Makes it ready to send.
   *
   * @param limit messages at most
   * @param cap unacknowledged messages at most
   */
  void prepare(
      LoadSignals loadControl,
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

  /** What its messages are for. */
  MessageKind kind() {
    return MessageKind.DATA;
  }

  /** Hands a message to the driver; the future ends the flight. */
  CompletableFuture<Void> handOver(
      Optional<String> key, byte[] payload, long sequence, long intended, long actual) {
    return producer.sendAsync(key, payload);
  }

  /** Hands a probe to the driver; the future ends when the broker has it. */
  CompletableFuture<Void> handOverProbe(Optional<String> key, byte[] payload) {
    return producer instanceof ProbeSender prober
        ? prober.sendProbeAsync(key, payload)
        : producer.sendAsync(key, payload);
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

  /** There was no room: {@code whenRoom} runs when there is enough again to go on. */
  void waitForRoom(long nowEpochNanos) {
    flights.waitForRoom(nowEpochNanos);
  }

  boolean hasRoomAgain(long nowEpochNanos) {
    return flights.hasRoomAgain(nowEpochNanos);
  }

  /** What it sends until {@link #release} may wait for its next messages. */
  void hold() {
    if (grouping != null) {
      grouping.hold();
    }
  }

  /**
   * What was held back leaves.
   *
   * @return whether the driver had something to do
   */
  boolean release() {
    if (grouping == null) {
      return false;
    }
    try {
      grouping.release();
    } catch (RuntimeException e) { // Against the contract, and no reason to end the load.
      recording.events.add("SEND_ERROR", subject, e);
    }
    return true;
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
    long sequence = nextSequence;
    long actual = recording.clock.epochNanos();
    if (actual > control.leaseEndEpochNanos()) {
      return actual;
    }
    long intended = pacer == null ? actual : pacer.nextDueEpochNanos();
    if (sequence == 0) {
      recording.loadBegins();
    }
    writer.write(payload, body.form(), body.hash(), kind(), sequence, intended, actual - intended);
    sendingActualEpochNanos = actual;
    sendingBytes = payload.length;
    SENDING.setRelease(this, intended);
    SENT.setRelease(this, sequence + 1);
    if (pacer == null) {
      closedLoopDueEpochNanos = actual;
    } else {
      pacer.advance();
    }
    long recognised = body.form() == EnvelopeForm.NONE ? Interval.NO_SEQUENCE : sequence;
    CompletableFuture<Void> future;
    try {
      future = handOver(key, payload, sequence, intended, actual);
      if (future == null) {
        throw new IllegalStateException("sendAsync returned null");
      }
    } catch (Throwable refused) {
      return refused(slot, recognised, intended, actual, payload.length, refused);
    }
    SendFuture stamped = future instanceof SendFuture known ? known : null;
    boolean done = stamped == null ? future.isDone() : stamped.isStamped();
    boolean counted = countedMeanwhile();
    if (!counted && done && !future.isCompletedExceptionally()) {
      long at = stamped == null ? NO_STAMP : stampOf(stamped.stampNanoTime(), actual);
      long now = recordSentAndAcknowledged(slot, recognised, intended, actual, payload.length, at);
      SENDING.setRelease(this, NOT_SENDING);
      succeeded();
      return now;
    }
    InFlight flight = flights.begin(recognised, intended, actual, payload.length);
    SENDING.setRelease(this, NOT_SENDING); // A look at the wrong moment finds it twice, never not.
    if (!counted) {
      recordSent(slot, intended, actual, payload.length);
    }
    if (stamped != null) {
      stamped.whenDone(flight);
    } else {
      slot.register(future, flight);
    }
    return actual;
  }

  /** The completion in epoch nanoseconds; a future from before the send says nothing of it. */
  private long stampOf(long nanoTime, long actual) {
    long stamp = recording.clock.epochNanosAt(nanoTime);
    return stamp < actual ? NO_STAMP : stamp;
  }

  /**
   * The future was complete already: one critical section for both.
   *
   * @param sequence {@link Interval#NO_SEQUENCE} for a message without a stamp, here and below
   * @param at when it completed, or {@link #NO_STAMP}
   * @return that, or now
   */
  long recordSentAndAcknowledged(
      ThreadSlot slot, long sequence, long intended, long actual, int bytes, long at) {
    long now = at == NO_STAMP ? recording.clock.epochNanos() : at;
    PhaseTable phases = recording.phases();
    int sentIn = phases.pair(intended, actual);
    int phase = phases.pair(intended, now);
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      Interval interval = stripe.interval();
      interval.sent(sentIn, bytes, actual - intended);
      interval.acknowledged(phase, bytes, now - actual, now - intended, sender, sequence);
      if (at == NO_STAMP) {
        interval.unstamped(phase, now - actual);
      }
    } finally {
      stripe.release();
    }
    return now;
  }

  /** An exception thrown instead of a future: the message counts as sent and failed. */
  private long refused(
      ThreadSlot slot, long sequence, long intended, long actual, int bytes, Throwable refused) {
    if (refused instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    long now = recording.clock.epochNanos();
    if (!countedMeanwhile()) {
      recordSent(slot, intended, actual, bytes);
    }
    recordFailed(slot, sequence, intended, now, refused);
    SENDING.setRelease(this, NOT_SENDING);
    return now;
  }

  /**
   * Counts the message whose send has not returned although the load has stopped; it may never
   * return. Any thread, once the load thread has had its time to end.
   */
  void countLast() {
    long intended = (long) SENDING.getAcquire(this);
    if (intended != NOT_SENDING && LAST_COUNTED.compareAndSet(this, false, true)) {
      recordSent(ThreadSlot.current(), intended, sendingActualEpochNanos, sendingBytes);
    }
  }

  /** Whether a send that returns has been counted: at most one does after the stop. */
  private boolean countedMeanwhile() {
    return control.wasStopped() && !LAST_COUNTED.compareAndSet(this, false, true);
  }

  void recordSent(ThreadSlot slot, long intended, long actual, int bytes) {
    int phase = recording.phases().pair(intended, actual);
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      stripe.interval().sent(phase, bytes, actual - intended);
    } finally {
      stripe.release();
    }
  }

  /** Any thread: a future has completed and tells when. */
  void completed(InFlight flight, Throwable failure, long nanoTime) {
    long at = stampOf(nanoTime, flight.actualEpochNanos());
    if (at == NO_STAMP) {
      ended(flight, failure, recording.clock.epochNanos(), true);
    } else {
      ended(flight, failure, at, false);
    }
  }

  /** Any thread: a future has completed; now, or before it was looked at. */
  void completed(InFlight flight, Throwable failure) {
    long now = recording.clock.epochNanos();
    ended(flight, failure, now, ThreadSlot.current().isRegistering());
  }

  private void ended(InFlight flight, Throwable failure, long now, boolean unstamped) {
    if (recording.isClosed()) {
      return;
    }
    try {
      ThreadSlot slot = ThreadSlot.current();
      if (failure == null) {
        recordAcknowledged(slot, flight, now, unstamped);
        succeeded();
      } else {
        recordFailed(slot, flight.sequence(), flight.intendedEpochNanos(), now, failure);
      }
    } catch (RuntimeException e) {
      recording.ownFailure("acknowledgement", e);
    }
    if (flights.giveBack(flight)) {
      whenRoom.run();
    }
  }

  void recordAcknowledged(ThreadSlot slot, InFlight flight, long now, boolean unstamped) {
    int phase = recording.phases().pair(flight.intendedEpochNanos(), now);
    int bytes = flight.payloadBytes();
    long latency = now - flight.actualEpochNanos();
    long response = now - flight.intendedEpochNanos();
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      Interval interval = stripe.interval();
      interval.acknowledged(phase, bytes, latency, response, sender, flight.sequence());
      if (unstamped) {
        interval.unstamped(phase, latency);
      }
    } finally {
      stripe.release();
    }
  }

  private void succeeded() {
    if (failuresInARow != 0) {
      failuresInARow = 0;
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // a lost count makes a pause a message later
  private void recordFailed(
      ThreadSlot slot, long sequence, long intended, long now, Throwable failure) {
    int phase = recording.phases().pair(intended, now);
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      stripe.interval().failed(phase, now - intended, sender, sequence);
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

  /** Any thread: the intended times of the sends under way, as of about now. */
  void forEachUnderWay(LongConsumer intendedEpochNanos) {
    long sending = (long) SENDING.getAcquire(this);
    if (sending != NOT_SENDING) {
      intendedEpochNanos.accept(sending);
    }
    flights.forEachUnderWay(intendedEpochNanos);
  }

  /** Any thread: the intended times of what the broker has not acknowledged. */
  void forEachUnacknowledged(LongConsumer intendedEpochNanos) {
    forEachUnderWay(intendedEpochNanos);
  }

  /** Load thread: when its last send began. */
  long lastSendEpochNanos() {
    return sendingActualEpochNanos;
  }

  /** Any thread: when the send began that has not returned; {@link #NOT_SENDING} for none. */
  long sendingSinceEpochNanos() {
    return (long) SENDING.getAcquire(this) == NOT_SENDING ? NOT_SENDING : sendingActualEpochNanos;
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
