package io.tidemark.model.worker;

import java.util.Objects;

/**
 * What happened in an interval, by when it happened. All are numbers of messages unless the name
 * says otherwise.
 *
 * @param sent handed to the driver
 * @param sentBytes their payloads
 * @param acknowledged futures completed
 * @param acknowledgedBytes their payloads
 * @param failed futures completed exceptionally, and exceptions thrown by a send
 * @param received handed to the callback, of this run
 * @param receivedBytes their payloads
 * @param consumerErrors reported by the driver's consumers
 * @param foreign received with another run's stamp, or none where there should be one
 * @param corrupted received with a stamp or body that does not check
 * @param negativeEndToEnd end-to-end latencies below 0 after correction: counted here, recorded
 *     nowhere
 * @param overflowed values above the histograms' range, recorded as the highest value
 * @param duplicatedInInterval received twice within this interval (part of the audit)
 * @param roundTrips of a request/reply run, where sent are requests and received are replies
 * @param unstamped acknowledged at a time that is not known exactly
 */
public record Counters(
    long sent,
    long sentBytes,
    long acknowledged,
    long acknowledgedBytes,
    long failed,
    long received,
    long receivedBytes,
    long consumerErrors,
    long foreign,
    long corrupted,
    long negativeEndToEnd,
    long overflowed,
    long duplicatedInInterval,
    RoundTripCounts roundTrips,
    UnstampedCounts unstamped) {

  public static final Counters ZERO = new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  public Counters {
    Objects.requireNonNull(roundTrips);
    Objects.requireNonNull(unstamped);
  }

  /** Of a run without requests and replies. */
  public Counters(
      long sent,
      long sentBytes,
      long acknowledged,
      long acknowledgedBytes,
      long failed,
      long received,
      long receivedBytes,
      long consumerErrors,
      long foreign,
      long corrupted,
      long negativeEndToEnd,
      long overflowed,
      long duplicatedInInterval) {
    this(
        sent,
        sentBytes,
        acknowledged,
        acknowledgedBytes,
        failed,
        received,
        receivedBytes,
        consumerErrors,
        foreign,
        corrupted,
        negativeEndToEnd,
        overflowed,
        duplicatedInInterval,
        RoundTripCounts.ZERO,
        UnstampedCounts.ZERO);
  }

  /** What brokers have sent to consumers, as far as it came with a stamp or was recognised. */
  public long handedToConsumers() {
    return received + foreign + corrupted;
  }

  /** These, with what the others say of received messages. */
  public Counters withReceivedOf(Counters others) {
    return new Counters(
        sent,
        sentBytes,
        acknowledged,
        acknowledgedBytes,
        failed,
        others.received,
        others.receivedBytes,
        others.consumerErrors,
        others.foreign,
        others.corrupted,
        others.negativeEndToEnd,
        overflowed,
        others.duplicatedInInterval,
        roundTrips,
        unstamped);
  }

  public Counters plus(Counters o) {
    return new Counters(
        sent + o.sent,
        sentBytes + o.sentBytes,
        acknowledged + o.acknowledged,
        acknowledgedBytes + o.acknowledgedBytes,
        failed + o.failed,
        received + o.received,
        receivedBytes + o.receivedBytes,
        consumerErrors + o.consumerErrors,
        foreign + o.foreign,
        corrupted + o.corrupted,
        negativeEndToEnd + o.negativeEndToEnd,
        overflowed + o.overflowed,
        duplicatedInInterval + o.duplicatedInInterval,
        roundTrips.plus(o.roundTrips),
        unstamped.plus(o.unstamped));
  }
}
