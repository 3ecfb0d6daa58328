package io.tidemark.driver.testkit.observed;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.settings.Quantities;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Calls a driver on a separate thread, so that a call that does not return fails its rule and does
 * not hang the kit. As in the framework, one thread makes all calls, and its context class loader
 * is the driver's. Used by one thread.
 */
public final class DriverCalls implements AutoCloseable {
  public static final String THREAD = "conformance-calls";

  private @Nullable ExecutorService executor;
  private volatile @Nullable Thread thread;
  private ClassLoader loader = DriverCalls.class.getClassLoader();

  /** The class loader of this driver is used from now on. */
  public void use(BenchmarkDriver driver) {
    loader = driver.getClass().getClassLoader();
  }

  public ClassLoader loader() {
    return loader;
  }

  /**
   * Makes a call and returns its result; throws what the call throws.
   *
   * @param what names the call in the error message
   */
  public <T> T call(String what, Duration deadline, Callable<T> call) throws Exception {
    ExecutorService caller = executor();
    CompletableFuture<T> outcome = new CompletableFuture<>();
    caller.execute(() -> complete(outcome, call));
    try {
      return outcome.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      String position = position(thread);
      abandon(caller);
      throw new AssertionError(
          "%s did not return within %s; it is in %s"
              .formatted(what, Quantities.spaced(deadline), position),
          e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof Exception exception ? exception : e;
    }
  }

  private <T> void complete(CompletableFuture<T> outcome, Callable<T> call) {
    Thread.currentThread().setContextClassLoader(loader);
    try {
      outcome.complete(call.call());
    } catch (Throwable e) { // A driver may throw anything; the rule gets it.
      outcome.completeExceptionally(e);
    }
  }

  private ExecutorService executor() {
    ExecutorService current = executor;
    if (current == null) {
      current =
          Executors.newSingleThreadExecutor(
              task -> {
                Thread created = BackgroundTasks.daemons(THREAD).newThread(task);
                thread = created;
                return created;
              });
      executor = current;
    }
    return current;
  }

  /** The call may never end: the next one gets another thread. */
  private void abandon(ExecutorService blocked) {
    blocked.shutdownNow();
    executor = null;
  }

  /** The innermost frame that is not the JDK's. */
  private static String position(@Nullable Thread thread) {
    StackTraceElement[] stack = thread == null ? new StackTraceElement[0] : thread.getStackTrace();
    for (StackTraceElement frame : stack) {
      String name = frame.getClassName();
      if (!name.startsWith("java.") && !name.startsWith("jdk.") && !name.startsWith("sun.")) {
        return String.format(
            Locale.ROOT,
            "%s.%s(%s:%d)",
            name,
            frame.getMethodName(),
            frame.getFileName(),
            frame.getLineNumber());
      }
    }
    return "an unknown place";
  }

  @Override
  public void close() {
    if (executor != null) {
      executor.shutdownNow();
    }
  }
}
