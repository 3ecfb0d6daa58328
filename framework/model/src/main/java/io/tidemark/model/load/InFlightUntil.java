package io.tidemark.model.load;

/** When a message of a producer is not in flight any more. */
public enum InFlightUntil {
  /** The broker has acknowledged it. */
  ACKNOWLEDGED,
  /** The broker has acknowledged it, and a consumer on the same worker has received it. */
  RECEIVED
}
