package io.tidemark.worker.session;

import static java.util.stream.Collectors.joining;

import io.tidemark.base.DaemonThreads;
import io.tidemark.base.Deadline;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.worker.driver.DriverLoadException;
import io.tidemark.worker.driver.FailureLine;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one thread on which a driver is called, with the driver's context class loader. A call that
 * does not return by its deadline is interrupted and abandoned, and the next call uses a new
 * thread.
 *
 * <p>Calls come from one thread at a time; {@link #abort} from any.
 */
public final class DriverThread implements AutoCloseable {
  /** The operation that loads and initialises a driver. */
  static final String PREPARE = "prepare";

  private final String workerName;
  private ExecutorService executor = newExecutor();
  private volatile @Nullable Thread thread;
  private volatile ClassLoader contextClassLoader = DriverThread.class.getClassLoader();
  private volatile Supplier<List<String>> standing = List::of;
  private volatile CompletableFuture<?> current = CompletableFuture.completedFuture(null);
  private volatile boolean aborted;
  private boolean closes;

  public DriverThread(String workerName) {
    this.workerName = workerName;
  }

  /** The class loader of all calls from now on. */
  public void contextClassLoader(ClassLoader loader) {
    contextClassLoader = loader;
  }

  /**
   * @param conditions at the broker that explain a wait, for messages
   */
  public void standing(Supplier<List<String>> conditions) {
    standing = conditions;
  }

  /** A call that is over when it returns. */
  public <T> T call(String operation, String waitingFor, Deadline deadline, Callable<T> call)
      throws WorkerException, InterruptedException {
    return await(
        operation, waitingFor, deadline, () -> CompletableFuture.completedFuture(call.call()));
  }

  /** A call without a result that is over when it returns. */
  public void run(
      String operation, String waitingFor, Deadline deadline, BackgroundTasks.Action action)
      throws WorkerException, InterruptedException {
    call(
        operation,
        waitingFor,
        deadline,
        () -> {
          action.run();
          return true;
        });
  }

  /** A call that is over when its future is, and whose late result needs no care. */
  public <T> T await(
      String operation,
      String waitingFor,
      Deadline deadline,
      Callable<? extends CompletionStage<T>> call)
      throws WorkerException, InterruptedException {
    return await(operation, waitingFor, deadline, call, late -> {});
  }

  /**
   * A call that is over when its future is.
   *
   * @param operation for messages
   * @param waitingFor for messages: what the deadline was for
   * @param late receives a result after the deadline, on a separate thread
   */
  public <T> T await(
      String operation,
      String waitingFor,
      Deadline deadline,
      Callable<? extends CompletionStage<T>> call,
      Consumer<T> late)
      throws WorkerException, InterruptedException {
    DriverCall<T> driverCall = new DriverCall<>(call, late);
    current = driverCall.outcome();
    if (aborted) {
      driverCall.outcome().cancel(false);
    } else {
      executor.execute(() -> driverCall.run(contextClassLoader));
    }
    try {
      return driverCall.outcome().get(deadline.leftNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      String soFar = driverCall.soFar(thread);
      boolean interrupted = !driverCall.hasReturned();
      giveUp(driverCall, e);
      Optional<String> reason =
          interrupted ? driverCall.reasonAfterInterruption() : Optional.empty();
      String message =
          "driver did not finish within %s: waiting for %s, so far %s%s%s; see --step-timeout"
              .formatted(
                  deadline,
                  waitingFor,
                  soFar,
                  reason.map(text -> "; " + text).orElse(""),
                  standing.get().stream().map(text -> "; " + text).collect(joining()));
      throw new WorkerException(workerName, operation, Kind.INFRASTRUCTURE, message, e);
    } catch (ExecutionException e) {
      throw failure(operation, Objects.requireNonNullElse(e.getCause(), e));
    } catch (InterruptedException e) {
      giveUp(driverCall, e);
      throw e;
    } catch (CancellationException e) {
      giveUp(driverCall, e);
      throw new WorkerException(workerName, operation, Kind.INFRASTRUCTURE, "the run has ended", e);
    }
  }

  private WorkerException failure(String operation, Throwable cause) {
    Kind kind = isConfiguration(operation, cause) ? Kind.CONFIGURATION : Kind.INFRASTRUCTURE;
    return new WorkerException(workerName, operation, kind, FailureLine.of(cause), cause);
  }

  /** The user must correct a driver that cannot be loaded or rejects its file. */
  private static boolean isConfiguration(String operation, Throwable failure) {
    if (!operation.equals(PREPARE)) {
      return false;
    }
    for (Throwable t = failure; t != null; t = t.getCause()) {
      String type =
          t.getClass().getName(); // Classes of the driver's libraries are known by name only.
      if (t instanceof DriverLoadException
          || t instanceof IllegalArgumentException
          || t instanceof LinkageError
          || type.startsWith("com.fasterxml.jackson.")
          || type.startsWith("org.yaml.snakeyaml.")) {
        return true;
      }
    }
    return false;
  }

  private void giveUp(DriverCall<?> call, Throwable reason) {
    call.outcome().completeExceptionally(reason); // A result that comes now goes to "late".
    if (closes && !call.hasStarted()) {
      executor.shutdown(); // The close is carried out: no call waits for it.
      executor = newExecutor();
    } else if (!call.hasReturned()) {
      executor.shutdownNow();
      executor = newExecutor();
    }
  }

  /**
   * Ends the wait that is under way, if any, and refuses calls until {@link #beginClose}.
   *
   * @return whether it does: not when the driver is being closed
   */
  public synchronized boolean abort() {
    if (!closes) {
      abortAnyway();
    }
    return !closes;
  }

  /** The calls that close the driver follow; also a run that was aborted closes it. */
  public synchronized void beginClose() {
    closes = true;
    aborted = false;
  }

  /** Like {@link #abort}, also the wait for a close. */
  public void abortAnyway() {
    aborted = true;
    current.cancel(false);
  }

  private ExecutorService newExecutor() {
    return Executors.newSingleThreadExecutor(
        task -> {
          thread = DaemonThreads.of("tidemark-driver-" + workerName, task);
          return thread;
        });
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
