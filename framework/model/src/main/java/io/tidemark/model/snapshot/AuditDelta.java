package io.tidemark.model.snapshot;

import java.util.List;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Data of one worker for the delivery audit in an interval. Empty lists with {@code delivery} other
 * than full.
 *
 * @param published by producer
 * @param delivered by subscription and producer
 * @param offsets in a run that audits offsets
 * @param settled by subscription and producer, in a run with {@code outcomes}
 */
public record AuditDelta(
    List<Published> published,
    List<Delivered> delivered,
    OffsetSamples offsets,
    List<Settled> settled) {

  public static final AuditDelta EMPTY = new AuditDelta(List.of(), List.of());

  /** Creates a delta without offsets and outcomes. */
  public AuditDelta(List<Published> published, List<Delivered> delivered) {
    this(published, delivered, OffsetSamples.NONE, List.of());
  }

  /** Returns the delta with other samples of offsets. */
  public AuditDelta with(OffsetSamples samples) {
    return new AuditDelta(published, delivered, samples, settled);
  }

  /** Returns the delta with outcomes. */
  public AuditDelta with(List<Settled> outcomes) {
    return new AuditDelta(published, delivered, offsets, outcomes);
  }

  /**
   * @param producer index of the producer
   * @param acknowledged sequences acknowledged in the interval
   * @param failed sequences that failed in the interval
   * @param aborted sequences whose transactions were aborted on purpose
   */
  public record Published(
      int producer, Roaring64Bitmap acknowledged, Roaring64Bitmap failed, Roaring64Bitmap aborted) {
    /** Creates messages without transactions. */
    public Published(int producer, Roaring64Bitmap acknowledged, Roaring64Bitmap failed) {
      this(producer, acknowledged, failed, new Roaring64Bitmap());
    }
  }

  /**
   * @param subscription index of the subscription
   * @param producer index of the producer
   * @param received sequences received in the interval
   * @param regressed those of them that came after a higher sequence of the same producer and
   *     partition
   * @param duplicated deliveries of a sequence already received in this interval
   * @param orderJudged false if order is not known (then {@code regressed} is empty)
   */
  public record Delivered(
      int subscription,
      int producer,
      Roaring64Bitmap received,
      Roaring64Bitmap regressed,
      long duplicated,
      boolean orderJudged) {}

  public AuditDelta {
    published = List.copyOf(published);
    delivered = List.copyOf(delivered);
    settled = List.copyOf(settled);
  }
}
