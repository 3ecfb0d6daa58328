package io.tidemark.measure;

/** How a message stands to the ones before it of the same producer and partition. */
public enum OrderVerdict {
  IN_ORDER,
  /** A higher sequence has come before: reordered, or delivered again. */
  REGRESSED,
  /** Cannot be told. */
  UNKNOWN
}
