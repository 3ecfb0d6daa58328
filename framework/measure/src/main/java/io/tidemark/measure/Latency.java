package io.tidemark.measure;

/** The latencies that a recorder keeps; docs/concepts/measuring.md defines them. */
public enum Latency {
  SCHEDULE_DELAY,
  PUBLISH_LATENCY,
  PUBLISH_RESPONSE,
  FAILED_SEND,
  END_TO_END,
  END_TO_END_FROM_SEND,
  ROUND_TRIP,
  ROUND_TRIP_RESPONSE,
  REQUEST_LEG,
  RESPONDER_TIME,
  REPLY_LEG,
  LATE_REPLY
}
