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
      set(at, SEQUENCE, Interval.NO_SEQUENCE);
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
      return kind(at) != SENT && detail(at) != UNSTAMPED;
    }

    @Override
    void move(Interval interval, long from, int messages) {
      int at = place(from);
      int kind = kind(at);
      if (kind != ACKNOWLEDGED) {
        sent(interval.phase((int) get(at, OTHER_PHASE)), from, messages);
      }
      if (kind == SENT) {
        return;
      }
      if (messages > 1) {
        acknowledged(interval, from, messages);
        return;
      }
      long latency = get(at, FIRST);
      interval.acknowledged(
          phase(at), payloadBytes(at), latency, get(at, SECOND), number(at), get(at, SEQUENCE));
      if (detail(at) == UNSTAMPED) {
        interval.unstamped(phase(at), latency);
      }
    }

    private void sent(PhaseRecord record, long from, int messages) {
      record.count(Counter.SENT, Counter.SENT_BYTES, messages, payloadBytes(place(from)));
      for (int i = 0; i < messages; i++) {
        record.record(Measure.SCHEDULE_DELAY, get(place(from + i), OTHER_VALUE));
      }
    }

    private void acknowledged(Interval interval, long from, int messages) {
      int first = place(from);
      PhaseRecord record = interval.phase(phase(first));
      record.count(Counter.ACKNOWLEDGED, Counter.ACKNOWLEDGED_BYTES, messages, payloadBytes(first));
      for (int i = 0; i < messages; i++) {
        int at = place(from + i);
        record.record(Measure.PUBLISH_LATENCY, get(at, FIRST));
        record.record(Measure.PUBLISH_RESPONSE, get(at, SECOND));
      }
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
      set(at, SEQUENCE, Interval.NO_SEQUENCE);
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
    void move(Interval interval, long from, int messages) {
      int first = place(from);
      PhaseRecord record = interval.phase(phase(first));
      record.count(Counter.RECEIVED, Counter.RECEIVED_BYTES, messages, payloadBytes(first));
      record.arrived(get(first, FIRST)); // One thread's readings of the clock never go back.
      record.arrived(get(place(from + messages - 1), FIRST));
      for (int i = 0; i < messages; i++) {
        int at = place(from + i);
        long endToEnd = get(at, SECOND);
        if (endToEnd >= 0) {
          record.record(Measure.END_TO_END, endToEnd);
        }
        record.recordUnlessNegative(Measure.END_TO_END_FROM_SEND, get(at, THIRD));
      }
      if (kind(first) == DELIVERED) {
        OrderVerdict order = ORDERS[detail(first)];
        if (messages > 1) {
          interval.delivered(phase(first), number(first), get(first, SEQUENCE), messages, order);
        } else {
          interval.delivered(phase(first), number(first), get(first, SEQUENCE), order);
        }
      }
    }
  }
}
