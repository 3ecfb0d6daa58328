package io.tidemark.worker.engine;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;

/**
 * Something for each producer of a run, made when it is first asked for. Takes room only for the
 * neighbourhood of those that were: most consumers hear few of many producers. Safe for all
 * threads.
 */
final class ByProducer<T> {
  private static final int CHUNK_BITS = 5;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private final AtomicReferenceArray<AtomicReferenceArray<T>> chunks;

  ByProducer(int producers) {
    this.chunks = new AtomicReferenceArray<>((producers + CHUNK - 1) / CHUNK);
  }

  /** Null when there is none yet; may be null a little longer. */
  T get(int producer) {
    AtomicReferenceArray<T> chunk = chunks.getPlain(producer >> CHUNK_BITS);
    return chunk == null ? null : chunk.getPlain(producer & CHUNK - 1);
  }

  /** The one that is there, or a new one. */
  synchronized T getOrCreate(int producer, IntFunction<T> create) {
    T known = locked(producer);
    return known != null ? known : put(producer, create.apply(producer));
  }

  private T locked(int producer) {
    AtomicReferenceArray<T> chunk = chunks.get(producer >> CHUNK_BITS);
    return chunk == null ? null : chunk.get(producer & CHUNK - 1);
  }

  /** Replaces what is there. */
  synchronized T put(int producer, T value) {
    AtomicReferenceArray<T> chunk = chunks.get(producer >> CHUNK_BITS);
    if (chunk == null) {
      chunk = new AtomicReferenceArray<>(CHUNK);
      chunks.set(producer >> CHUNK_BITS, chunk);
    }
    chunk.set(producer & CHUNK - 1, value);
    return value;
  }
}
