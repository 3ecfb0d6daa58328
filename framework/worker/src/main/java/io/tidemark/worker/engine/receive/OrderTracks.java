package io.tidemark.worker.engine.receive;

import io.tidemark.measure.OrderTrack;
import io.tidemark.worker.engine.record.ByProducer;
import org.jspecify.annotations.Nullable;

/** The order tracks of one consumer, by producer and partition, made as they are needed. */
final class OrderTracks {
  /** Above this a partition number is a driver's mistake; order is not judged then. */
  private static final int MOST_PARTITIONS = 1 << 16;

  private final ByProducer<OrderTrack[]> byProducer;
  private final OrderTrack.Chunks chunks = new OrderTrack.Chunks();

  OrderTracks(int producers) {
    this.byProducer = new ByProducer<>(producers);
  }

  /** Null when order cannot be judged there. */
  @Nullable OrderTrack track(int producer, int partition) {
    OrderTrack[] tracks = byProducer.get(producer);
    if (tracks != null
        && partition >= 0
        && partition < tracks.length
        && tracks[partition] != null) {
      return tracks[partition];
    }
    return partition < 0 || partition >= MOST_PARTITIONS ? null : create(producer, partition);
  }

  private synchronized OrderTrack create(int producer, int partition) {
    OrderTrack[] known = byProducer.get(producer);
    if (known != null && partition < known.length && known[partition] != null) {
      return known[partition];
    }
    OrderTrack[] extended =
        new OrderTrack[Math.max(partition + 1, known == null ? 0 : known.length)];
    if (known != null) {
      System.arraycopy(known, 0, extended, 0, known.length);
    }
    extended[partition] = chunks.next();
    byProducer.put(producer, extended);
    return extended[partition];
  }
}
