package io.tidemark.model.load;

/** Detail of the delivery audit. */
public enum DeliveryMode {
  /** Sets of sequences: counts lost, duplicated and out-of-order messages. */
  FULL,
  /** Only counts: received compared with acknowledged. */
  COUNTS,
  /** Nothing. */
  OFF
}
