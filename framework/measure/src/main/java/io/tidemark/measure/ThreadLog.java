package io.tidemark.measure;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;

/**
 * What one thread has recorded and no interval contains yet. Only this thread, the owner, records;
 * sends and receptions are apart so that those of one stream follow each other. Every {@code phase}
 * is a {@link PhasePair}.
 */
public final class ThreadLog {
  private final Stripe stripe;
  private final Sends sends;
  private final Receptions receptions;

  ThreadLog(Stripe stripe) {
    this.stripe = stripe;
    this.sends = new Sends(stripe);
    this.receptions = new Receptions(stripe);
  }

  public Sends sends() {
    return sends;
  }

  public Receptions receptions() {
    return receptions;
  }

  Stripe stripe() {
    return stripe;
  }

  /** Moves everything to the stripe's interval. The caller has the stripe's lock. */
  void drain() {
    sends.drain();
    receptions.drain();
  }

  /** Sends and acknowledgements. */
  public static final class Sends extends EntryRing {
    private static final int SENT = 0;
    private static final int ACKNOWLEDGED = 1;
    private static final int BOTH = 2;

    /** Both, without a delay: latency and response are equal. */
    private static final int ON_TIME = 3;

    private static final int UNSTAMPED = 1;

    /** The place of the schedule delay. */
    private static final int DELAY = THIRD;

    Sends(Stripe stripe) {
      super(stripe);
    }

    /** See {@link Interval#sent}. */
    public void sent(int phase, int payloadBytes, long delayNanos) {
      int at = begin(SENT, 0, phase, payloadBytes, 0);
      set(at, SEQUENCE, anyNumber());
      set(at, DELAY, delayNanos);
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
      set(at, FIRST, latencyNanos);
      set(at, SECOND, responseNanos);
      set(at, SEQUENCE, sequence);
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
      int kind = delayNanos == 0 && latencyNanos == responseNanos ? ON_TIME : BOTH;
      int at = begin(kind, unstamped ? UNSTAMPED : 0, sentIn, phase, payloadBytes, sender);
      set(at, FIRST, latencyNanos);
      set(at, SECOND, responseNanos);
      set(at, SEQUENCE, sequence);
      set(at, DELAY, delayNanos);
      end();
    }

    @Override
    boolean mayRun(int at) {
      return detail(at) != UNSTAMPED;
    }

    @Override
    void move(Interval interval, int first, int messages) {
      int kind = kind(first);
      if (kind != ACKNOWLEDGED) {
        PhaseRecord record = interval.phase(otherPhase(first));
        record.count(Counter.SENT, Counter.SENT_BYTES, messages, payloadBytes(first));
        if (kind == ON_TIME) {
          record.recordZero(Measure.SCHEDULE_DELAY, messages);
        } else {
          record(record, Measure.SCHEDULE_DELAY, first, DELAY, messages);
        }
      }
      if (kind != SENT && messages == 1) {
        acknowledged(interval, first);
      } else if (kind != SENT) {
        acknowledged(interval, first, messages);
      }
    }

    private void acknowledged(Interval interval, int at) {
      long latency = get(at, FIRST);
      interval.acknowledged(
          phase(at), payloadBytes(at), latency, get(at, SECOND), number(at), get(at, SEQUENCE));
      if (detail(at) == UNSTAMPED) {
        interval.unstamped(phase(at), latency);
      }
    }

    private void acknowledged(Interval interval, int first, int messages) {
      PhaseRecord record = interval.phase(phase(first));
      record.count(Counter.ACKNOWLEDGED, Counter.ACKNOWLEDGED_BYTES, messages, payloadBytes(first));
      if (kind(first) == ON_TIME) {
        recordTwice(
            record, Measure.PUBLISH_LATENCY, Measure.PUBLISH_RESPONSE, first, FIRST, messages);
      } else {
        record(record, Measure.PUBLISH_LATENCY, first, FIRST, messages);
        record(record, Measure.PUBLISH_RESPONSE, first, SECOND, messages);
      }
      interval.acknowledged(number(first), get(first, SEQUENCE), messages);
    }
  }

  /** Messages that have arrived. */
  public static final class Receptions extends EntryRing {
    private static final OrderVerdict[] ORDERS = OrderVerdict.values();
    private static final int RECEIVED = 0;
    private static final int DELIVERED = 1;

    /** Added to these: both latencies are equal, and not negative. */
    private static final int ON_TIME = 2;

    Receptions(Stripe stripe) {
      super(stripe);
    }

    /** See {@link Interval#received(int, int, long, long, long)}. */
    public void received(
        int phase, int payloadBytes, long atEpochNanos, long endToEndNanos, long fromSendNanos) {
      int kind = RECEIVED | onTime(endToEndNanos, fromSendNanos);
      int at = begin(kind, 0, phase, payloadBytes, 0);
      set(at, FIRST, atEpochNanos);
      set(at, SECOND, endToEndNanos);
      set(at, THIRD, fromSendNanos);
      set(at, SEQUENCE, anyNumber());
      end();
    }

    /** {@link #received} with {@link Interval#delivered(int, int, long, OrderVerdict)}. */
    public void delivered(
        int phase,
        int payloadBytes,
        long atEpochNanos,
        long endToEndNanos,
        long fromSendNanos,
        int stream,
        long sequence,
        OrderVerdict order) {
      int kind = DELIVERED | onTime(endToEndNanos, fromSendNanos);
      int at = begin(kind, order.ordinal(), phase, payloadBytes, stream);
      set(at, FIRST, atEpochNanos);
      set(at, SECOND, endToEndNanos);
      set(at, THIRD, fromSendNanos);
      set(at, SEQUENCE, sequence);
      end();
    }

    private static int onTime(long endToEndNanos, long fromSendNanos) {
      return endToEndNanos == fromSendNanos && fromSendNanos >= 0 ? ON_TIME : 0;
    }

    @Override
    boolean mayRun(int at) {
      return detail(at) != OrderVerdict.REGRESSED.ordinal();
    }

    @Override
    void move(Interval interval, int first, int messages) {
      PhaseRecord record = interval.phase(phase(first));
      record.count(Counter.RECEIVED, Counter.RECEIVED_BYTES, messages, payloadBytes(first));
      record.arrived(get(first, FIRST)); // One thread's readings of the clock do not go back.
      record.arrived(get(first + (messages - 1) * WORDS, FIRST));
      latencies(record, first, messages);
      boolean delivered = (kind(first) & DELIVERED) != 0;
      if (delivered && messages == 1) {
        interval.delivered(number(first), get(first, SEQUENCE), ORDERS[detail(first)]);
      } else if (delivered) {
        interval.delivered(number(first), get(first, SEQUENCE), messages, ORDERS[detail(first)]);
      }
    }

    private void latencies(PhaseRecord record, int first, int messages) {
      if ((kind(first) & ON_TIME) != 0) {
        recordTwice(
            record, Measure.END_TO_END, Measure.END_TO_END_FROM_SEND, first, SECOND, messages);
        return;
      }
      recordUnlessNegative(record, Measure.END_TO_END, first, SECOND, messages);
      int negative =
          recordUnlessNegative(record, Measure.END_TO_END_FROM_SEND, first, THIRD, messages);
      if (negative > 0) {
        record.count(Counter.NEGATIVE_END_TO_END, negative);
      }
    }
  }
}
