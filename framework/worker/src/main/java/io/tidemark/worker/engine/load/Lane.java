package io.tidemark.worker.engine.load;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.AbortedSend;
import io.tidemark.driver.SendFuture;
import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.Interval;
import io.tidemark.measure.ThreadSlot;
import io.tidemark.measure.payload.KeySource;
import io.tidemark.measure.payload.PayloadPool;
import io.tidemark.measure.schedule.Pacer;
import io.tidemark.measure.schedule.RateCurve;
import io.tidemark.worker.engine.record.OffsetLog;
import io.tidemark.worker.engine.record.Recording;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The load of one producer or requester: its schedule, its messages and its sends under way. One
 * load thread owns it; futures complete on any thread.
 */
@SuppressWarnings("unused")
public final class Lane extends LaneProgress {
  /** In place of the time of a completion. */
  private static final long NO_STAMP = Long.MIN_VALUE;

  private static final int FAILURES_BEFORE_PAUSE = 10;
  private static final long FIRST_PAUSE_NANOS = 1_000_000;
  private static final int MOST_PAUSE_DOUBLINGS = 7;

  private final Recording recording;

  /** If offsets are audited; null otherwise. */
  private final @Nullable OffsetLog offsets;

  private final int producerIndex;
  private final int number;
  private final Sender sender;

  /** A copy of the sender's answer: acknowledgements need not read the sender. */
  private final boolean endsWithAcknowledgement;

  private final EnvelopeWriter writer;
  private PayloadPool.Draw firstBodies;
  private KeySource keys;
  private final PayloadBuffer buffer;

  private LoadSignals control;
  private InFlightPool flights;
  private Pacer pacer;
  private ActiveTimes active = ActiveTimes.ALWAYS;
  private Course course;
  private PayloadPool.Draw bodies;
  private int bodiesSeen;
  private long bodiesUntilEpochNanos = RateCurve.NEVER;
  private final long seed;
  private long limit;
  private Runnable whenRoom = () -> {};

  /** Every acknowledgement reads it, so it is not among what every send changes. */
  private volatile int failuresInARow;

  /** After the last message of a limit was handed over: when a send ended. */
  private final LongAccumulator lastEndEpochNanos = new LongAccumulator(Math::max, 0);

  private volatile boolean away;

  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

  /** A send of this lane, whose end the lane records. */
  private final class Flight extends InFlight {
    Flight(InFlightArrays block, int index) {
      super(block, index);
    }

    /** Completion of a future without a time stamp. */
    @Override
    public void accept(Void ignored, @Nullable Throwable failure) {
      completed(this, failure);
    }

    @Override
    public void sendEnded(@Nullable Throwable failure, long nanoTime) {
      completed(this, failure, nanoTime);
    }
  }

  @SuppressWarnings(
      "NullAway.Init") // prepare() sets control, pacer and course before the load starts
  public Lane(
      Recording recording,
      int producerIndex,
      int number,
      Sender sender,
      EnvelopeWriter writer,
      PayloadPool.Draw bodies,
      KeySource keys,
      PayloadBuffer buffer,
      long seed) {
    this.seed = seed;
    this.recording = recording;
    this.offsets = recording.offsets;
    this.producerIndex = producerIndex;
    this.number = number;
    this.sender = sender;
    this.endsWithAcknowledgement = sender.endsWithAcknowledgement();
    this.writer = writer;
    this.firstBodies = bodies;
    this.bodies = bodies;
    this.keys = keys;
    this.buffer = buffer;
    this.flights = new InFlightPool(Flight::new, 0);
  }

  /** Before the load starts: other messages than those it was made with. */
  public void messages(PayloadPool.Draw otherBodies, KeySource otherKeys) {
    firstBodies = otherBodies;
    bodies = otherBodies;
    keys = otherKeys;
  }

  /**
   * Makes it ready to send.
   *
   * @param schedule of the signals' course
   * @param messageLimit messages at most
   * @param cap unacknowledged messages at most
   */
  void prepare(LoadSignals loadControl, Pacer schedule, long messageLimit, int cap) {
    control = loadControl;
    pacer = schedule;
    limit = messageLimit;
    flights = new InFlightPool(Flight::new, cap);
    take(loadControl.course());
  }

  /** Runs when a lane that waits for room has enough to go on. */
  void whenRoom(Runnable waker) {
    whenRoom = waker;
  }

  void follow(Course changed) {
    pacer.follow(changed.curve(), changed.shape().activeProducers());
    take(changed);
  }

  private void take(Course changed) {
    course = changed;
    active = changed.activeTimes(producerIndex);
    bodies = firstBodies;
    bodiesSeen = 0;
    bodiesUntilEpochNanos = untilNextBodies();
  }

  private long untilNextBodies() {
    return bodiesSeen < course.bodies().size()
        ? course.bodies().get(bodiesSeen).fromEpochNanos()
        : RateCurve.NEVER;
  }

  private void changeBodies(long intendedEpochNanos) {
    while (intendedEpochNanos >= bodiesUntilEpochNanos) {
      bodies = course.bodies().get(bodiesSeen++).pool().draw(seed, producerIndex);
      bodiesUntilEpochNanos = untilNextBodies();
    }
  }

  public int producerIndex() {
    return producerIndex;
  }

  /** Any thread: hands a probe to the driver; the future ends when the broker has it. */
  public CompletableFuture<Void> sendProbe(Optional<String> key, long number) {
    PayloadPool.Body body = firstBodies.first();
    byte[] probe = writer.probe(body.bytes(), body.length(), number, recording.clock.epochNanos());
    return sender.sendProbe(key, probe);
  }

  boolean isFinished() {
    return sent() >= limit;
  }

  /** Whether it sends nothing, because its producer is closed. */
  boolean isAway() {
    return away;
  }

  /** Any thread; load threads see it when they follow the next course. */
  void leave() {
    away = true;
  }

  /** Any thread, after {@link #leave} has been followed. */
  void join(BenchmarkProducer producer) {
    ((ProducerSender) sender).replace(producer);
    away = false;
  }

  /** Any thread: whether no send is under way. */
  boolean isIdle() {
    AtomicBoolean idle = new AtomicBoolean(true);
    forEachUnderWay(intended -> idle.set(false));
    return idle.get();
  }

  /** When the next message is due. */
  long dueEpochNanos() {
    long due = pacer.nextDueEpochNanos();
    return active.isAlways() ? due : active.next(Math.max(due, recording.clock.epochNanos()));
  }

  /** The limit of its sends in flight. */
  InFlightPool flights() {
    return flights;
  }

  /** What it sends until {@link #release} may wait for its next messages. */
  void hold() {
    sender.hold();
  }

  /**
   * Sends held messages.
   *
   * @return whether the driver had something to do
   */
  boolean release() {
    try {
      return sender.release();
    } catch (RuntimeException e) { // Against the contract, and no reason to end the load.
      error(e);
      return true;
    }
  }

  /**
   * Sends the next message; the load thread has seen that there is room.
   *
   * @return the last reading of the clock, epoch nanoseconds
   */
  long send(ThreadSlot slot) {
    if (pacer.nextDueEpochNanos() >= bodiesUntilEpochNanos) {
      changeBodies(pacer.nextDueEpochNanos());
    }
    PayloadPool.Body body = bodies.next();
    byte[] payload = buffer.copy(body);
    Optional<String> key = keys.next();
    long sequence = nextSequence;
    long actual = recording.clock.epochNanos();
    if (actual > control.leaseEndEpochNanos()) {
      return actual;
    }
    long intended = pacer.intendedEpochNanos(actual);
    if (sequence == 0) {
      recording.loadBegins();
    }
    long delay = actual - intended;
    writer.write(payload, body.form(), body.hash(), sender.kind(), sequence, intended, delay);
    sendBegins(intended, actual, payload.length);
    pacer.advance(actual);
    long recognised = body.form() == EnvelopeForm.NONE ? Interval.NO_SEQUENCE : sequence;
    CompletableFuture<Void> future;
    try {
      future = sender.send(key, payload, sequence, intended, actual);
      if (future == null) {
        throw new IllegalStateException("sendAsync returned null");
      }
    } catch (Throwable refused) {
      return refused(slot, recognised, intended, actual, payload.length, refused);
    }
    clearInterruption();
    SendFuture stamped = future instanceof SendFuture known ? known : null;
    if (stamped != null && !stamped.reachesConsumers()) {
      recognised = Interval.FILTERED;
    }
    boolean done = stamped == null ? future.isDone() : stamped.isStamped();
    boolean counted = countedMeanwhile();
    if (!counted && done && !future.isCompletedExceptionally()) {
      long at = stamped == null ? NO_STAMP : stampOf(stamped.stampNanoTime(), actual);
      if (offsets != null && stamped != null) {
        offsets.acknowledged(stamped, producerIndex, recognised);
      }
      return completeAlready(slot, recognised, intended, actual, payload.length, at);
    }
    underWay(slot, future, recognised, intended, actual, payload.length, counted);
    return actual;
  }

  /** The future has not ended, or has failed. */
  private void underWay(
      ThreadSlot slot,
      CompletableFuture<Void> future,
      long sequence,
      long intended,
      long actual,
      int bytes,
      boolean counted) {
    InFlight flight = flights.begin(sequence, intended, actual, bytes);
    sendReturned(); // A concurrent read may see it twice, but never misses it.
    if (!counted) {
      recording.sent(slot, intended, actual, bytes);
    }
    if (future instanceof SendFuture stamped) {
      stamped.whenDone(
          offsets == null ? flight : offsets.noting(flight, stamped, producerIndex, sequence));
    } else {
      slot.register(future, flight);
    }
  }

  /** The completion in epoch nanoseconds; a future from before the send says nothing of it. */
  private long stampOf(long nanoTime, long actual) {
    long stamp = recording.clock.epochNanosAt(nanoTime);
    return stamp < actual ? NO_STAMP : stamp;
  }

  /** The future was complete when the send returned, at a known time or {@link #NO_STAMP}. */
  private long completeAlready(
      ThreadSlot slot, long sequence, long intended, long actual, int bytes, long at) {
    boolean unstamped = at == NO_STAMP;
    long now = unstamped ? recording.clock.epochNanos() : at;
    if (endsWithAcknowledgement) {
      recording.sentAndAcknowledged(
          slot, number, sequence, intended, actual, bytes, now, unstamped);
    } else {
      recording.sent(slot, intended, actual, bytes);
    }
    ended(now);
    sendReturned();
    succeeded();
    return now;
  }

  /** By the driver, unless the load was stopped: the next sends would be interrupted, too. */
  private static void clearInterruption() {
    boolean unused = Thread.interrupted();
  }

  /** An exception thrown instead of a future: the message counts as sent and failed. */
  private long refused(
      ThreadSlot slot, long sequence, long intended, long actual, int bytes, Throwable refused) {
    clearInterruption();
    long now = recording.clock.epochNanos();
    if (!countedMeanwhile()) {
      recording.sent(slot, intended, actual, bytes);
    }
    failed(slot, sequence, intended, actual, now, refused);
    ended(now);
    sendReturned();
    return now;
  }

  /**
   * Counts the message whose send has not returned although the load has stopped; it may never
   * return. Any thread, once the load thread has had its time to end.
   */
  void countLast() {
    long intended = sendingIntendedEpochNanos();
    if (intended != NOT_SENDING && takeLast()) {
      recording.sent(ThreadSlot.current(), intended, lastSendEpochNanos(), lastSendBytes());
    }
  }

  /** Whether a send that returns has been counted: at most one does after the stop. */
  private boolean countedMeanwhile() {
    return control.wasStopped() && !takeLast();
  }

  /** Any thread: a future has completed and has the time. */
  void completed(InFlight flight, @Nullable Throwable failure, long nanoTime) {
    long at = stampOf(nanoTime, flight.actualEpochNanos());
    boolean unstamped = at == NO_STAMP;
    ended(flight, failure, unstamped ? recording.clock.epochNanos() : at, unstamped);
  }

  /** Any thread: a future has completed; now, or before it was looked at. */
  void completed(InFlight flight, @Nullable Throwable failure) {
    long now = recording.clock.epochNanos();
    ended(flight, failure, now, ThreadSlot.current().isRegistering());
  }

  private void ended(InFlight flight, @Nullable Throwable failure, long now, boolean unstamped) {
    if (recording.isClosed()) {
      return;
    }
    try {
      recordEnd(ThreadSlot.current(), flight, failure, now, unstamped);
    } catch (RuntimeException e) {
      recording.ownFailure("acknowledgement", e);
    }
    ended(now);
    if (flights.giveBack(flight)) {
      whenRoom.run();
    }
  }

  private void ended(long epochNanos) {
    if (limit != Long.MAX_VALUE && isFinished()) {
      lastEndEpochNanos.accumulate(epochNanos);
    }
  }

  /** Any thread: when the last send ended after all had been handed over; 0 for none. */
  long lastEndEpochNanos() {
    return lastEndEpochNanos.get();
  }

  private void recordEnd(
      ThreadSlot slot, InFlight flight, @Nullable Throwable failure, long now, boolean unstamped) {
    long intended = flight.intendedEpochNanos();
    if (failure instanceof AbortedSend) {
      recording.aborted(
          slot,
          number,
          flight.sequence(),
          intended,
          flight.actualEpochNanos(),
          flight.payloadBytes(),
          now);
      succeeded();
      return;
    }
    if (failure != null) {
      failed(slot, flight.sequence(), intended, flight.actualEpochNanos(), now, failure);
      return;
    }
    if (endsWithAcknowledgement) {
      long actual = flight.actualEpochNanos();
      recording.acknowledged(
          slot, number, flight.sequence(), intended, actual, flight.payloadBytes(), now, unstamped);
    }
    succeeded();
  }

  private void succeeded() {
    if (failuresInARow != 0) {
      failuresInARow = 0;
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // a lost count makes a pause a message later
  private void failed(
      ThreadSlot slot, long sequence, long intended, long actual, long now, Throwable failure) {
    recording.failed(slot, number, sequence, intended, actual, now);
    failuresInARow++;
    error(failure);
  }

  private void error(Throwable failure) {
    recording.events.add("SEND_ERROR", "producer " + producerIndex, failure);
  }

  /** A closed loop against a dead broker would spin; an open one has its schedule. */
  void pauseAfterFailures(long nowEpochNanos) {
    int failures = failuresInARow;
    if (failures >= FAILURES_BEFORE_PAUSE) {
      int doublings = Math.min(MOST_PAUSE_DOUBLINGS, failures / FAILURES_BEFORE_PAUSE - 1);
      pacer.postpone(nowEpochNanos + (FIRST_PAUSE_NANOS << doublings));
    }
  }

  /** Any thread: the intended times of the sends under way, as of about now. */
  void forEachUnderWay(LongConsumer intendedEpochNanos) {
    long sending = sendingIntendedEpochNanos();
    if (sending != NOT_SENDING) {
      intendedEpochNanos.accept(sending);
    }
    flights.forEachUnderWay(intendedEpochNanos);
  }

  /** Any thread: the intended times of what the broker has not acknowledged. */
  public void forEachUnacknowledged(LongConsumer intendedEpochNanos) {
    if (endsWithAcknowledgement) {
      forEachUnderWay(intendedEpochNanos);
    } else {
      sender.forEachUnacknowledged(intendedEpochNanos);
    }
  }

  /** Messages due and not sent; 0 in a closed loop. Any thread, approximate. */
  long debt(long epochNanos) {
    return isFinished() ? 0 : Math.min(pacer.debt(epochNanos), limit - sent());
  }

  /** How late the next message is. Any thread, approximate. */
  long lagNanos(long epochNanos) {
    return isFinished() ? 0 : pacer.lagNanos(epochNanos);
  }
}
