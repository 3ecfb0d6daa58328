package io.tidemark.measure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Thread-local state of a recording thread: its stripe and its envelope reader. A driver's thread
 * may keep it, so its log goes when the run's recorder is closed.
 */
public final class ThreadSlot {
  /** A log costs memory, which a thread with few messages is not worth. */
  static final int MESSAGES_BEFORE_LOG = 1024;

  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final ThreadLocal<ThreadSlot> OF_THREAD = ThreadLocal.withInitial(ThreadSlot::new);

  private final EnvelopeReader reader = new EnvelopeReader();
  private final ReplyStamp replyStamp = new ReplyStamp();
  private final Thread thread = Thread.currentThread();
  private @Nullable ThreadLog log;
  private @Nullable Object logRecorder;
  private int messagesWithoutLog;
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

  /** The log of a recorder; null if it has none, or that of another one. */
  @Nullable ThreadLog log(Object recorder) {
    return logRecorder == recorder ? log : null;
  }

  void log(Object recorder, ThreadLog claimed) {
    log = claimed;
    logRecorder = recorder;
  }

  /** Any thread; the owner may see it later. */
  void forget(Object recorder) {
    if (logRecorder == recorder) {
      logRecorder = null;
      log = null;
    }
  }

  /** Counts a message; true for one of {@link #MESSAGES_BEFORE_LOG}. */
  boolean wantsLog() {
    return ++messagesWithoutLog % MESSAGES_BEFORE_LOG == 0;
  }

  /** Any thread: whether it records nothing any more. */
  boolean hasEnded() {
    return !thread.isAlive();
  }

  int stripe() {
    return stripe;
  }

  void moveTo(int nextStripe) {
    stripe = nextStripe;
  }
}
