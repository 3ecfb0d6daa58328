package io.tidemark.worker.engine.load;

import io.tidemark.measure.payload.KeySource;
import io.tidemark.measure.payload.PayloadPool;
import io.tidemark.measure.payload.SizedBodies;
import io.tidemark.measure.schedule.GivenTimes;
import io.tidemark.model.worker.TracePart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A trace on its way into this worker, in blocks, and the messages of each producer in it. For one
 * thread, before the load.
 */
public final class Replay {
  private static final int HEAP_SHARE = 4;
  private static final int KEY_RADIX = 36;

  /** A text, its optional, and an entry of the map. */
  private static final int BYTES_PER_KEY = 160;

  private final SizedBodies bodies;
  private final long budgetBytes;
  private final Map<Integer, ReplayedMessages> byProducer = new HashMap<>();
  private final Map<Long, Optional<String>> keys = new HashMap<>();
  private int blocks;
  private long messages;

  public Replay(SizedBodies bodies) {
    this(bodies, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  Replay(SizedBodies bodies, long budgetBytes) {
    this.bodies = bodies;
    this.budgetBytes = budgetBytes;
  }

  /** Adds a block; one that comes again is left out. */
  public void add(TracePart block) {
    if (block.number() < blocks) {
      return;
    }
    if (block.number() > blocks) {
      throw new IllegalStateException(
          "block " + block.number() + " of the trace came after " + blocks + " blocks");
    }
    blocks++;
    block.forEach(
        (producer, offsetNanos, sizeBytes, keyHash) ->
            byProducer
                .computeIfAbsent(producer, any -> new ReplayedMessages())
                .add(
                    offsetNanos,
                    bodies.of(sizeBytes),
                    block.keys() && keyHash != 0 ? key(keyHash) : Optional.empty()));
    messages += block.messages().length / TracePart.MESSAGE_BYTES;
    requireRoom();
    byProducer
        .values()
        .forEach(each -> each.complete(block.periodNanos(), block.repeat(), block.endNanos()));
  }

  private Optional<String> key(long hash) {
    return keys.computeIfAbsent(
        hash, any -> Optional.of("k-" + Long.toUnsignedString(hash, KEY_RADIX)));
  }

  private void requireRoom() {
    long used = messages * ReplayedMessages.BYTES_PER_MESSAGE + (long) keys.size() * BYTES_PER_KEY;
    if (used > budgetBytes) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the trace is too long for the heap of this worker: %d messages with %d keys need"
                  + " more than %d MB, a quarter of it; use more workers, a larger heap"
                  + " (HEAP_OPTS) or a shorter trace",
              messages,
              keys.size(),
              budgetBytes >> 20));
    }
  }

  /** The messages of a producer, which may have none. */
  public ReplayedMessages of(int producer) {
    return byProducer.getOrDefault(producer, new ReplayedMessages());
  }

  /** Gives a lane the bodies and keys of its messages, in their order. */
  public void prepare(Lane lane) {
    ReplayedMessages own = of(lane.producerIndex());
    lane.messages(PayloadPool.given(own::body), KeySource.given(own::key));
  }

  /**
   * The messages of a trace that one producer sends: filled before the load, and only read then. A
   * message takes {@link #BYTES_PER_MESSAGE}.
   */
  static final class ReplayedMessages implements GivenTimes {
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
}
