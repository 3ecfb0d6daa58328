package io.tidemark.measure;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;

/**
 * Sends and acknowledgements that one thread has recorded; the methods are for this thread. Every
 * {@code phase} is a {@link PhasePair}.
 */
public final class SendLog extends EntryRing {
  private static final int SENT = 0;
  private static final int ACKNOWLEDGED = 1;
  private static final int BOTH = 2;
  private static final int UNSTAMPED = 1;

  SendLog(Stripe stripe) {
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
    record.count(
        Counter.ACKNOWLEDGED, Counter.ACKNOWLEDGED_BYTES, messages, payloadBytes(first));
    for (int i = 0; i < messages; i++) {
      int at = place(from + i);
      record.record(Measure.PUBLISH_LATENCY, get(at, FIRST));
      record.record(Measure.PUBLISH_RESPONSE, get(at, SECOND));
    }
    interval.acknowledged(number(first), get(first, SEQUENCE), messages);
  }
}
