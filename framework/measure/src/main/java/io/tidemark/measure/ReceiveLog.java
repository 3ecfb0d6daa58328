package io.tidemark.measure;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;

/**
 * Receptions that one thread has recorded; the methods are for this thread. Every {@code phase} is
 * a {@link PhasePair}.
 */
public final class ReceiveLog extends EntryRing {
  private static final OrderVerdict[] ORDERS = OrderVerdict.values();
  private static final int RECEIVED = 0;
  private static final int DELIVERED = 1;

  ReceiveLog(Stripe stripe) {
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
        interval.delivered(
            phase(first), number(first), get(first, SEQUENCE), messages, order);
      } else {
        interval.delivered(phase(first), number(first), get(first, SEQUENCE), order);
      }
    }
  }
}
