package io.tidemark.coordinator.failover;

import io.tidemark.model.snapshot.AuditDelta.Published;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** When workers reported acknowledged messages: the intervals of their snapshots. */
public final class AcknowledgementTimes {
  private record Interval(long startEpochNanos, List<Published> published) {}

  private final List<Interval> intervals = new ArrayList<>();

  public void add(long startEpochNanos, List<Published> published) {
    if (!published.isEmpty()) {
      intervals.add(new Interval(startEpochNanos, published));
    }
  }

  /**
   * The start of the first interval in which one of the messages was acknowledged.
   *
   * @param messages by producer
   */
  public OptionalLong earliest(Map<Integer, Roaring64Bitmap> messages) {
    return intervals.stream()
        .filter(interval -> interval.published().stream().anyMatch(each -> has(each, messages)))
        .mapToLong(Interval::startEpochNanos)
        .min();
  }

  private static boolean has(Published published, Map<Integer, Roaring64Bitmap> messages) {
    Roaring64Bitmap of = messages.get(published.producer());
    return of != null && Roaring64Bitmap.intersects(of, published.acknowledged());
  }
}
