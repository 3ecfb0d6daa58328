package io.tidemark.report.figures;

import io.tidemark.model.result.RunEvent;

/**
 * Something that happened, as stored.
 *
 * @param epochMicros in the coordinator's clock; nanoseconds would not survive JSON readers that
 *     have only doubles
 */
public record StoredEvent(
    long epochMicros, String source, String kind, String subject, String detail) {
  static StoredEvent of(RunEvent event) {
    return new StoredEvent(
        event.epochNanos() / 1_000, event.source(), event.kind(), event.subject(), event.detail());
  }

  public RunEvent toEvent() {
    return new RunEvent(epochMicros * 1_000, source, kind, subject, detail);
  }
}
