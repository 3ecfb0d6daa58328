package io.tidemark.measure;

/** Order of a message relative to earlier ones of the same producer and partition. */
public enum OrderVerdict {
  IN_ORDER,
  /** A higher sequence arrived before: reordered, or delivered again. */
  REGRESSED,
  /** Callbacks overlapped, so the order of arrival is unknown. */
  UNKNOWN
}
