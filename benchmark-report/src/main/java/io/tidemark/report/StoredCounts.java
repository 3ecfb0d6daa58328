package io.tidemark.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tidemark.model.worker.Counters;

/**
 * What was counted, as stored.
 *
 * @param foreignMessages received, but not of this run
 * @param negativeEndToEndLatencies below 0 after clock correction: in no histogram
 * @param overflowedLatencies above the histograms' range: recorded as the highest value
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
    @JsonInclude(JsonInclude.Include.NON_NULL) StoredRoundTrips roundTrips) {
  static StoredCounts of(Counters counters, boolean requestReply) {
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
        requestReply ? StoredRoundTrips.of(counters.roundTrips()) : null);
  }
}
