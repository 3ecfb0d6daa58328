package io.tidemark.model.load;

/** How much the delivery audit keeps. */
public enum DeliveryMode {
  /** The set of sequences: lost, duplicated, out of order are told apart. */
  FULL,
  /** Numbers only: received against acknowledged. */
  COUNTS,
  /** Nothing. */
  OFF
}
