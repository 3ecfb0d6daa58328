package io.tidemark.worker.engine.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntFunction;

/** Shared state of the consumers of one subscription on this worker. Thread-safe. */
public final class SubscriptionGroup {
  private final int index;
  private final IntFunction<Stream> create;
  private final ByProducer<Stream> byProducer;

  /** One producer's messages at one subscription. */
  public static final class Stream {
    private static final VarHandle SEEN;

    static {
      try {
        SEEN = MethodHandles.lookup().findVarHandle(Stream.class, "seen", long.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    public final int number;
    public final int subscription;
    public final int producer;

    @SuppressWarnings("unused") // through SEEN
    private long seen;

    Stream(int number, int subscription, int producer) {
      this.number = number;
      this.subscription = subscription;
      this.producer = producer;
    }

    /** The highest sequence seen, about: enough to complete a short one. */
    public long seen() {
      return (long) SEEN.getOpaque(this);
    }

    public void saw(long sequence) {
      if (sequence > (long) SEEN.getOpaque(this)) {
        SEEN.setOpaque(this, sequence);
      }
    }
  }

  /**
   * @param create makes the stream of a producer, when its first message arrives
   */
  SubscriptionGroup(int index, int producers, IntFunction<Stream> create) {
    this.index = index;
    this.create = create;
    this.byProducer = new ByProducer<>(producers);
  }

  public int index() {
    return index;
  }

  /** The stream of a producer of the run. */
  public Stream stream(int producer) {
    Stream known = byProducer.get(producer);
    return known != null ? known : byProducer.getOrCreate(producer, create);
  }
}
