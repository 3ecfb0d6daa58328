package io.tidemark.measure;

/**
 * What one stripe saw of one producer's messages at one subscription in an interval. Not
 * thread-safe.
 */
final class DeliveredRecord {
  final SequenceSet received;
  final SequenceSet regressed;
  long duplicated;
  boolean orderJudged = true;

  DeliveredRecord(SequenceSet.BlockPool pool) {
    this.received = new SequenceSet(pool);
    this.regressed = new SequenceSet(pool);
  }

  boolean isEmpty() {
    return received.isEmpty();
  }

  void clear() {
    received.clear();
    regressed.clear();
    duplicated = 0;
    orderJudged = true;
  }
}
