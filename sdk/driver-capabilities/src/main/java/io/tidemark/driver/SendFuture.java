package io.tidemark.driver;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(SendFuture.class, "state", Object.class);
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

  /** Replaces the callback if the future completes before its registration. */
  private record Completion(long nanoTime) {}

  /** Null, the callback, or a {@link Completion}: a single field keeps the object small. */
  @SuppressWarnings("unused") // through STATE
  private @Nullable Object state;

  /**
   * Registers the callback, which is called once: by the thread that completes the future, or
   * immediately if it is complete.
   *
   * @throws IllegalStateException when there is a callback already
   */
  public final void whenDone(Callback once) {
    if (STATE.compareAndSet(this, null, once)) {
      return;
    }
    if (!isStamped()) {
      throw new IllegalStateException("a send's future takes one callback");
    }
    once.sendEnded(failure(), stampNanoTime());
  }

  /**
   * Whether it completed before the registration of a callback, so that {@link #stampNanoTime} is
   * available.
   */
  public final boolean isStamped() {
    return STATE.getAcquire(this) instanceof Completion;
  }

  /**
   * When it completed, by {@link #nanoTime}.
   *
   * @throws IllegalStateException unless {@link #isStamped}
   */
  public final long stampNanoTime() {
    if (STATE.getAcquire(this) instanceof Completion completion) {
      return completion.nanoTime();
    }
    throw new IllegalStateException("the future has not completed, or its callback has the time");
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

  private boolean ended(boolean first, @Nullable Throwable failure, long nanoTime) {
    if (first && !(STATE.getAcquire(this) == null && stamp(nanoTime))) {
      ((Callback) STATE.getAcquire(this)).sendEnded(failure, nanoTime);
    }
    return first;
  }

  /** False if a callback was registered at the same moment. */
  private boolean stamp(long nanoTime) {
    return STATE.compareAndSet(this, null, new Completion(nanoTime));
  }

  @Override
  public boolean complete(Void value) {
    long now = nanoTime();
    return ended(super.complete(value), null, now);
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    long now = nanoTime();
    return ended(super.completeExceptionally(failure), failure, now);
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    long now = nanoTime();
    return ended(super.cancel(mayInterruptIfRunning), new CancellationException(), now);
  }
}
