package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonValue;
import io.tidemark.model.snapshot.Measure;

/** Figures that one cause damages together. docs/reference/verdict.md explains them. */
public enum FigureGroup {
  RATES("rates", "rates"),
  PUBLISH_LATENCY("publishLatency", "publish latency"),
  END_TO_END_LATENCY("endToEndLatency", "end-to-end latency"),
  ROUND_TRIP_LATENCY("roundTripLatency", "round trips"),
  /** Counts of lost, duplicated and other messages, with the recovery point of a failover. */
  DELIVERY("delivery", "delivery counts"),
  RECOVERY("recovery", "recovery times"),
  TELEMETRY("telemetry", "telemetry");

  private final String key;
  private final String heading;

  FigureGroup(String key, String heading) {
    this.key = key;
    this.heading = heading;
  }

  /** Its name in results. */
  @JsonValue
  public String key() {
    return key;
  }

  /** Its name in tables. */
  public String heading() {
    return heading;
  }

  /** The group of a latency. */
  public static FigureGroup of(Measure measure) {
    return switch (measure) {
      case SCHEDULE_DELAY, PUBLISH_LATENCY, PUBLISH_RESPONSE, FAILED_SEND, CLIENT_OPEN ->
          PUBLISH_LATENCY;
      case END_TO_END,
          END_TO_END_FROM_SEND,
          REQUEST_LEG,
          REPLY_LEG,
          REDELIVERY,
          NEVER_REFUSED,
          ONCE_REFUSED,
          DEAD_LETTER_AGE ->
          END_TO_END_LATENCY;
      case ROUND_TRIP, ROUND_TRIP_RESPONSE, RESPONDER_TIME, LATE_REPLY -> ROUND_TRIP_LATENCY;
    };
  }
}
