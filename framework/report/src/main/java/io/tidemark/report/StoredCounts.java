package io.tidemark.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.RoundTripCounts;
import io.tidemark.model.worker.UnstampedCounts;

/**
 * What was counted, as stored.
 *
 * @param foreignMessages received, but not of this run
 * @param negativeEndToEndLatencies below 0 after clock correction: in no histogram
 * @param overflowedLatencies above the histograms' range: recorded as the highest value
 * @param unstampedMessages acknowledged at a time that is not known exactly
 * @param publishLatencyErrorMeanMicros by how much their publish latencies may be too long; null
 *     without any
 * @param publishLatencyErrorMaxMicros by how much one of them may be; null without any
 * @param roundTrips of a request/reply run; else absent
 */
public record StoredCounts(
    long sentMessages,
    long sentBytes,
    long acknowledgedMessages,
    long acknowledgedBytes,
    long failedMessages,
    long receivedMessages,
    long receivedBytes,
    long consumerErrors,
    long foreignMessages,
    long corruptedMessages,
    long negativeEndToEndLatencies,
    long overflowedLatencies,
    long duplicatedMessagesInInterval,
    long unstampedMessages,
    Double publishLatencyErrorMeanMicros,
    Double publishLatencyErrorMaxMicros,
    @JsonInclude(JsonInclude.Include.NON_NULL) StoredRoundTrips roundTrips) {
  static StoredCounts of(Counters counters, boolean requestReply) {
    UnstampedCounts unstamped = counters.unstamped();
    boolean exact = unstamped.messages() == 0;
    return new StoredCounts(
        counters.sent(),
        counters.sentBytes(),
        counters.acknowledged(),
        counters.acknowledgedBytes(),
        counters.failed(),
        counters.received(),
        counters.receivedBytes(),
        counters.consumerErrors(),
        counters.foreign(),
        counters.corrupted(),
        counters.negativeEndToEnd(),
        counters.overflowed(),
        counters.duplicatedInInterval(),
        unstamped.messages(),
        exact ? null : unstamped.meanErrorNanos() / 1e3,
        exact ? null : unstamped.worstErrorNanos() / 1e3,
        requestReply ? StoredRoundTrips.of(counters.roundTrips()) : null);
  }

  Counters toCounters() {
    return new Counters(
        sentMessages,
        sentBytes,
        acknowledgedMessages,
        acknowledgedBytes,
        failedMessages,
        receivedMessages,
        receivedBytes,
        consumerErrors,
        foreignMessages,
        corruptedMessages,
        negativeEndToEndLatencies,
        overflowedLatencies,
        duplicatedMessagesInInterval,
        roundTrips == null ? RoundTripCounts.ZERO : roundTrips.toCounts(),
        unstampedMessages == 0 ? UnstampedCounts.ZERO : unstamped());
  }

  private UnstampedCounts unstamped() {
    long meanNanos = LatencyMicros.nanos(publishLatencyErrorMeanMicros);
    return new UnstampedCounts(
        unstampedMessages,
        unstampedMessages * meanNanos,
        LatencyMicros.nanos(publishLatencyErrorMaxMicros));
  }
}
