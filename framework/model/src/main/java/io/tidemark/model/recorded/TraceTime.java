package io.tidemark.model.recorded;

/** Which time the messages of a trace have. */
public enum TraceTime {
  /** When it was published, as the broker or its client stamped it: whole milliseconds. */
  PUBLISHED,
  /** When the recorder received it, in nanoseconds. */
  RECEIVED,
  /** The time in a file of another program. */
  FILE
}
