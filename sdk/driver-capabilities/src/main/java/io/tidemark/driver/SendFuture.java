package io.tidemark.driver;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The future of a send, for drivers that know this framework; usually the base class of the
 * client's callback. It records the time of its completion: the publish latency ends there, even if
 * the sending thread is descheduled before it reads the future. It has one callback without a
 * dependent future, which avoids cache misses on other cores for each message.
 *
 * <p>A driver completes it with {@link #complete}, {@link #completeExceptionally} or {@link
 * #cancel}; other methods do not record the time or call the callback. Otherwise it is a usual
 * {@link CompletableFuture}.
 */
public class SendFuture extends CompletableFuture<Void> {
  private static final VarHandle CALLBACK;
  private static final VarHandle REGISTERED;

  /** Replaces a callback that has been called although its registration was under way. */
  private static final Callback CALLED = (failure, nanoTime) -> {};

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      CALLBACK = lookup.findVarHandle(SendFuture.class, "callback", Callback.class);
      REGISTERED = lookup.findVarHandle(SendFuture.class, "registered", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** What the framework does when a send has ended. */
  public interface Callback {

    /**
     * Must not throw.
     *
     * @param failure null if the send succeeded
     * @param nanoTime when the future completed, by {@link SendFuture#nanoTime}
     */
    void sendEnded(@Nullable Throwable failure, long nanoTime);
  }

  // Registration and completion have one atomic operation each: the compareAndSet of the callback,
  // and that of the result in the base class. Each side reads the other's field afterwards, so at
  // least one of them sees both. If both may have seen both, the one that replaces the callback
  // calls it.

  @SuppressWarnings("unused") // through CALLBACK
  private @Nullable Callback callback;

  /** Time of the completion, written before it; 0 while there is none. */
  private long stampNanoTime;

  /** Whether the future was not complete after the callback had been set. */
  @SuppressWarnings("unused") // through REGISTERED
  private boolean registered;

  /** Whether it stands for all sends of a producer; see {@link #immediate}. */
  private final boolean immediate;

  /** A future that has not completed. */
  public SendFuture() {
    this(false);
  }

  private SendFuture(boolean immediate) {
    this.immediate = immediate;
  }

  /**
   * A completed future for a producer whose sends have always succeeded when {@code sendAsync}
   * returns: it returns this one from each of them, after {@link #completedNow}. That saves an
   * object and an atomic operation for each message. One per producer; a failed send returns
   * another future.
   */
  public static SendFuture immediate() {
    SendFuture future = new SendFuture(true);
    future.complete(null);
    return future;
  }

  /**
   * Takes the time of another send, which has just succeeded. Called by the sending thread, before
   * {@code sendAsync} returns.
   *
   * @return this future
   * @throws IllegalStateException unless it was made by {@link #immediate}
   */
  public final SendFuture completedNow() {
    if (!immediate) {
      throw new IllegalStateException("this future is for one send");
    }
    long now = nanoTime();
    stampNanoTime = now == 0 ? 1 : now;
    return this;
  }

  /**
   * Registers the callback, which is called once: by the thread that completes the future, or
   * immediately if it is complete.
   *
   * @throws IllegalStateException when there is a callback already
   */
  public final void whenDone(Callback once) {
    if (immediate) {
      once.sendEnded(null, stampNanoTime);
      return;
    }
    if (!CALLBACK.compareAndSet(this, null, once)) {
      throw new IllegalStateException("a send's future takes one callback");
    }
    if (!isDone()) {
      REGISTERED.setRelease(this, true);
    } else if (isStamped() && CALLBACK.compareAndSet(this, once, CALLED)) {
      once.sendEnded(failure(), stampNanoTime);
    }
  }

  /** Whether it has completed, so that {@link #stampNanoTime} is available. */
  public final boolean isStamped() {
    return isDone() && stampNanoTime != 0;
  }

  /**
   * When it completed, by {@link #nanoTime}.
   *
   * @throws IllegalStateException unless {@link #isStamped}
   */
  public final long stampNanoTime() {
    if (isStamped()) {
      return stampNanoTime;
    }
    throw new IllegalStateException("the future has not completed");
  }

  /** The clock of the time stamp: {@link System#nanoTime()}; tests replace it. */
  protected long nanoTime() {
    return System.nanoTime();
  }

  /**
   * Whether consumers of the driver's file receive the message. False for one that they filter out:
   * the framework counts it as published and does not expect it. The same value at all times.
   */
  public boolean reachesConsumers() {
    return true;
  }

  /**
   * Where the broker keeps the message, if the acknowledgement says it. Called once, when the send
   * has succeeded, and only in runs that audit offsets.
   */
  public Optional<MessagePosition> position() {
    return Optional.empty();
  }

  private @Nullable Throwable failure() {
    try {
      join();
      return null;
    } catch (CompletionException e) {
      return e.getCause();
    } catch (CancellationException e) {
      return e;
    }
  }

  /** Before the completion, which publishes the time. */
  private long stamp() {
    long now = nanoTime();
    if (!isDone()) {
      stampNanoTime = now == 0 ? 1 : now;
    }
    return now;
  }

  private boolean ended(boolean first, @Nullable Throwable failure, long nanoTime) {
    if (first) {
      boolean settled = (boolean) REGISTERED.getVolatile(this);
      Callback known = (Callback) CALLBACK.getVolatile(this);
      if (known != null && (settled || CALLBACK.compareAndSet(this, known, CALLED))) {
        known.sendEnded(failure, nanoTime);
      }
    }
    return first;
  }

  @Override
  public boolean complete(Void value) {
    long now = stamp();
    return ended(super.complete(value), null, now);
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    long now = stamp();
    return ended(super.completeExceptionally(failure), failure, now);
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    long now = stamp();
    return ended(super.cancel(mayInterruptIfRunning), new CancellationException(), now);
  }
}
