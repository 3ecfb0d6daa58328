package io.tidemark.worker.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** What the consumers of one subscription on this worker share. Safe for all threads. */
final class Subscription {
  private final int index;
  private final Streams streams;
  private final AtomicReferenceArray<Stream> byProducer;

  /** One producer's messages at one subscription. */
  static final class Stream {
    private static final VarHandle SEEN;

    static {
      try {
        SEEN = MethodHandles.lookup().findVarHandle(Stream.class, "seen", long.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    final int number;
    final int subscription;
    final int producer;

    @SuppressWarnings("unused") // through SEEN
    private long seen;

    Stream(int number, int subscription, int producer) {
      this.number = number;
      this.subscription = subscription;
      this.producer = producer;
    }

    /** The highest sequence seen, about: enough to complete a short one. */
    long seen() {
      return (long) SEEN.getOpaque(this);
    }

    void saw(long sequence) {
      if (sequence > (long) SEEN.getOpaque(this)) {
        SEEN.setOpaque(this, sequence);
      }
    }
  }

  Subscription(int index, int producers, Streams streams) {
    this.index = index;
    this.streams = streams;
    this.byProducer = new AtomicReferenceArray<>(producers);
  }

  int index() {
    return index;
  }

  /** The stream of a producer of the run. */
  Stream stream(int producer) {
    Stream known = byProducer.getPlain(producer);
    return known != null ? known : create(producer);
  }

  private synchronized Stream create(int producer) {
    Stream known = byProducer.get(producer);
    if (known == null) {
      known = streams.create(index, producer);
      byProducer.set(producer, known);
    }
    return known;
  }
}
