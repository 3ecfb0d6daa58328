package io.tidemark.measure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * Thread-local state of a recording thread: its stripe and its envelope reader. Contains no state
 * of a run, because a driver's thread may keep it.
 */
public final class ThreadSlot {
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final ThreadLocal<ThreadSlot> OF_THREAD = ThreadLocal.withInitial(ThreadSlot::new);

  private final EnvelopeReader reader = new EnvelopeReader();
  private final ReplyStamp replyStamp = new ReplyStamp();
  private boolean registering;
  private int stripe = COUNT.getAndIncrement();

  private ThreadSlot() {}

  /** The calling thread's. */
  public static ThreadSlot current() {
    return OF_THREAD.get();
  }

  public EnvelopeReader reader() {
    return reader;
  }

  public ReplyStamp replyStamp() {
    return replyStamp;
  }

  /**
   * Has a callback called when a future ends; during this call {@link #isRegistering()} is true if
   * the future had already ended.
   */
  public <T> void register(
      CompletableFuture<T> future, BiConsumer<? super T, ? super Throwable> callback) {
    registering = true;
    try {
      future.whenComplete(callback);
    } finally {
      registering = false;
    }
  }

  /** Whether this thread is in {@link #register}. */
  public boolean isRegistering() {
    return registering;
  }

  int stripe() {
    return stripe;
  }

  void moveTo(int nextStripe) {
    stripe = nextStripe;
  }
}
