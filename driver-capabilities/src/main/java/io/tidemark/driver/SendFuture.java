package io.tidemark.driver;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;

/**
 * The future of a send that a driver with millions of messages a second returns from {@code
 * sendAsync}, usually as the base class of its client's callback. It takes one callback without a
 * further future and its objects, which other cores would have to fetch for each message.
 *
 * <p>A driver completes it with {@link #complete}, {@link #completeExceptionally} or {@link
 * #cancel}; no other way calls the callback. Otherwise it is any {@link CompletableFuture}.
 */
public class SendFuture extends CompletableFuture<Void> {
  private static final VarHandle CALLBACK;

  static {
    try {
      CALLBACK =
          MethodHandles.lookup().findVarHandle(SendFuture.class, "callback", BiConsumer.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Stands for the callback once the future is complete. */
  private static final BiConsumer<Void, Throwable> CALLED = (result, failure) -> {};

  @SuppressWarnings("unused") // through CALLBACK
  private BiConsumer<Void, Throwable> callback;

  /**
   * Has it called once with null and the failure, or with two nulls: by the thread that completes
   * the future, or here and now if it is complete. It must not throw.
   *
   * @throws IllegalStateException when there is a callback already
   */
  public final void whenDone(BiConsumer<Void, Throwable> once) {
    if (CALLBACK.compareAndSet(this, null, once)) {
      return;
    }
    if (callback != CALLED) {
      throw new IllegalStateException("a send's future takes one callback");
    }
    once.accept(null, failure());
  }

  private Throwable failure() {
    try {
      join();
      return null;
    } catch (CompletionException e) {
      return e.getCause();
    } catch (CancellationException e) {
      return e;
    }
  }

  private boolean call(boolean completed, Throwable failure) {
    if (completed) {
      @SuppressWarnings("unchecked")
      BiConsumer<Void, Throwable> waiting =
          (BiConsumer<Void, Throwable>) CALLBACK.getAndSet(this, CALLED);
      if (waiting != null) {
        waiting.accept(null, failure);
      }
    }
    return completed;
  }

  @Override
  public boolean complete(Void value) {
    return call(super.complete(value), null);
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    return call(super.completeExceptionally(failure), failure);
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return call(super.cancel(mayInterruptIfRunning), new CancellationException());
  }
}
