package io.tidemark.worker.engine.receive;

import io.tidemark.measure.OrderTrack;
import io.tidemark.worker.engine.record.ByProducer;
import io.tidemark.worker.engine.record.SubscriptionGroup;
import io.tidemark.worker.engine.record.SubscriptionGroup.Stream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where the messages of one consumer come from: its sources, made as they are needed. Consecutive
 * messages often have the same source, which is then found without a look-up. Thread-safe.
 */
final class Sources {
  /** Above this a partition number is a driver's mistake; order is not judged then. */
  private static final int MOST_PARTITIONS = 1 << 16;

  private static final int UNKNOWN_PARTITION = -1;
  private static final int FIRST_SIZE = 8;

  private final SubscriptionGroup subscription;

  /** By partition plus 1. */
  private final ByProducer<Source[]> byProducer;

  private final OrderTrack.Chunks chunks = new OrderTrack.Chunks();

  /** All, by number; longer than their number. */
  private volatile @Nullable Source[] all = new Source[FIRST_SIZE];

  private int count;

  /** Number of the last one; a thread may see another thread's. A reference would cost more. */
  private int recent;

  /** One producer, in one partition. */
  static final class Source {
    final Stream stream;

    /** Null if order cannot be judged. */
    final @Nullable OrderTrack track;

    private final int producer;
    private final int partition;
    private final int number;

    private Source(
        int producer, int partition, int number, Stream stream, @Nullable OrderTrack track) {
      this.producer = producer;
      this.partition = partition;
      this.number = number;
      this.stream = stream;
      this.track = track;
    }
  }

  /**
   * @param producers of the run
   */
  Sources(SubscriptionGroup subscription, int producers) {
    this.subscription = subscription;
    this.byProducer = new ByProducer<>(producers);
  }

  /**
   * @param partition below 0 if it is not known
   */
  Source of(int producer, int partition) {
    @Nullable Source[] known = all;
    int number = recent;
    Source source = number < known.length ? known[number] : null;
    return source != null && source.producer == producer && source.partition == partition
        ? source
        : find(producer, partition);
  }

  private Source find(int producer, int partition) {
    int judged = partition < 0 || partition >= MOST_PARTITIONS ? UNKNOWN_PARTITION : partition;
    Source[] sources = byProducer.get(producer);
    Source found = sources != null && judged + 1 < sources.length ? sources[judged + 1] : null;
    if (found == null) {
      found = create(producer, judged);
    }
    recent = found.number;
    return found;
  }

  private synchronized Source create(int producer, int partition) {
    Source[] known = byProducer.get(producer);
    int place = partition + 1;
    if (known != null && place < known.length && known[place] != null) {
      return known[place];
    }
    Source source =
        new Source(
            producer,
            partition,
            count,
            subscription.stream(producer),
            partition == UNKNOWN_PARTITION ? null : chunks.next());
    Source[] extended = new Source[Math.max(place + 1, known == null ? 0 : known.length)];
    if (known != null) {
      System.arraycopy(known, 0, extended, 0, known.length);
    }
    extended[place] = source;
    byProducer.put(producer, extended);
    append(source);
    return source;
  }

  private void append(Source source) {
    @Nullable Source[] room = count < all.length ? all : Arrays.copyOf(all, 2 * count);
    room[count++] = source;
    all = room;
  }
}
