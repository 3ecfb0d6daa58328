package io.tidemark.coordinator.fleet;

import io.tidemark.base.Clock;
import io.tidemark.base.Deadline;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.coordinator.Waiter;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.Operations;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a run: calls to all of them, a few at a time where they are many, and the list of
 * lost ones. Used by one thread.
 */
public final class Fleet implements AutoCloseable {
  /** A worker with heartbeats but too little CPU may be late by this multiple of the silence. */
  private static final int LATE_SILENCES = 3;

  /** Time for closing after a request to end the run. */
  static final Duration HASTY_CLOSE = Duration.ofSeconds(10);

  /** The driver is not called, so a late response means a lost worker. */
  private static final Duration OUTSTANDING_WITHIN = Duration.ofSeconds(2);

  private static final StopSignal NONE = new StopSignal();
  private static final Duration RETRY_PAUSE = Duration.ofMillis(100);

  /** A call to one worker. */
  public interface Call<T> {
    T to(int index, Worker worker) throws WorkerException, InterruptedException;
  }

  /** A call without an answer. */
  public interface Order {
    void to(int index, Worker worker) throws WorkerException, InterruptedException;
  }

  /** How workers are called that must all succeed. */
  public enum Manner {
    /** All of them, although some may wait for others. */
    TOGETHER(false, false),
    /** Short calls: one without a response is repeated as long as the worker answers heartbeats. */
    TOGETHER_AGAIN(false, true),
    /**
     * Some at a time, for calls that make a worker busy and do not wait for other workers: hundreds
     * that begin at once on few machines would not answer in time that they are there.
     */
    IN_TURNS(true, false),
    /** Short calls in turns. */
    IN_TURNS_AGAIN(true, true);

    private final boolean inTurns;
    private final boolean repeated;

    Manner(boolean inTurns, boolean repeated) {
      this.inTurns = inTurns;
      this.repeated = repeated;
    }
  }

  /** Is notified of changes of workers, on the waiting thread. */
  public interface Observer {
    public void lost(int index, String why);

    /** It answers heartbeats, but the response to a call with a long deadline is outstanding. */
    void slow(int index, String what);
  }

  private final List<Worker> workers;
  private final ExecutorService threads;
  private final Clock clock;
  private final Waiter waiter;
  private final StopSignal stop;
  private final Duration silence;
  private final Map<Integer, String> lost = new LinkedHashMap<>();
  private Optional<Observer> observer = Optional.empty();

  /** What workers have been asked for last. */
  private volatile String operation = "";

  public Fleet(
      List<Worker> workers,
      ExecutorService threads,
      Clock clock,
      Waiter waiter,
      StopSignal stop,
      Duration silence) {
    this.workers = List.copyOf(workers);
    this.threads = threads;
    this.clock = clock;
    this.waiter = waiter;
    this.stop = stop;
    this.silence = silence;
  }

  public void observe(Observer by) {
    observer = Optional.of(by);
  }

  /**
   * The remaining workers, with new indexes, on the same threads: closing one fleet closes both.
   */
  public Fleet rest() {
    List<Worker> left =
        IntStream.range(0, workers.size())
            .filter(index -> !isLost(index))
            .<Worker>mapToObj(workers::get)
            .toList();
    return new Fleet(left, threads, clock, waiter, stop, silence);
  }

  public int size() {
    return workers.size();
  }

  public String name(int index) {
    return workers.get(index).name();
  }

  public Worker worker(int index) {
    return workers.get(index);
  }

  public boolean isLost(int index) {
    return lost.containsKey(index);
  }

  /** Why each lost worker is lost, by its index. */
  public Map<Integer, String> lost() {
    return lost;
  }

  /** How a lost worker was lost. */
  public LostWorker loss(int index) {
    return new LostWorker(name(index), Objects.requireNonNull(lost.get(index)), hasLeft(index));
  }

  /** Counts workers without heartbeats as lost, also without an outstanding call. */
  public void look() {
    for (int i = 0; i < workers.size(); i++) {
      Optional<String> silence = isLost(i) ? Optional.empty() : workers.get(i).silence();
      if (silence.isPresent()) {
        lose(i, "worker " + name(i) + ": " + silence.get());
      }
    }
  }

  /** Whether a worker has announced its stop: it is lost, but did not fail. */
  public boolean hasLeft(int index) {
    return workers.get(index).departure().isPresent();
  }

  private void lose(int index, String failure) {
    String why =
        workers
            .get(index)
            .departure()
            .map(how -> "worker " + name(index) + ": " + how)
            .orElse(failure);
    if (lost.putIfAbsent(index, why) == null) {
      observer.ifPresent(each -> each.lost(index, why));
    }
  }

  /**
   * All must succeed: for calls before the load. Throws the first failure: immediately if a worker
   * is lost, otherwise after all responses.
   *
   * @param deadline of each call, from the beginning of its turn
   * @return the responses in the order of the workers
   */
  public <T> List<T> require(Manner manner, Duration deadline, Call<T> call)
      throws WorkerException, InterruptedException {
    return List.copyOf(require(index -> true, manner, deadline, call).values());
  }

  /** One worker must succeed. */
  public <T> T requireOf(int index, Duration deadline, Call<T> call)
      throws WorkerException, InterruptedException {
    return require(each -> each == index, Manner.TOGETHER, deadline, call)
        .values()
        .iterator()
        .next();
  }

  private <T> Map<Integer, T> require(
      Predicate<Integer> who, Manner manner, Duration deadline, Call<T> call)
      throws WorkerException, InterruptedException {
    Failures failures = new Failures();
    CallTurns<T> turns = turns(who, manner.repeated ? repeated(false, call) : call);
    Map<Integer, T> answers =
        gathering(index -> deadline)
            .stoppable(stop)
            .gather(
                turns,
                (index, failure) -> {
                  if (failure.kind() == WorkerException.Kind.WORKER_LOST) {
                    throw lost(index, failure);
                  }
                  failures.note(failure);
                },
                () -> {
                  if (!manner.inTurns) {
                    turns.passStuck();
                  }
                  requireSignsOfLife();
                });
    failures.throwFirst();
    return answers;
  }

  private Duration patience() {
    return silence.multipliedBy(LATE_SILENCES);
  }

  private void requireSignsOfLife() throws WorkerException {
    for (int i = 0; i < workers.size(); i++) {
      Optional<String> silence = workers.get(i).silence();
      if (silence.isPresent()) {
        throw lost(
            i,
            new WorkerException(
                name(i), operation, WorkerException.Kind.WORKER_LOST, silence.get(), null));
      }
    }
  }

  /** Cancelling a wait does not mark a worker as lost. */
  private WorkerException lost(int index, WorkerException failure) {
    if (!stop.requested()) {
      lose(index, failure.oneLine());
    }
    return failure;
  }

  /** A call whose answer nobody needs. */
  public static Call<Integer> order(Order order) {
    return (index, worker) -> {
      order.to(index, worker);
      return index;
    };
  }

  /**
   * Returns the responses of the workers that answer: for calls after the start of the load. A call
   * without a response is retried until the heartbeats of the worker fail or the time limit is
   * reached; then the worker is lost. Other failures are thrown, unless {@code anyFailureLoses}.
   */
  public <T> Map<Integer, T> ask(boolean anyFailureLoses, Call<T> call)
      throws WorkerException, InterruptedException {
    return askOnce(patience(), anyFailureLoses, repeated(anyFailureLoses, call));
  }

  /** Like {@link #ask}, but once and with a deadline of the caller's. */
  public <T> Map<Integer, T> askOnce(Duration deadline, boolean anyFailureLoses, Call<T> call)
      throws WorkerException, InterruptedException {
    Failures failures = new Failures();
    CallTurns<T> turns = turns(index -> !isLost(index), call);
    Map<Integer, T> answers =
        gathering(index -> deadline)
            .gather(
                turns,
                (index, failure) -> {
                  if (anyFailureLoses || failure.kind() == WorkerException.Kind.WORKER_LOST) {
                    lose(index, failure.oneLine());
                  } else {
                    failures.note(failure);
                  }
                },
                () -> {
                  turns.passStuck();
                  look();
                });
    failures.throwFirst();
    return answers;
  }

  /**
   * Calls all workers, including lost ones, at the end of the run. Failures go to the sink; a call
   * of a worker that is not lost is repeated if its answer is. Workers that have announced their
   * stop close by themselves and are skipped.
   */
  private <T> Map<Integer, T> attempt(
      Supplier<Duration> deadline, List<String> problems, Call<T> call)
      throws InterruptedException {
    Call<T> repeated = repeated(false, call);
    CallTurns<T> turns =
        turns(
            index -> !hasLeft(index),
            (index, worker) -> (isLost(index) ? call : repeated).to(index, worker));
    try {
      // A silent worker has a shorter deadline than one that answers heartbeats.
      return gathering(index -> isLost(index) ? silence : deadline.get())
          .gather(turns, (index, failure) -> problems.add(failure.oneLine()), turns::passStuck);
    } catch (WorkerException e) {
      throw new IllegalStateException("every failure goes to the sink", e);
    }
  }

  /** Unanswered sends of the workers that answer; before clients are closed. */
  public Map<Integer, FinishReport> outstanding() throws InterruptedException {
    return attempt(
        () -> OUTSTANDING_WITHIN,
        new ArrayList<>(), // A worker that does not answer is reported when it is closed.
        (index, worker) -> worker.outstanding());
  }

  /**
   * Ends the run on all workers, as far as that is possible; problems go to the sink.
   *
   * @param deletes whether a worker deletes what it created
   */
  public Map<Integer, FinishReport> finish(
      Duration setupTimeout, List<String> problems, IntPredicate deletes)
      throws InterruptedException {
    ClosingTime time = new ClosingTime(setupTimeout);
    Duration within = time.get();
    return attempt(
        time::get, problems, (index, worker) -> worker.finish(deletes.test(index), within));
  }

  /** Longest duration of closing; short after a request to stop. */
  private final class ClosingTime {
    private final long beginNanos = clock.nanoTime();
    private Duration limit;
    private boolean hasty;

    ClosingTime(Duration planned) {
      limit = planned;
    }

    Duration get() {
      if (!hasty && stop.requested()) {
        hasty = true;
        Duration cut = Duration.ofNanos(clock.nanoTime() - beginNanos).plus(HASTY_CLOSE);
        limit = cut.compareTo(limit) < 0 ? cut : limit;
      }
      return limit;
    }
  }

  private Gathering gathering(Function<Integer, Duration> deadline) {
    operation = "";
    return new Gathering(
        clock,
        this::name,
        () -> operation,
        deadline,
        silence,
        (index, what) -> observer.ifPresent(each -> each.slow(index, what)));
  }

  /** The first of several failures counts. */
  private static final class Failures {
    private @Nullable WorkerException first;

    void note(WorkerException failure) {
      first = first == null ? failure : first;
    }

    void throwFirst() throws WorkerException {
      if (first != null) {
        throw first;
      }
    }
  }

  /** The call again and again for a while, as long as the worker answers heartbeats. */
  private <T> Call<T> repeated(boolean anyFailure, Call<T> call) {
    return (index, worker) -> {
      Deadline giveUp = Deadline.in(patience(), clock);
      while (true) {
        try {
          return call.to(index, worker);
        } catch (WorkerException e) {
          boolean again = anyFailure || e.kind() == WorkerException.Kind.WORKER_LOST;
          boolean dead = worker.silence().isPresent() || giveUp.isOver();
          if (!again || dead) {
            throw e;
          }
          waiter.until(clock.epochNanos() + RETRY_PAUSE.toNanos(), NONE);
        }
      }
    };
  }

  private <T> CallTurns<T> turns(Predicate<Integer> who, Call<T> call) {
    CallTurns<T> turns = new CallTurns<>(threads, clock);
    for (int i = 0; i < workers.size(); i++) {
      int index = i;
      if (who.test(index)) {
        Worker named = Operations.named(workers.get(index), name -> operation = name);
        turns.add(index, () -> call.to(index, named));
      }
    }
    return turns;
  }

  /** Ends the threads; a call that hangs is interrupted. Does not close the workers. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
