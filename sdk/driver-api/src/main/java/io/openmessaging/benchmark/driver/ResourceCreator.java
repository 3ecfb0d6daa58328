package io.openmessaging.benchmark.driver;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates resources in batches with a pause before each batch, and repeats failed ones, until all
 * exist or the deadline has passed. For brokers that limit the number of concurrent connection
 * attempts.
 *
 * <p>The deadline is that of the system property {@code tidemark.creation.timeout.seconds}, 120 by
 * default, counted from the last success. Not thread-safe.
 *
 * @param <R> what describes a resource
 * @param <C> the resource itself
 */
public class ResourceCreator<R, C> {
  private static final Logger log = LoggerFactory.getLogger(ResourceCreator.class);
  private static final String TIMEOUT_PROPERTY = "tidemark.creation.timeout.seconds";
  private static final long DEFAULT_TIMEOUT_SECONDS = 120;
  private static final long MIN_RETRY_PAUSE_MILLIS = 10;

  private final String name;
  private final int maxBatchSize;
  private final long interBatchDelayMs;
  private final Function<List<R>, Map<R, CompletableFuture<C>>> invokeBatchFn;
  private final Function<CompletableFuture<C>, CreationResult<C>> complete;
  private final Duration timeout;
  private Throwable lastFailure;

  /**
   * @param name what is created, for messages
   * @param maxBatchSize how many at once
   * @param interBatchDelayMs pause before each batch, in milliseconds
   * @param invokeBatchFn starts the creation of a batch
   * @param complete waits for one creation and returns whether it succeeded
   */
  public ResourceCreator(
      String name,
      int maxBatchSize,
      long interBatchDelayMs,
      Function<List<R>, Map<R, CompletableFuture<C>>> invokeBatchFn,
      Function<CompletableFuture<C>, CreationResult<C>> complete) {
    this.name = name;
    this.maxBatchSize = maxBatchSize;
    this.interBatchDelayMs = interBatchDelayMs;
    this.invokeBatchFn = invokeBatchFn;
    this.complete = complete;
    this.timeout =
        Duration.ofSeconds(Long.getLong(TIMEOUT_PROPERTY, DEFAULT_TIMEOUT_SECONDS).longValue());
  }

  /**
   * Creates all of them; blocks the caller until done.
   *
   * @return completed with the resources, in the order of their creation; or exceptionally, after
   *     the deadline or an interruption with the number of created ones and the last failure
   */
  public CompletableFuture<List<C>> create(List<R> resources) {
    CompletableFuture<List<C>> result = new CompletableFuture<>();
    List<C> created = new ArrayList<>(resources.size());
    try {
      createAll(resources, created);
      result.complete(created);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      result.completeExceptionally(
          lastFailure == null ? e : ended(created.size(), resources.size(), "was interrupted"));
    } catch (TimeoutException | RuntimeException e) {
      result.completeExceptionally(e);
    }
    return result;
  }

  private void createAll(List<R> resources, List<C> created)
      throws InterruptedException, TimeoutException {
    Deque<R> missing = new ArrayDeque<>(resources);
    long lastProgressNanos = System.nanoTime();
    boolean retrying = false;
    while (!missing.isEmpty()) {
      Thread.sleep(
          retrying ? Math.max(interBatchDelayMs, MIN_RETRY_PAUSE_MILLIS) : interBatchDelayMs);
      int before = created.size();
      createBatch(nextBatch(missing), missing, created);
      retrying = created.size() == before;
      long nowNanos = System.nanoTime();
      if (!retrying) {
        lastProgressNanos = nowNanos;
        log.debug("Created {} of {} {}s", created.size(), resources.size(), name);
      } else if (nowNanos - lastProgressNanos > timeout.toNanos()) {
        String idle = "none for " + timeout.getSeconds() + " s";
        throw ended(created.size(), resources.size(), idle);
      }
    }
  }

  private List<R> nextBatch(Deque<R> missing) {
    List<R> batch = new ArrayList<>();
    while (batch.size() < maxBatchSize && !missing.isEmpty()) {
      batch.add(missing.poll());
    }
    return batch;
  }

  private void createBatch(List<R> batch, Deque<R> missing, List<C> created) {
    invokeBatchFn
        .apply(batch)
        .forEach(
            (resource, future) -> {
              CreationResult<C> result = complete.apply(future);
              if (result.isSuccess()) {
                created.add(result.getCreated());
              } else {
                rememberFailure(future);
                missing.add(resource);
              }
            });
  }

  private void rememberFailure(CompletableFuture<C> future) {
    if (future.isCompletedExceptionally()) {
      try {
        future.join();
      } catch (CompletionException e) {
        lastFailure = e.getCause();
      } catch (RuntimeException e) {
        lastFailure = e;
      }
    }
  }

  private TimeoutException ended(int created, int wanted, String then) {
    TimeoutException timeoutException =
        new TimeoutException(
            String.format(
                Locale.ROOT,
                "created %d of %d %ss, then %s; last failure: %s",
                created,
                wanted,
                name,
                then,
                lastFailure));
    timeoutException.initCause(lastFailure);
    return timeoutException;
  }

  /** The outcome of one creation. */
  public static final class CreationResult<C> {
    private final C created;
    private final boolean success;

    public CreationResult(C created, boolean success) {
      this.created = created;
      this.success = success;
    }

    public C getCreated() {
      return created;
    }

    public boolean isSuccess() {
      return success;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof CreationResult
          && Objects.equals(created, ((CreationResult<?>) other).created)
          && success == ((CreationResult<?>) other).success;
    }

    @Override
    public int hashCode() {
      return Objects.hash(created, success);
    }

    @Override
    public String toString() {
      return "ResourceCreator.CreationResult(created=" + created + ", success=" + success + ")";
    }
  }
}
