package io.tidemark.simulation.world;

import io.tidemark.simulation.kernel.Kernel;
import io.tidemark.simulation.plan.DriverPlan;
import io.tidemark.simulation.plan.DriverPlan.Call;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What the driver does wrong in one of its calls, if a seed has that, and when it did. */
public final class DriverWrongs {
  private final Kernel kernel;
  private final DriverPlan plan;
  private int calls;
  private int happened;

  DriverWrongs(Kernel kernel, DriverPlan plan) {
    this.kernel = kernel;
    this.plan = plan;
  }

  boolean hangsInSend() {
    return plan.hangsInSend();
  }

  /** How often it happened. */
  public int happened() {
    return happened;
  }

  private boolean is(Call call) {
    if (!plan.in(call)) {
      return false;
    }
    calls++;
    boolean now = plan.always() ? calls >= plan.at() : calls == plan.at();
    if (now) {
      happened++;
      kernel.note(plan.toString());
    }
    return now;
  }

  /** A call that returns at once. */
  void now(Call call) {
    if (is(call)) {
      throwOrHang();
    }
  }

  /** A call with a future. */
  <T> CompletableFuture<T> later(Call call, Supplier<CompletableFuture<T>> right) {
    if (!is(call)) {
      return right.get();
    }
    switch (plan.wrong()) {
      case FAILS_CHECKED:
        return CompletableFuture.failedFuture(new IOException(DriverPlan.TEXT));
      case FAILS_LINKAGE:
        return CompletableFuture.failedFuture(new NoClassDefFoundError(DriverPlan.TEXT));
      case RETURNS_NULL:
        return null;
      case COMPLETES_WITH_NULL:
        return CompletableFuture.completedFuture(null);
      case NEVER_COMPLETES:
        return new CompletableFuture<>();
      case COMPLETES_TWICE:
        CompletableFuture<T> future = right.get();
        future.whenComplete(
            (value, failure) -> {
              future.complete(value);
              future.completeExceptionally(new IOException(DriverPlan.TEXT));
            });
        return future;
      default:
        throwOrHang();
        return right.get();
    }
  }

  private void throwOrHang() {
    switch (plan.wrong()) {
      case THROWS_CHECKED:
        throw DriverWrongs.<RuntimeException>unchecked(new IOException(DriverPlan.TEXT));
      case THROWS_INTERRUPTED:
        throw DriverWrongs.<RuntimeException>unchecked(new InterruptedException(DriverPlan.TEXT));
      case THROWS_LINKAGE:
        throw new NoClassDefFoundError(DriverPlan.TEXT);
      case THROWS_STACK_OVERFLOW:
        throw new StackOverflowError(DriverPlan.TEXT);
      case HANGS:
        try {
          kernel.await("a driver that hangs", () -> false, () -> Long.MAX_VALUE);
        } catch (InterruptedException e) {
          throw DriverWrongs.<RuntimeException>unchecked(e);
        }
        return;
      default:
        throw new IllegalStateException(DriverPlan.TEXT);
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> E unchecked(Throwable e) throws E {
    throw (E) e;
  }
}
