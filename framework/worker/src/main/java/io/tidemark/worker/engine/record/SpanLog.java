package io.tidemark.worker.engine.record;

import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.MessageSpans.MessageSpan;
import io.tidemark.model.snapshot.MessageSpans.MessageSpan.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * What happened to the traced messages of a run on this worker since the last snapshot. Times are
 * those that latencies are recorded with. Thread-safe.
 */
public final class SpanLog {
  /** For each snapshot: a trace of all messages must not fill the memory. */
  static final int MOST = 2_000;

  private static final int NO_SUBSCRIPTION = -1;

  private final long every;
  private List<MessageSpan> messages = new ArrayList<>();
  private long leftOut;

  /**
   * @param every one of how many messages of a producer is traced
   */
  public SpanLog(long every) {
    this.every = every;
  }

  /**
   * A send has ended.
   *
   * @param sender number of the lane on this worker
   */
  void acknowledged(int sender, long sequence, long intended, long actual, long now) {
    if (isTraced(sequence)) {
      sent(Kind.ACKNOWLEDGED, sender, sequence, intended, actual, now);
    }
  }

  void failed(int sender, long sequence, long intended, long actual, long now) {
    if (isTraced(sequence)) {
      sent(Kind.FAILED, sender, sequence, intended, actual, now);
    }
  }

  private void sent(Kind kind, int sender, long sequence, long intended, long actual, long now) {
    add(new MessageSpan(kind, sender, sequence, NO_SUBSCRIPTION, intended, actual, now));
  }

  /** A message was received, perhaps not for the first time. */
  public void received(
      int producer, long sequence, int subscription, long intended, long actual, long now) {
    if (isTraced(sequence)) {
      add(new MessageSpan(Kind.RECEIVED, producer, sequence, subscription, intended, actual, now));
    }
  }

  /** Messages without a number, and those that a filter keeps from consumers, are not traced. */
  private boolean isTraced(long sequence) {
    return sequence >= 0 && sequence % every == 0;
  }

  private synchronized void add(MessageSpan message) {
    if (messages.size() < MOST) {
      messages.add(message);
    } else {
      leftOut++;
    }
  }

  /**
   * What was added since the last call.
   *
   * @param producers index in the run of the producer of each lane
   */
  public synchronized MessageSpans drain(IntUnaryOperator producers) {
    List<MessageSpan> drained = messages.stream().map(each -> ofProducer(each, producers)).toList();
    MessageSpans all = new MessageSpans(drained, leftOut);
    messages = new ArrayList<>();
    leftOut = 0;
    return all;
  }

  private static MessageSpan ofProducer(MessageSpan message, IntUnaryOperator producers) {
    return message.kind() == Kind.RECEIVED
        ? message
        : new MessageSpan(
            message.kind(),
            producers.applyAsInt(message.producer()),
            message.sequence(),
            message.subscription(),
            message.intendedEpochNanos(),
            message.sentEpochNanos(),
            message.endEpochNanos());
  }
}
