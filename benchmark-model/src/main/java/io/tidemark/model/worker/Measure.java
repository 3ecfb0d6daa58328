package io.tidemark.model.worker;

/** What a histogram holds; all in nanoseconds. See docs/concepts/measuring.md. */
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
  END_TO_END_FROM_SEND("endToEndFromSend");

  private final String key;

  Measure(String key) {
    this.key = key;
  }

  /** Its name in results, without the unit. */
  public String key() {
    return key;
  }
}
