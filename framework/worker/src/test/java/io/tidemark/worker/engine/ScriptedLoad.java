package io.tidemark.worker.engine;

import java.util.List;

/** What shall become of each message: the truth that a self-test compares with. */
interface ScriptedLoad {

  /**
   * @param blockNanos how long {@code sendAsync} blocks
   * @param ackNanos from then to the acknowledgement; negative: never acknowledged
   * @param fails whether it ends in an error instead
   * @param deliveriesNanos from the end of the block to each delivery; empty: dropped
   * @param corrupt whether a bit of the body is flipped on the way
   */
  record Fate(
      long blockNanos, long ackNanos, boolean fails, List<Long> deliveriesNanos, boolean corrupt) {

    static Fate of(long ackNanos, Long... deliveriesNanos) {
      return new Fate(0, ackNanos, false, List.of(deliveriesNanos), false);
    }

    Fate blocking(long nanos) {
      return new Fate(nanos, ackNanos, fails, deliveriesNanos, corrupt);
    }

    Fate failing() {
      return new Fate(blockNanos, ackNanos, true, deliveriesNanos, corrupt);
    }

    Fate corrupted() {
      return new Fate(blockNanos, ackNanos, fails, deliveriesNanos, true);
    }
  }

  /** The fate of a producer's k-th message. */
  Fate fate(int producer, long k);
}
