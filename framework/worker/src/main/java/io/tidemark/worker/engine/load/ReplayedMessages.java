package io.tidemark.worker.engine.load;

import io.tidemark.measure.payload.PayloadPool;
import io.tidemark.measure.schedule.GivenTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The messages of a trace that one producer sends: filled before the load, and only read then. A
 * message takes {@link #BYTES_PER_MESSAGE}.
 */
public final class ReplayedMessages implements GivenTimes {
  static final int BYTES_PER_MESSAGE = Long.BYTES + 2 * Integer.BYTES;
  private static final int CHUNK = 4096;

  private final List<Chunk> chunks = new ArrayList<>();
  private int once;
  private long periodNanos = 1;
  private long all;

  /** Some messages, by column. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Chunk(long[] offsets, PayloadPool.Body[] bodies, Optional<String>[] keys) {
    @SuppressWarnings({"unchecked", "rawtypes"})
    Chunk() {
      this(new long[CHUNK], new PayloadPool.Body[CHUNK], new Optional[CHUNK]);
    }
  }

  void add(long offsetNanos, PayloadPool.Body body, Optional<String> key) {
    if (once % CHUNK == 0) {
      chunks.add(new Chunk());
    }
    Chunk last = chunks.get(chunks.size() - 1);
    last.offsets[once % CHUNK] = offsetNanos;
    last.bodies[once % CHUNK] = body;
    last.keys[once % CHUNK] = key;
    once++;
  }

  /**
   * All messages have been added.
   *
   * @param repeat how often they are sent
   * @param endNanos offset from which on none is sent
   */
  void complete(long period, int repeat, long endNanos) {
    periodNanos = period;
    all = (long) once * repeat;
    all = dueBy(endNanos - 1);
  }

  @Override
  public long count() {
    return all;
  }

  @Override
  public long offsetNanos(long index) {
    int at = (int) (index % once);
    return index / once * periodNanos + chunks.get(at / CHUNK).offsets[at % CHUNK];
  }

  PayloadPool.Body body(long index) {
    int at = (int) (index % once);
    return chunks.get(at / CHUNK).bodies[at % CHUNK];
  }

  Optional<String> key(long index) {
    int at = (int) (index % once);
    return chunks.get(at / CHUNK).keys[at % CHUNK];
  }
}
