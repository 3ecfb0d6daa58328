package io.tidemark.features.otlp;

import io.opentelemetry.exporter.internal.FailedExportException.HttpExportException;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.tidemark.model.result.Text;
import io.tidemark.model.yaml.DriverSecrets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Data of one kind that wait for their export. Adding never waits: what has no room is counted.
 * Thread-safe; {@link #send} is for one thread.
 */
final class OtlpOutbox<T> {
  private static final int MOST_IN_A_REQUEST = 2_000;

  private final String what;
  private final int limit;
  private final Function<Collection<T>, CompletableResultCode> exporter;
  private final ArrayDeque<T> waiting = new ArrayDeque<>();
  private long added;
  private long sent;
  private long dropped;
  private Optional<String> firstFailure = Optional.empty();

  /**
   * @param what it holds, for messages
   * @param limit how many wait at most
   */
  OtlpOutbox(String what, int limit, Function<Collection<T>, CompletableResultCode> exporter) {
    this.what = what;
    this.limit = limit;
    this.exporter = exporter;
  }

  synchronized void add(Collection<T> items) {
    for (T item : items) {
      added++;
      if (waiting.size() < limit) {
        waiting.add(item);
      } else {
        dropped++;
      }
    }
  }

  synchronized boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Sends one request with what waits; waits for its end. */
  void send(Duration timeout) {
    List<T> batch = take();
    if (batch.isEmpty()) {
      return;
    }
    CompletableResultCode result;
    try {
      result = exporter.apply(batch).join(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RuntimeException e) {
      result = CompletableResultCode.ofExceptionalFailure(e);
    }
    count(batch.size(), result);
  }

  private synchronized List<T> take() {
    List<T> batch = new ArrayList<>();
    while (batch.size() < MOST_IN_A_REQUEST && !waiting.isEmpty()) {
      batch.add(waiting.remove());
    }
    return batch;
  }

  private synchronized void count(int size, CompletableResultCode result) {
    if (result.isSuccess()) {
      sent += size;
      return;
    }
    dropped += size;
    if (firstFailure.isEmpty()) {
      firstFailure = Optional.of(result.isDone() ? OtlpFailure.line(result) : "no answer in time");
    }
  }

  /** What still waits is not sent any more. */
  synchronized void giveUp() {
    dropped += waiting.size();
    waiting.clear();
  }

  /** What was not exported, and why; empty if nothing is missing. */
  synchronized Optional<String> problem() {
    if (dropped == 0) {
      return Optional.empty();
    }
    return Optional.of(
        dropped
            + " of "
            + added
            + " "
            + what
            + firstFailure.map(line -> " (" + line + ")").orElse(" (too many at once)"));
  }

  synchronized long sent() {
    return sent;
  }

  /** Why an export failed, in one line. */
  private static final class OtlpFailure {
    private OtlpFailure() {}

    static String line(CompletableResultCode result) {
      @Nullable Throwable failure = result.getFailureThrowable();
      if (failure == null) {
        return "failed";
      }
      if (failure instanceof HttpExportException refused && refused.failedWithResponse()) {
        return "HTTP status " + refused.getResponse().getStatusCode();
      }
      Throwable root = failure;
      while (root.getCause() != null) {
        root = root.getCause();
      }
      return DriverSecrets.masked(Text.message(root));
    }
  }
}
