package io.tidemark.worker.session;

import io.tidemark.base.DaemonThreads;
import io.tidemark.worker.driver.FailureLine;
import io.tidemark.worker.driver.LoaderThreads;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One call of a driver: from the call itself to the completion of the future it returned. */
public final class DriverCall<T> {
  private static final long AFTER_INTERRUPTION_MILLIS = 500;

  private final CompletableFuture<T> outcome = new CompletableFuture<>();
  private final Callable<? extends CompletionStage<T>> call;
  private final Consumer<T> late;

  /** What the call ended with after the wait for it. */
  private final CompletableFuture<Throwable> lateFailure = new CompletableFuture<>();

  private volatile boolean started;
  private volatile boolean returned;

  DriverCall(Callable<? extends CompletionStage<T>> call, Consumer<T> late) {
    this.call = call;
    this.late = late;
  }

  CompletableFuture<T> outcome() {
    return outcome;
  }

  boolean hasStarted() {
    return started;
  }

  boolean hasReturned() {
    return returned;
  }

  /** The future that a driver has returned. */
  public static <F extends CompletionStage<?>> F requireFuture(@Nullable F returned) {
    if (returned == null) {
      throw new IllegalStateException("the driver returned null instead of a future");
    }
    return returned;
  }

  /** What a driver makes, of several; a failed future if the call throws. */
  public static <T> CompletableFuture<T> begun(Supplier<CompletableFuture<T>> creation) {
    try {
      return requireFuture(creation.get());
    } catch (Throwable e) { // A driver may throw anything; what was made before it is closed.
      return CompletableFuture.failedFuture(e);
    }
  }

  /** One for each, until one cannot be made: a driver that was interrupted is not called again. */
  public static <S, T> List<CompletableFuture<T>> begun(
      List<S> each, Function<S, CompletableFuture<T>> creation) {
    List<CompletableFuture<T>> futures = new ArrayList<>();
    for (S one : each) {
      CompletableFuture<T> future = begun(() -> creation.apply(one));
      futures.add(future);
      if (future.isCompletedExceptionally()) {
        break;
      }
    }
    return futures;
  }

  void run(ClassLoader contextClassLoader) {
    Thread.currentThread().setContextClassLoader(contextClassLoader);
    started = true;
    try {
      CompletionStage<T> stage = call.call();
      returned = true;
      requireFuture(stage).whenComplete(this::completed);
    } catch (Throwable e) { // A driver may throw anything; the waiting caller gets it.
      returned = true;
      failed(e);
    }
  }

  private void failed(Throwable failure) {
    if (!outcome.completeExceptionally(failure)) {
      lateFailure.complete(failure);
    }
  }

  private void completed(T value, Throwable failure) {
    if (failure != null) {
      failed(failure);
    } else if (!outcome.complete(value) && value != null) {
      DaemonThreads.of("tidemark-late-result", () -> late.accept(value)).start();
    }
  }

  /** The state of the call, for the message of an expired deadline. */
  String soFar(@Nullable Thread thread) {
    if (!started) {
      return "the call has not started";
    }
    return returned
        ? "the call has returned, but its future has not completed"
        : "the call has not returned, it is in " + LoaderThreads.position(thread);
  }

  /**
   * Why a call did not end in time, if it says so soon after its interruption: drivers that try
   * something again know the last reason.
   */
  Optional<String> reasonAfterInterruption() throws InterruptedException {
    try {
      Throwable failure = lateFailure.get(AFTER_INTERRUPTION_MILLIS, TimeUnit.MILLISECONDS);
      for (Throwable each = failure; each != null; each = each.getCause()) {
        if (each instanceof InterruptedException || each instanceof ClosedByInterruptException) {
          return Optional.empty(); // Only the interruption.
        }
      }
      return Optional.of(FailureLine.of(failure));
    } catch (TimeoutException | ExecutionException e) {
      return Optional.empty();
    }
  }
}
