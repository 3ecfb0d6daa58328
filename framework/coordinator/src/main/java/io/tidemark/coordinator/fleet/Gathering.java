package io.tidemark.coordinator.fleet;

import io.tidemark.base.Clock;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the responses of several workers to one call in parallel, so that a slow one does not
 * hide the failure of another.
 */
final class Gathering {
  // Beyond a call's own deadline, before the call itself counts as hung.
  private static final Duration GRACE = Duration.ofSeconds(1);
  private static final long LOOK_EVERY_NANOS = 50_000_000;

  /** Takes the failure of one worker; ends the gathering by throwing it. */
  interface OnFailure {
    void of(int index, WorkerException failure) throws WorkerException;
  }

  /** Called repeatedly during the wait; ends it by throwing. */
  interface Look {
    void around() throws WorkerException;
  }

  /** Is notified once of a slow response. */
  interface OnSlow {
    void of(int index, String what);
  }

  private final Clock clock;
  private final IntFunction<String> names;
  private final Supplier<String> operation;
  private final Function<Integer, Duration> deadline;
  private final Duration slowAfter;
  private final OnSlow slow;
  private final Set<Integer> toldSlow = new HashSet<>();
  private Optional<StopSignal> stop = Optional.empty();

  Gathering(
      Clock clock,
      IntFunction<String> names,
      Supplier<String> operation,
      Function<Integer, Duration> deadline,
      Duration slowAfter,
      OnSlow slow) {
    this.clock = clock;
    this.names = names;
    this.operation = operation;
    this.deadline = deadline;
    this.slowAfter = slowAfter;
    this.slow = slow;
  }

  /** A request to stop ends the wait. */
  Gathering stoppable(StopSignal by) {
    stop = Optional.of(by);
    return this;
  }

  /** Responses by index; remaining calls are cancelled at the end. */
  <T> Map<Integer, T> gather(CallTurns<T> turns, OnFailure onFailure, Look look)
      throws WorkerException, InterruptedException {
    Map<Integer, Future<T>> open = new LinkedHashMap<>(turns.begin());
    Map<Integer, T> answers = new TreeMap<>();
    long since = clock.nanoTime();
    try {
      while (true) {
        take(open, answers, onFailure);
        if (open.isEmpty()) {
          return answers;
        }
        look.around();
        requireNoStop(open, clock.nanoTime() - since);
        giveUp(open, turns, onFailure);
        pause(open);
      }
    } finally {
      open.values().forEach(each -> each.cancel(true));
    }
  }

  private <T> void take(Map<Integer, Future<T>> open, Map<Integer, T> answers, OnFailure onFailure)
      throws WorkerException, InterruptedException {
    for (Iterator<Map.Entry<Integer, Future<T>>> all = open.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<Integer, Future<T>> each = all.next();
      int index = each.getKey();
      Future<T> answer = each.getValue();
      if (answer.isDone()) {
        all.remove();
        try {
          answers.put(index, answer.get());
        } catch (ExecutionException e) {
          onFailure.of(index, unwrap(index, Objects.requireNonNullElse(e.getCause(), e)));
        } catch (CancellationException e) {
          onFailure.of(index, failure(index, "call was cancelled", e));
        }
      }
    }
  }

  private <T> void requireNoStop(Map<Integer, Future<T>> open, long nanos) throws WorkerException {
    if (nanos >= LOOK_EVERY_NANOS && stop.isPresent() && stop.get().requested()) {
      int first = open.keySet().iterator().next();
      throw failure(first, "interrupted while waiting for its answer", null);
    }
  }

  private <T> void giveUp(Map<Integer, Future<T>> open, CallTurns<T> turns, OnFailure onFailure)
      throws WorkerException {
    for (Iterator<Map.Entry<Integer, Future<T>>> all = open.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<Integer, Future<T>> each = all.next();
      int index = each.getKey();
      long spent = turns.spentNanos(index);
      long limit = deadline.apply(index).plus(GRACE).toNanos();
      if (spent >= limit) {
        all.remove();
        each.getValue().cancel(true);
        onFailure.of(index, failure(index, "no answer within " + Text.nanos(limit), null));
      } else if (spent >= slowAfter.toNanos() && toldSlow.add(index)) {
        slow.of(index, operation.get() + " takes long, " + Text.nanos(spent) + " so far");
      }
    }
  }

  /**
   * Waits for one response after the other, so that all are taken together: with many workers a
   * look at all of them after each response would take longer than the responses.
   */
  private <T> void pause(Map<Integer, Future<T>> open) throws InterruptedException {
    long since = clock.nanoTime();
    for (Future<T> each : open.values()) {
      try {
        each.get(LOOK_EVERY_NANOS, TimeUnit.NANOSECONDS);
      } catch (TimeoutException | ExecutionException | CancellationException e) {
        return; // Failures are handled with those of the others.
      }
      if (clock.nanoTime() - since >= LOOK_EVERY_NANOS) {
        return;
      }
    }
  }

  private WorkerException unwrap(int index, Throwable cause) throws InterruptedException {
    if (cause instanceof WorkerException failure) {
      return failure;
    }
    if (cause instanceof InterruptedException) {
      throw (InterruptedException) new InterruptedException(operation.get()).initCause(cause);
    }
    return new WorkerException(
        names.apply(index),
        operation.get(),
        WorkerException.Kind.INFRASTRUCTURE,
        Text.message(cause),
        cause);
  }

  private WorkerException failure(int index, String message, @Nullable Throwable cause) {
    return new WorkerException(
        names.apply(index), operation.get(), WorkerException.Kind.WORKER_LOST, message, cause);
  }
}
