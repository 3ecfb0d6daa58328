package io.tidemark.report;

import io.tidemark.model.worker.RoundTripCounts;

/**
 * What happened to the requests of a stretch of time, as stored.
 *
 * @param answeredRequests in time
 * @param timedOutRequests given up without a reply
 * @param lateReplies to requests that had been given up
 * @param duplicateReplies to requests that had been answered
 * @param neverAskedReplies that echo no request of the requester that got them
 */
public record StoredRoundTrips(
    long receivedRequests,
    long sentReplies,
    long failedReplies,
    long answeredRequests,
    long timedOutRequests,
    long lateReplies,
    long duplicateReplies,
    long neverAskedReplies) {
  static StoredRoundTrips of(RoundTripCounts counts) {
    return new StoredRoundTrips(
        counts.requestsReceived(),
        counts.repliesSent(),
        counts.repliesFailed(),
        counts.answered(),
        counts.timedOut(),
        counts.late(),
        counts.duplicateReplies(),
        counts.neverAsked());
  }

  RoundTripCounts toCounts() {
    return new RoundTripCounts(
        receivedRequests,
        sentReplies,
        failedReplies,
        answeredRequests,
        timedOutRequests,
        lateReplies,
        duplicateReplies,
        neverAskedReplies);
  }
}
