package io.tidemark.measure;

/** The counts themselves, apart from what other threads touch. */
abstract class TallyCounts extends PadBefore {
  long sent;
  long sentBytes;
  long acknowledged;
  long acknowledgedBytes;
  long failed;
  long received;
  long receivedBytes;
  long consumerErrors;
  long foreign;
  long corrupted;
  long negativeEndToEnd;
  long overflowed;
  long duplicated;
  long requestsReceived;
  long repliesSent;
  long repliesFailed;
  long answered;
  long timedOut;
  long late;
  long duplicateReplies;
  long neverAsked;
  long unstamped;
  long unstampedNanos;
  long worstUnstampedNanos;
}

/** Counts of an interval; see docs/concepts/measuring.md. Not thread-safe. */
@SuppressWarnings("unused")
public final class Tally extends TallyCounts {
  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

  public long sent() {
    return sent;
  }

  public long sentBytes() {
    return sentBytes;
  }

  public long acknowledged() {
    return acknowledged;
  }

  public long acknowledgedBytes() {
    return acknowledgedBytes;
  }

  public long failed() {
    return failed;
  }

  public long received() {
    return received;
  }

  public long receivedBytes() {
    return receivedBytes;
  }

  public long consumerErrors() {
    return consumerErrors;
  }

  public long foreign() {
    return foreign;
  }

  public long corrupted() {
    return corrupted;
  }

  /** Messages with an end-to-end latency below 0. */
  public long negativeEndToEnd() {
    return negativeEndToEnd;
  }

  /** Values above the histograms' range. */
  public long overflowed() {
    return overflowed;
  }

  /** Deliveries, within one stripe, of what that stripe had already. */
  public long duplicated() {
    return duplicated;
  }

  /** Requests that responders received. */
  public long requestsReceived() {
    return requestsReceived;
  }

  /** Replies that the broker accepted. */
  public long repliesSent() {
    return repliesSent;
  }

  /** Replies whose send failed. */
  public long repliesFailed() {
    return repliesFailed;
  }

  /** Requests answered before their timeout. */
  public long answered() {
    return answered;
  }

  /** Requests without a reply when their timeout was over. */
  public long timedOut() {
    return timedOut;
  }

  /** First replies after the timeout. */
  public long late() {
    return late;
  }

  /** Replies to what had been answered. */
  public long duplicateReplies() {
    return duplicateReplies;
  }

  /** Replies that echo no request of their receiver. */
  public long neverAsked() {
    return neverAsked;
  }

  /** Acknowledged messages whose future ended before it was looked at, at an unknown time. */
  public long unstamped() {
    return unstamped;
  }

  /** By how much their publish latencies may be too long, in sum. */
  public long unstampedNanos() {
    return unstampedNanos;
  }

  /** By how much one of them may be at most. */
  public long worstUnstampedNanos() {
    return worstUnstampedNanos;
  }

  boolean isZero() {
    return (sent | acknowledged | failed | received | consumerErrors | foreign | corrupted) == 0
        && (negativeEndToEnd | overflowed | duplicated) == 0
        && (requestsReceived | repliesSent | repliesFailed | answered) == 0
        && (timedOut | late | duplicateReplies | neverAsked) == 0;
  }

  void add(Tally other) {
    sent += other.sent;
    sentBytes += other.sentBytes;
    acknowledged += other.acknowledged;
    acknowledgedBytes += other.acknowledgedBytes;
    failed += other.failed;
    received += other.received;
    receivedBytes += other.receivedBytes;
    consumerErrors += other.consumerErrors;
    foreign += other.foreign;
    corrupted += other.corrupted;
    negativeEndToEnd += other.negativeEndToEnd;
    overflowed += other.overflowed;
    duplicated += other.duplicated;
    requestsReceived += other.requestsReceived;
    repliesSent += other.repliesSent;
    repliesFailed += other.repliesFailed;
    answered += other.answered;
    timedOut += other.timedOut;
    late += other.late;
    duplicateReplies += other.duplicateReplies;
    neverAsked += other.neverAsked;
    unstamped += other.unstamped;
    unstampedNanos += other.unstampedNanos;
    worstUnstampedNanos = Math.max(worstUnstampedNanos, other.worstUnstampedNanos);
  }
}
