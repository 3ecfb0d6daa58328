package io.tidemark.measure;

/** Counts of an interval; see docs/concepts/measuring.md. Not thread-safe. */
public final class Tally {
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

  boolean isZero() {
    return (sent | acknowledged | failed | received | consumerErrors | foreign | corrupted) == 0
        && (negativeEndToEnd | overflowed | duplicated) == 0;
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
  }
}
