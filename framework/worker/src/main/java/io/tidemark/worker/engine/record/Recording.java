package io.tidemark.worker.engine.record;

import io.tidemark.base.Clock;
import io.tidemark.measure.Interval;
import io.tidemark.measure.OrderVerdict;
import io.tidemark.measure.Stripe;
import io.tidemark.measure.StripedRecorder;
import io.tidemark.measure.ThreadLog;
import io.tidemark.measure.ThreadSlot;
import io.tidemark.model.load.DeliveryMode;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What the load path and the receive path record with. Safe for all threads. */
public final class Recording {
  public final Clock clock;
  public final StripedRecorder recorder;
  public final IncidentLog events;
  public final boolean audit;

  /** If messages are traced; null otherwise. */
  public final @Nullable SpanLog traces;

  /** If offsets are audited; null otherwise. */
  public final @Nullable OffsetLog offsets;

  private final AtomicLong ownFailures = new AtomicLong();
  private final AtomicBoolean begun = new AtomicBoolean();
  private volatile PhaseTable phases = PhaseTable.EMPTY;
  private volatile StampCorrection correction = StampCorrection.NONE;
  private volatile boolean closed;

  /**
   * @param traces takes what happens to traced messages; null if none is traced
   * @param offsets takes positions of messages; null if offsets are not audited
   */
  public Recording(
      Clock clock, DeliveryMode delivery, @Nullable SpanLog traces, @Nullable OffsetLog offsets) {
    this.traces = traces;
    this.offsets = offsets;
    this.clock = clock;
    this.audit = delivery == DeliveryMode.FULL;
    this.recorder = StripedRecorder.forThisMachine(audit);
    this.events = new IncidentLog(clock);
  }

  public PhaseTable phases() {
    return phases;
  }

  public void phases(PhaseTable changed) {
    phases = changed;
  }

  public StampCorrection correction() {
    return correction;
  }

  public void correction(StampCorrection changed) {
    correction = changed;
  }

  /** A message was handed to the driver. Times are epoch nanoseconds, here and below. */
  public void sent(ThreadSlot slot, long intended, long actual, int bytes) {
    int phase = phases.pair(intended, actual);
    ThreadLog log = recorder.log(slot);
    if (log != null) {
      log.sends().sent(phase, bytes, actual - intended);
      return;
    }
    Stripe stripe = recorder.acquire(slot);
    try {
      stripe.interval().sent(phase, bytes, actual - intended);
    } finally {
      stripe.release();
    }
  }

  /**
   * One critical section for both.
   *
   * @param sender number of the lane on this worker
   * @param sequence {@link Interval#NO_SEQUENCE} for a message without a stamp, here and below
   * @param now when the broker acknowledged the message
   * @param unstamped whether that time is not exact
   */
  public void sentAndAcknowledged(
      ThreadSlot slot,
      int sender,
      long sequence,
      long intended,
      long actual,
      int bytes,
      long now,
      boolean unstamped) {
    PhaseTable table = phases;
    int sentIn = table.pair(intended, actual);
    int phase = table.pair(intended, now);
    long latency = now - actual;
    long response = now - intended;
    ThreadLog log = recorder.log(slot);
    if (log != null) {
      log.sends()
          .sentAndAcknowledged(
              sentIn,
              phase,
              bytes,
              actual - intended,
              latency,
              response,
              sender,
              sequence,
              unstamped);
    } else {
      Stripe stripe = recorder.acquire(slot);
      try {
        Interval interval = stripe.interval();
        interval.sent(sentIn, bytes, actual - intended);
        acknowledged(interval, phase, bytes, latency, response, sender, sequence, unstamped);
      } finally {
        stripe.release();
      }
    }
    traceAcknowledged(sender, sequence, intended, actual, now);
  }

  private static void acknowledged(
      Interval interval,
      int phase,
      int bytes,
      long latency,
      long response,
      int sender,
      long sequence,
      boolean unstamped) {
    interval.acknowledged(phase, bytes, latency, response, sender, sequence);
    if (unstamped) {
      interval.unstamped(phase, latency);
    }
  }

  private void traceAcknowledged(int sender, long sequence, long intended, long actual, long now) {
    if (traces != null) {
      traces.acknowledged(sender, sequence, intended, actual, now);
    }
  }

  /** {@link #sentAndAcknowledged} for a message that was recorded as sent before. */
  public void acknowledged(
      ThreadSlot slot,
      int sender,
      long sequence,
      long intended,
      long actual,
      int bytes,
      long now,
      boolean unstamped) {
    int phase = phases.pair(intended, now);
    long latency = now - actual;
    long response = now - intended;
    ThreadLog log = recorder.log(slot);
    if (log != null) {
      log.sends().acknowledged(phase, bytes, latency, response, sender, sequence, unstamped);
    } else {
      Stripe stripe = recorder.acquire(slot);
      try {
        acknowledged(
            stripe.interval(), phase, bytes, latency, response, sender, sequence, unstamped);
      } finally {
        stripe.release();
      }
    }
    traceAcknowledged(sender, sequence, intended, actual, now);
  }

  /** The broker has confirmed the abort of the message's transaction. */
  public void aborted(
      ThreadSlot slot, int sender, long sequence, long intended, long actual, int bytes, long now) {
    int phase = phases.pair(intended, now);
    Stripe stripe = recorder.acquire(slot);
    try {
      stripe.interval().aborted(phase, bytes, now - actual, now - intended, sender, sequence);
    } finally {
      stripe.release();
    }
    traceAcknowledged(sender, sequence, intended, actual, now);
  }

  /** A message has arrived whose sequence is not audited. */
  public void received(
      ThreadSlot slot, int phase, int bytes, long now, long endToEnd, long fromSend) {
    ThreadLog log = recorder.log(slot);
    if (log != null) {
      log.receptions().received(phase, bytes, now, endToEnd, fromSend);
      return;
    }
    Stripe stripe = recorder.acquire(slot);
    try {
      stripe.interval().received(phase, bytes, now, endToEnd, fromSend);
    } finally {
      stripe.release();
    }
  }

  /** A message has arrived whose sequence is audited. */
  public void delivered(
      ThreadSlot slot,
      int phase,
      int bytes,
      long now,
      long endToEnd,
      long fromSend,
      int stream,
      long sequence,
      OrderVerdict order) {
    ThreadLog log = recorder.log(slot);
    if (log != null) {
      log.receptions().delivered(phase, bytes, now, endToEnd, fromSend, stream, sequence, order);
      return;
    }
    Stripe stripe = recorder.acquire(slot);
    try {
      Interval interval = stripe.interval();
      interval.received(phase, bytes, now, endToEnd, fromSend);
      interval.delivered(stream, sequence, order);
    } finally {
      stripe.release();
    }
  }

  public void failed(
      ThreadSlot slot, int sender, long sequence, long intended, long actual, long now) {
    int phase = phases.pair(intended, now);
    Stripe stripe = recorder.acquire(slot);
    try {
      stripe.interval().failed(phase, now - intended, sender, sequence);
    } finally {
      stripe.release();
    }
    if (traces != null) {
      traces.failed(sender, sequence, intended, actual, now);
    }
  }

  /** A message's entry; runs in a critical section. */
  public interface Entry {
    void into(Interval interval);
  }

  /** For messages of which there are not too many for an object each. */
  public void record(Entry entry) {
    record(recorder, entry);
  }

  static void record(StripedRecorder recorder, Entry entry) {
    Stripe stripe = recorder.acquire(ThreadSlot.current());
    try {
      entry.into(stripe.interval());
    } finally {
      stripe.release();
    }
  }

  /** Stops recording: the driver may still complete sends. */
  public void close() {
    closed = true;
    recorder.close();
  }

  public boolean isClosed() {
    return closed;
  }

  /** Once for all lanes: shows how far apart the workers of a run began. */
  public void loadBegins() {
    if (begun.compareAndSet(false, true)) {
      events.add("FIRST_SEND", "engine", "the first message of this worker");
    }
  }

  /** An internal error: not visible to the driver, but reported. */
  public void ownFailure(String where, Throwable failure) {
    ownFailures.incrementAndGet();
    StackTraceElement[] trace = failure.getStackTrace();
    String at = trace.length == 0 ? "" : " at " + trace[0];
    events.add("ENGINE_ERROR", where, IncidentLog.oneLine(failure) + at);
  }

  public long ownFailures() {
    return ownFailures.get();
  }
}
