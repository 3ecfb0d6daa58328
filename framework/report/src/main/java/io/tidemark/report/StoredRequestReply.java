package io.tidemark.report;

import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.worker.RoundTripCounts;
import java.util.List;
import java.util.Optional;

/**
 * How requests were answered, as stored: the whole run, warm-up included. Null is "could not be
 * known".
 *
 * @param way {@code native} or {@code generic}
 * @param mechanism how replies found their requester
 * @param requesters how many asked, one number for each step
 * @param pairs request destinations
 * @param sentRequests handed to the driver
 * @param receivedRequests handed to responders, repetitions included
 * @param sentReplies accepted by the broker
 * @param failedReplies whose send failed
 * @param answeredRequests in time
 * @param timedOutRequests given up without a reply
 * @param lateReplies to requests that had been given up
 * @param duplicateReplies to requests that had been answered
 * @param neverAskedReplies that echo no request of the requester that got them
 * @param unansweredRequests neither answered nor given up at the end
 * @param lostRequests accepted and seen by no responder
 * @param lostReplies seen by a responder and never answered
 */
public record StoredRequestReply(
    String way,
    String mechanism,
    List<Integer> requesters,
    int responders,
    int pairs,
    long sentRequests,
    long receivedRequests,
    long sentReplies,
    long failedReplies,
    long answeredRequests,
    long timedOutRequests,
    long lateReplies,
    long duplicateReplies,
    long neverAskedReplies,
    long unansweredRequests,
    Long lostRequests,
    Long lostReplies) {
  private static final String NATIVE = "native";

  public StoredRequestReply {
    requesters = List.copyOf(requesters);
  }

  static StoredRequestReply of(RequestReplyReport report) {
    RoundTripCounts counts = report.counts();
    return new StoredRequestReply(
        report.nativeWay() ? NATIVE : "generic",
        report.mechanism(),
        report.requesters(),
        report.responders(),
        report.pairs(),
        report.requestsSent(),
        counts.requestsReceived(),
        counts.repliesSent(),
        counts.repliesFailed(),
        counts.answered(),
        counts.timedOut(),
        counts.late(),
        counts.duplicateReplies(),
        counts.neverAsked(),
        report.unanswered(),
        report.requestsLost().orElse(null),
        report.repliesLost().orElse(null));
  }

  RequestReplyReport toReport() {
    return new RequestReplyReport(
        way.equals(NATIVE),
        mechanism,
        requesters,
        responders,
        pairs,
        sentRequests,
        new RoundTripCounts(
            receivedRequests,
            sentReplies,
            failedReplies,
            answeredRequests,
            timedOutRequests,
            lateReplies,
            duplicateReplies,
            neverAskedReplies),
        unansweredRequests,
        Optional.ofNullable(lostRequests),
        Optional.ofNullable(lostReplies));
  }
}
