package io.tidemark.model.snapshot;

import io.tidemark.driver.outcome.DeadLetterReason;
import java.util.List;
import java.util.Map;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * What consumers did with the messages of one producer in an interval. Each list has the sequences
 * with which it happened at least once, then those with which it happened at least twice, ...
 *
 * @param refused not accepted
 * @param accepted by a consumer of the subscription
 * @param deadLetters received from the dead-letter destination
 * @param reasons those of the dead letters of which the broker says why they are there
 */
public record Settled(
    int subscription,
    int producer,
    List<Roaring64Bitmap> refused,
    List<Roaring64Bitmap> accepted,
    List<Roaring64Bitmap> deadLetters,
    Map<DeadLetterReason, Roaring64Bitmap> reasons) {
  public Settled {
    reasons = Map.copyOf(reasons);
    refused = List.copyOf(refused);
    accepted = List.copyOf(accepted);
    deadLetters = List.copyOf(deadLetters);
  }
}
