package io.tidemark.model.earlier;

/** Receives ranges of consecutive sequences, of each producer in ascending order. */
public interface AcknowledgedRanges {
  /** The sequences {@code from} to {@code end - 1}. */
  void add(int producer, long from, long end);
}
