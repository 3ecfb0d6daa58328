package io.tidemark.model.snapshot;

/** Latency measures of histograms, in nanoseconds. See docs/concepts/measuring.md. */
public enum Measure {
  /** Actual send minus intended send. */
  SCHEDULE_DELAY("scheduleDelay"),
  /** Acknowledged minus actual send. */
  PUBLISH_LATENCY("publishLatency"),
  /** Acknowledged minus intended send. */
  PUBLISH_RESPONSE("publishResponse"),
  /** Failed minus intended send: sends that ended in an error. */
  FAILED_SEND("failedSend"),
  /** Received minus intended send. */
  END_TO_END("endToEnd"),
  /** Received minus actual send; OMB's end-to-end latency. */
  END_TO_END_FROM_SEND("endToEndFromSend"),
  /** Reply received minus actual send of its request; replies in time only. */
  ROUND_TRIP("roundTrip"),
  /**
   * Reply received minus intended send of its request; a timed-out request counts with the time of
   * the timeout.
   */
  ROUND_TRIP_RESPONSE("roundTripResponse"),
  /** Request received by the responder minus its actual send. */
  REQUEST_LEG("requestLeg"),
  /** From the reception of a request to the sending of its reply. */
  RESPONDER_TIME("responderTime"),
  /** Reply received minus the sending of it. */
  REPLY_LEG("replyLeg"),
  /** Age of a reply that came after the timeout, from the actual send of its request. */
  LATE_REPLY("lateReply"),
  /** From the driver's call to create a client during the load to its completion. */
  CLIENT_OPEN("clientOpen");

  private final String key;

  Measure(String key) {
    this.key = key;
  }

  /** Whether only request/reply runs have it. */
  public boolean ofRoundTrips() {
    return ordinal() >= ROUND_TRIP.ordinal() && this != CLIENT_OPEN;
  }

  /** Its name in results, without the unit. */
  public String key() {
    return key;
  }
}
