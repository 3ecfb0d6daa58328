package io.tidemark.model.worker;

/**
 * What happened to requests and replies in an interval; all zero in runs of other patterns.
 *
 * @param requestsReceived handed to responders
 * @param repliesSent accepted by the broker
 * @param repliesFailed replies whose send failed
 * @param answered requests whose reply came in time
 * @param timedOut requests given up without a reply
 * @param late first replies to requests that had been given up
 * @param duplicateReplies replies to what had been answered
 * @param neverAsked replies that echo no request of the requester that got them
 */
public record RoundTripCounts(
    long requestsReceived,
    long repliesSent,
    long repliesFailed,
    long answered,
    long timedOut,
    long late,
    long duplicateReplies,
    long neverAsked) {

  public static final RoundTripCounts ZERO = new RoundTripCounts(0, 0, 0, 0, 0, 0, 0, 0);

  public RoundTripCounts plus(RoundTripCounts o) {
    return new RoundTripCounts(
        requestsReceived + o.requestsReceived,
        repliesSent + o.repliesSent,
        repliesFailed + o.repliesFailed,
        answered + o.answered,
        timedOut + o.timedOut,
        late + o.late,
        duplicateReplies + o.duplicateReplies,
        neverAsked + o.neverAsked);
  }
}
