package io.tidemark.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What the owner of a log changes with every message. */
abstract class ThreadLogEnd extends PadBefore {
  /** Number of entries since the beginning; the store that publishes an entry. */
  @SuppressWarnings("unused") // through a VarHandle
  long written;

  /** The owner writes no entry with this number or a higher one before it has drained the log. */
  long room;
}

/**
 * Messages that one thread has recorded and that no interval contains yet. The thread writes an
 * entry without a lock or an atomic operation: one ordered store publishes it. The holder of the
 * stripe's lock moves entries to the interval: the thread itself when the log is full, otherwise a
 * cut. So each entry is in exactly one interval, as a whole.
 *
 * <p>The recording methods are for the owner only. Every {@code phase} is a {@link PhasePair}.
 */
@SuppressWarnings("unused")
public final class ThreadLog extends ThreadLogEnd {
  private static final VarHandle WRITTEN;
  private static final OrderVerdict[] ORDERS = OrderVerdict.values();

  /** A power of two. A multiple of what is drained costs nothing; less stays in the nearest cache. */
  static final int ENTRIES = 64;

  private static final int MARGIN = 16;
  private static final int WORDS = 8;

  private static final int SENT = 0;
  private static final int ACKNOWLEDGED = 1;
  private static final int SENT_AND_ACKNOWLEDGED = 2;
  private static final int RECEIVED = 3;
  private static final int DELIVERED = 4;

  /** In the first word, below the phase: kind, and a detail of it. */
  private static final int KIND_MASK = 0xFF;

  private static final int DETAIL_SHIFT = 8;
  private static final int HIGH_SHIFT = 32;
  private static final int UNSTAMPED = 1;

  static {
    try {
      WRITTEN = MethodHandles.lookup().findVarHandle(ThreadLogEnd.class, "written", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;
  private final StripedRecorder recorder;
  private final ThreadSlot owner;
  private final Stripe stripe;
  private final long[] words = new long[MARGIN + ENTRIES * WORDS + MARGIN];

  /** Number of entries that are in intervals; guarded by the stripe's lock. */
  private long drained;

  ThreadLog(StripedRecorder recorder, ThreadSlot owner, Stripe stripe) {
    this.recorder = recorder;
    this.owner = owner;
    this.stripe = stripe;
    this.room = ENTRIES;
  }

  boolean isOf(StripedRecorder other) {
    return recorder == other;
  }

  ThreadSlot owner() {
    return owner;
  }

  Stripe stripe() {
    return stripe;
  }

  /** See {@link Interval#sent}. */
  public void sent(int phase, int payloadBytes, long delayNanos) {
    int at = begin(SENT, 0, phase, payloadBytes, 0);
    words[at + 2] = delayNanos;
    end();
  }

  /** See {@link Interval#acknowledged}; if unstamped, {@link Interval#unstamped}. */
  public void acknowledged(
      int phase,
      int payloadBytes,
      long latencyNanos,
      long responseNanos,
      int sender,
      long sequence,
      boolean unstamped) {
    int at = begin(ACKNOWLEDGED, unstamped ? UNSTAMPED : 0, phase, payloadBytes, sender);
    words[at + 2] = latencyNanos;
    words[at + 3] = responseNanos;
    words[at + 4] = sequence;
    end();
  }

  /** {@link #sent} and {@link #acknowledged} of one message. */
  public void sentAndAcknowledged(
      int sentIn,
      int phase,
      int payloadBytes,
      long delayNanos,
      long latencyNanos,
      long responseNanos,
      int sender,
      long sequence,
      boolean unstamped) {
    int at = begin(SENT_AND_ACKNOWLEDGED, unstamped ? UNSTAMPED : 0, phase, payloadBytes, sender);
    words[at + 2] = latencyNanos;
    words[at + 3] = responseNanos;
    words[at + 4] = sequence;
    words[at + 5] = sentIn;
    words[at + 6] = delayNanos;
    end();
  }

  /** See {@link Interval#received(int, int, long, long, long)}. */
  public void received(
      int phase, int payloadBytes, long atEpochNanos, long endToEndNanos, long fromSendNanos) {
    int at = begin(RECEIVED, 0, phase, payloadBytes, 0);
    words[at + 2] = atEpochNanos;
    words[at + 3] = endToEndNanos;
    words[at + 4] = fromSendNanos;
    end();
  }

  /** {@link #received} with {@link Interval#delivered}. */
  public void delivered(
      int phase,
      int payloadBytes,
      long atEpochNanos,
      long endToEndNanos,
      long fromSendNanos,
      int stream,
      long sequence,
      OrderVerdict order) {
    int at = begin(DELIVERED, order.ordinal(), phase, payloadBytes, stream);
    words[at + 2] = atEpochNanos;
    words[at + 3] = endToEndNanos;
    words[at + 4] = fromSendNanos;
    words[at + 5] = sequence;
    end();
  }

  private int begin(int kind, int detail, int phase, int payloadBytes, int number) {
    long position = written;
    if (position == room) {
      makeRoom();
    }
    int at = MARGIN + ((int) position & ENTRIES - 1) * WORDS;
    words[at] = (long) phase << HIGH_SHIFT | (long) detail << DETAIL_SHIFT | kind;
    words[at + 1] = (long) number << HIGH_SHIFT | payloadBytes;
    return at;
  }

  private void end() {
    WRITTEN.setRelease(this, written + 1);
  }

  private void makeRoom() {
    stripe.acquire();
    try {
      drain();
    } finally {
      stripe.release();
    }
    room = written + ENTRIES;
  }

  /** Moves all entries to the stripe's interval. The caller has the stripe's lock. */
  void drain() {
    long end = (long) WRITTEN.getAcquire(this);
    while (drained < end) {
      int at = MARGIN + ((int) drained & ENTRIES - 1) * WORDS;
      drained++;
      move(at, stripe.interval());
    }
  }

  private void move(int at, Interval interval) {
    long head = words[at];
    int phase = (int) (head >> HIGH_SHIFT);
    int detail = (int) head >>> DETAIL_SHIFT;
    int bytes = (int) words[at + 1];
    int number = (int) (words[at + 1] >> HIGH_SHIFT);
    switch ((int) head & KIND_MASK) {
      case SENT -> interval.sent(phase, bytes, words[at + 2]);
      case SENT_AND_ACKNOWLEDGED -> {
        interval.sent((int) words[at + 5], bytes, words[at + 6]);
        acknowledged(interval, at, phase, bytes, number, detail);
      }
      case ACKNOWLEDGED -> acknowledged(interval, at, phase, bytes, number, detail);
      case RECEIVED ->
          interval.received(phase, bytes, words[at + 2], words[at + 3], words[at + 4]);
      default -> {
        interval.received(phase, bytes, words[at + 2], words[at + 3], words[at + 4]);
        interval.delivered(phase, number, words[at + 5], ORDERS[detail]);
      }
    }
  }

  private void acknowledged(
      Interval interval, int at, int phase, int bytes, int sender, int detail) {
    long latency = words[at + 2];
    interval.acknowledged(phase, bytes, latency, words[at + 3], sender, words[at + 4]);
    if (detail == UNSTAMPED) {
      interval.unstamped(phase, latency);
    }
  }
}
