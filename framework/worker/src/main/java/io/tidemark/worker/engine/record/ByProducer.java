package io.tidemark.worker.engine.record;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A value for each producer of a run, created on first access. Uses memory only from the first to
 * the last accessed one, because consumers of a topic receive from few neighbouring producers.
 * Thread-safe.
 */
public final class ByProducer<T> {
  private static final int CHUNK_BITS = 5;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /** Chunks in a row; immutable but for the chunks. A reader may have an older one. */
  private record Row<T>(int first, AtomicReferenceArray<AtomicReferenceArray<T>> chunks) {
    private @Nullable AtomicReferenceArray<T> chunkOf(int producer) {
      int at = (producer >> CHUNK_BITS) - first;
      return at < 0 || at >= chunks.length() ? null : chunks.getPlain(at);
    }

    /** A row with these chunks that also includes the given one. */
    private Row<T> including(int chunk) {
      int last = first + chunks.length() - 1;
      if (chunks.length() > 0 && chunk >= first && chunk <= last) {
        return this;
      }
      int newFirst = chunks.length() == 0 ? chunk : Math.min(first, chunk);
      int newLast = chunks.length() == 0 ? chunk : Math.max(last, chunk);
      AtomicReferenceArray<AtomicReferenceArray<T>> all =
          new AtomicReferenceArray<>(newLast - newFirst + 1);
      for (int i = 0; i < chunks.length(); i++) {
        all.set(first + i - newFirst, chunks.get(i));
      }
      return new Row<>(newFirst, all);
    }
  }

  private final int producers;
  private Row<T> row = new Row<>(0, new AtomicReferenceArray<>(0)); // published by a data race

  public ByProducer(int producers) {
    this.producers = producers;
  }

  /** Null when there is none yet; may be null a little longer. */
  @Nullable
  public T get(int producer) {
    AtomicReferenceArray<T> chunk = row.chunkOf(producer);
    return chunk == null ? null : chunk.getPlain(producer & CHUNK - 1);
  }

  /** The one that is there, or a new one. */
  synchronized T getOrCreate(int producer, IntFunction<T> create) {
    T known = get(producer);
    return known != null ? known : put(producer, create.apply(producer));
  }

  /** Replaces what is there. */
  public synchronized T put(int producer, T value) {
    int number = Objects.checkIndex(producer, producers) >> CHUNK_BITS;
    row = row.including(number);
    AtomicReferenceArray<T> chunk = row.chunkOf(producer);
    if (chunk == null) {
      chunk = new AtomicReferenceArray<>(CHUNK);
      row.chunks().set(number - row.first(), chunk);
    }
    chunk.set(producer & CHUNK - 1, value);
    return value;
  }
}
