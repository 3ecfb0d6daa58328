package io.tidemark.simulation.plan;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Requests and replies in place of messages, if a seed has them.
 *
 * @param requesters 0: the seed has none
 * @param more requesters of a second step; 0 if there is one step
 * @param inFlight of each requester; 0: not limited
 * @param nativeWay whether the driver itself has requests and replies
 * @param waits whether its requesters wait for their replies in the send, where they may
 * @param openLoop whether requests are sent by a schedule
 * @param replyBytes of each reply; 0: as many as the request has
 * @param late share of replies that come after the timeout
 * @param stray share of replies that come to another requester
 * @param dead whether one of the responders receives nothing more after a time
 * @param frozen whether one of the responders does nothing for a time
 */
public record RequestPlan(
    int requesters,
    int more,
    int responders,
    int pairs,
    int inFlight,
    boolean nativeWay,
    boolean waits,
    boolean openLoop,
    int timeoutMillis,
    int processingMillis,
    int replyBytes,
    double late,
    double stray,
    boolean dead,
    boolean frozen,
    int afterMillis,
    int lengthMillis) {
  static final RequestPlan NONE =
      new RequestPlan(0, 0, 0, 0, 0, false, false, false, 0, 0, 0, 0, 0, false, false, 0, 0);

  static final List<String> PARTS =
      List.of(
          "requests",
          "requesters",
          "requesterSteps",
          "responders",
          "pairs",
          "inFlight",
          "nativeWay",
          "waitingRequesters",
          "openLoop",
          "replyTimeout",
          "processing",
          "lateReplies",
          "strayReplies",
          "deadResponder",
          "frozenResponder");

  /** Causes of these findings are anything that keeps a reply from its requester. */
  private static final Set<String> WITHOUT_REPLY =
      Set.of(
          "schedule-missed",
          "schedule-held-back",
          "debt-at-end",
          "no-samples",
          "rate-not-met",
          "send-errors",
          "messages-lost",
          "drain-incomplete");

  /** What the result says about replies is compared with the truth by their numbers. */
  private static final Set<String> OF_REPLIES =
      Set.of(
          "reply-timeouts",
          "replies-late",
          "replies-duplicated",
          "reply-errors",
          "replies-never-asked",
          "unanswered");

  private static final int MOST_BYTES = 120;

  /** The envelope; with the stamp of the responder {@link #STAMPED_BYTES}. */
  static final int ENVELOPE_BYTES = 32;

  static final int STAMPED_BYTES = 56;

  static RequestPlan of(Draw draw, boolean calm) {
    int pairs = draw.from("pairs", 1, 2);
    int requesters = draw.from("requesters", 1, 3);
    int more = draw.random.nextDouble() < 0.3 ? draw.from("", 4, 5) : 0;
    int responders = Math.max(pairs, draw.from("responders", 1, 3));
    boolean openLoop = draw.part("openLoop", 0.5);
    boolean capped = draw.random.nextDouble() < 0.3;
    int inFlight = draw.smaller("inFlight", 1, draw.from("", 1, 3));
    boolean nativeWay = draw.part("nativeWay", 0.6);
    boolean waits = draw.part("waitingRequesters", 0.5);
    int timeout = (int) (100 * Math.exp(draw.random.nextDouble() * Math.log(15)));
    int processing = openLoop ? draw.from("", 0, 4) : draw.from("", 5, 30);
    boolean sized = draw.random.nextBoolean();
    int bytes = draw.from("", ENVELOPE_BYTES, MOST_BYTES);
    int steps = draw.smaller("requesterSteps", 0, openLoop ? 0 : more);
    double late = draw.share("lateReplies", 0.3, 0.1);
    double stray = draw.share("strayReplies", 0.15, 0.05);
    boolean dead = draw.part("deadResponder", 0.1);
    boolean frozen = draw.part("frozenResponder", 0.2);
    int after = draw.from("", 100, 2_500);
    int length = draw.from("", 10, 3_000);
    return new RequestPlan(
        requesters,
        steps > requesters ? steps : 0,
        responders,
        pairs,
        openLoop && !capped ? 0 : inFlight,
        nativeWay,
        waits,
        openLoop,
        draw.smaller("replyTimeout", 100, timeout),
        draw.smaller("processing", openLoop ? 0 : 1, processing),
        sized ? bytes : 0,
        calm ? 0 : late,
        calm ? 0 : stray,
        dead && !calm,
        frozen && !calm,
        after,
        length);
  }

  public boolean isEmpty() {
    return requesters == 0;
  }

  int steps() {
    return more > 0 ? 2 : 1;
  }

  public int mostRequesters() {
    return Math.max(requesters, more);
  }

  public long timeoutNanos() {
    return timeoutMillis * 1_000_000L;
  }

  /** Whether replies have the times of their responder. */
  public boolean isStamped() {
    return replyBytes == 0 || replyBytes >= STAMPED_BYTES;
  }

  /** Whether nothing goes wrong, and no request waits for another. */
  boolean none() {
    return isEmpty()
        || late + stray == 0 && !dead && !frozen && !(openLoop && (inFlight > 0 || isSlow()));
  }

  private boolean isSlow() {
    return processingMillis > 1;
  }

  /** Whether a finding may be there. */
  public boolean explains(String code, boolean harmless) {
    return !isEmpty() && (OF_REPLIES.contains(code) || !harmless && WITHOUT_REPLY.contains(code));
  }

  /** The whole workload file but its times. */
  String yaml(int rate, int partitions) {
    return String.format(
        Locale.ROOT,
        """
        pattern: request-reply
        messageSize: 100
        partitionsPerTopic: %d
        requesters: %s
        responders: %d
        pairs: %d
        requestReply: %s
        replyTimeout: %dms
        consumerProcessingTime: %dms
        %s%s%s""",
        partitions,
        more > 0 ? "[" + requesters + ", " + more + "]" : requesters,
        responders,
        pairs,
        nativeWay ? "native" : "generic",
        timeoutMillis,
        processingMillis,
        openLoop ? "producerRate: " + rate + "\n" : "",
        inFlight > 0 ? "requestsInFlight: " + inFlight + "\n" : "",
        replyBytes > 0 ? "replySize: " + replyBytes + "\n" : "");
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "requests: %d%s requesters, %d responders, %d pairs, %s%s, %s, %s in flight, timeout %d ms,"
            + " processing %d ms, replies of %d bytes%s%s",
        requesters,
        more > 0 ? " and " + more : "",
        responders,
        pairs,
        nativeWay ? "native" : "generic",
        nativeWay && waits ? " and waiting" : "",
        openLoop ? "open loop" : "closed loop",
        inFlight > 0 ? Integer.toString(inFlight) : "any",
        timeoutMillis,
        processingMillis,
        replyBytes,
        dead ? ", a responder is dead after " + afterMillis + " ms" : "",
        frozen ? ", a responder is frozen after " + afterMillis + " ms" : "");
  }
}
