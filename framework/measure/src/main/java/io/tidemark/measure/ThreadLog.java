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
    private static final int UNSTAMPED = 1;

    Sends(Stripe stripe) {
      super(stripe);
    }

    /** See {@link Interval#sent}. */
    public void sent(int phase, int payloadBytes, long delayNanos) {
      int at = begin(SENT, 0, phase, payloadBytes, 0);
      set(at, SEQUENCE, anyNumber());
      set(at, OTHER_PHASE, phase);
      set(at, OTHER_VALUE, delayNanos);
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
      set(at, OTHER_PHASE, phase);
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
      int at = begin(BOTH, unstamped ? UNSTAMPED : 0, phase, payloadBytes, sender);
      set(at, FIRST, latencyNanos);
      set(at, SECOND, responseNanos);
      set(at, SEQUENCE, sequence);
      set(at, OTHER_PHASE, sentIn);
      set(at, OTHER_VALUE, delayNanos);
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
        PhaseRecord record = interval.phase((int) get(first, OTHER_PHASE));
        record.count(Counter.SENT, Counter.SENT_BYTES, messages, payloadBytes(first));
        record(record, Measure.SCHEDULE_DELAY, first, OTHER_VALUE, messages);
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
      record(record, Measure.PUBLISH_LATENCY, first, FIRST, messages);
      record(record, Measure.PUBLISH_RESPONSE, first, SECOND, messages);
      interval.acknowledged(number(first), get(first, SEQUENCE), messages);
    }
  }

  /** Messages that have arrived. */
  public static final class Receptions extends EntryRing {
    private static final OrderVerdict[] ORDERS = OrderVerdict.values();
    private static final int RECEIVED = 0;
    private static final int DELIVERED = 1;

    Receptions(Stripe stripe) {
      super(stripe);
    }

    /** See {@link Interval#received(int, int, long, long, long)}. */
    public void received(
        int phase, int payloadBytes, long atEpochNanos, long endToEndNanos, long fromSendNanos) {
      int at = begin(RECEIVED, 0, phase, payloadBytes, 0);
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
      int at = begin(DELIVERED, order.ordinal(), phase, payloadBytes, stream);
      set(at, FIRST, atEpochNanos);
      set(at, SECOND, endToEndNanos);
      set(at, THIRD, fromSendNanos);
      set(at, SEQUENCE, sequence);
      end();
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
      recordUnlessNegative(record, Measure.END_TO_END, first, SECOND, messages);
      int negative =
          recordUnlessNegative(record, Measure.END_TO_END_FROM_SEND, first, THIRD, messages);
      if (negative > 0) {
        record.count(Counter.NEGATIVE_END_TO_END, negative);
      }
      if (kind(first) == DELIVERED && messages == 1) {
        interval.delivered(
            phase(first), number(first), get(first, SEQUENCE), ORDERS[detail(first)]);
      } else if (kind(first) == DELIVERED) {
        interval.delivered(
            phase(first), number(first), get(first, SEQUENCE), messages, ORDERS[detail(first)]);
      }
    }
  }
}
