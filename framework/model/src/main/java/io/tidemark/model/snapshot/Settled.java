package io.tidemark.model.snapshot;

import java.util.List;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * What consumers did with the messages of one producer in an interval. Each list has the sequences
 * with which it happened at least once, then those with which it happened at least twice, ...
 *
 * @param refused not accepted
 * @param accepted by a consumer of the subscription
 * @param deadLetters received from the dead-letter destination
 */
public record Settled(
    int subscription,
    int producer,
    List<Roaring64Bitmap> refused,
    List<Roaring64Bitmap> accepted,
    List<Roaring64Bitmap> deadLetters) {
  public Settled {
    refused = List.copyOf(refused);
    accepted = List.copyOf(accepted);
    deadLetters = List.copyOf(deadLetters);
  }
}
