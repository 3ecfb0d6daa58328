package io.tidemark.model.snapshot;

/**
 * Latency measures of histograms, in nanoseconds. A constant is the only declaration of a measure:
 * results, files and tables follow from it. See docs/concepts/measuring.md.
 */
public enum Measure {
  SCHEDULE_DELAY(
      "scheduleDelay",
      "schedule delay",
      "schedule delay",
      Side.SENDING,
      true,
      "actual send minus intended send"),
  PUBLISH_LATENCY(
      "publishLatency",
      "publish latency",
      "publish latency",
      Side.SENDING,
      true,
      "acknowledged minus actual send"),
  PUBLISH_RESPONSE(
      "publishResponse",
      "publish response",
      "publish response time",
      Side.SENDING,
      true,
      "acknowledged minus intended send"),
  FAILED_SEND(
      "failedSend",
      "failed sends",
      "time of a failed send",
      Side.SENDING,
      false,
      "failed minus intended send, of sends that ended in an error"),
  END_TO_END(
      "endToEnd",
      "end-to-end",
      "end-to-end latency",
      Side.RECEIVING,
      true,
      "received minus intended send"),
  END_TO_END_FROM_SEND(
      "endToEndFromSend",
      "e2e from send",
      "end-to-end latency from the send",
      Side.RECEIVING,
      true,
      "received minus actual send, OMB's end-to-end latency"),
  ROUND_TRIP(
      "roundTrip",
      "round trip",
      "round-trip time",
      Side.ROUND_TRIPS,
      true,
      "reply received minus actual send of its request, of replies in time"),
  ROUND_TRIP_RESPONSE(
      "roundTripResponse",
      "trip response",
      "response time of a round trip",
      Side.ROUND_TRIPS,
      true,
      "reply received minus intended send of its request; a request that timed out counts with the"
          + " time of the timeout"),
  REQUEST_LEG(
      "requestLeg",
      "request leg",
      "time of a request to its responder",
      Side.ROUND_TRIPS,
      true,
      "request received by the responder minus its actual send"),
  RESPONDER_TIME(
      "responderTime",
      "responder",
      "time of a responder",
      Side.ROUND_TRIPS,
      true,
      "from the reception of a request to the sending of its reply"),
  REPLY_LEG(
      "replyLeg",
      "reply leg",
      "time of a reply to its requester",
      Side.ROUND_TRIPS,
      true,
      "reply received minus the sending of it"),
  LATE_REPLY(
      "lateReply",
      "late replies",
      "age of a late reply",
      Side.ROUND_TRIPS,
      false,
      "from the actual send of a request to its reply after the timeout"),
  CLIENT_OPEN(
      "clientOpen",
      "client open",
      "time to open a client",
      Side.CLIENTS,
      false,
      "from the driver's call to create a client during the load to its completion"),
  REDELIVERY(
      "redelivery",
      "redelivery",
      "time from a refusal to the next delivery",
      Side.OUTCOMES,
      false,
      "from a consumer's refusal of a message to its next delivery"),
  NEVER_REFUSED(
      "endToEndNeverRefused",
      "never refused",
      "end-to-end latency of messages that were never refused",
      Side.OUTCOMES,
      false,
      "accepted minus intended send, of messages that were accepted at once"),
  ONCE_REFUSED(
      "endToEndRefused",
      "refused before",
      "age of refused messages at their acceptance",
      Side.OUTCOMES,
      false,
      "accepted minus intended send, of messages that had been refused"),
  DEAD_LETTER_AGE(
      "deadLetterAge",
      "dead letters",
      "age of dead letters",
      Side.OUTCOMES,
      false,
      "received from the dead-letter destination minus intended send");

  /** What is measured. */
  public enum Side {
    SENDING,
    RECEIVING,
    /** Requests and replies; only in runs of that pattern. */
    ROUND_TRIPS,
    /** Clients that join, are opened again or serve some messages each; only in such runs. */
    CLIENTS,
    /** Messages that consumers refuse; only in such runs. */
    OUTCOMES
  }

  private final String key;
  private final String heading;
  private final String words;
  private final Side side;
  private final boolean usual;
  private final String meaning;

  Measure(String key, String heading, String words, Side side, boolean usual, String meaning) {
    this.key = key;
    this.heading = heading;
    this.words = words;
    this.side = side;
    this.usual = usual;
    this.meaning = meaning;
  }

  /** Its name in results, without the unit. */
  public String key() {
    return key;
  }

  /** Its name in tables. */
  public String heading() {
    return heading;
  }

  /** Its name in sentences. */
  public String words() {
    return words;
  }

  /** Returns the interval that it measures, without a full stop. */
  public String meaning() {
    return meaning;
  }

  public Side side() {
    return side;
  }

  /** Whether only request/reply runs have it. */
  public boolean ofRoundTrips() {
    return side == Side.ROUND_TRIPS;
  }

  /** Whether most runs do not have it. */
  public boolean isRare() {
    return side == Side.CLIENTS || side == Side.OUTCOMES;
  }

  /**
   * Whether its absence is worth a line.
   *
   * @param requestReply whether messages were requests and replies
   */
  public boolean isExpected(boolean requestReply) {
    return usual && (side == Side.SENDING || requestReply == (side == Side.ROUND_TRIPS));
  }
}
