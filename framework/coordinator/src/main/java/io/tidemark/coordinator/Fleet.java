package io.tidemark.coordinator;

import io.tidemark.measure.Clock;
import io.tidemark.measure.Deadline;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The workers of a run: calls to all of them at once, each on its own thread, and the book on which
 * of them are lost. Used by one thread.
 */
final class Fleet implements AutoCloseable {
  /** A worker that lives but is starved of CPU may be late by so many times the silence. */
  private static final int LATE_SILENCES = 3;

  /** What closing gets from the moment at which the run is asked to end. */
  static final Duration HASTY_CLOSE = Duration.ofSeconds(10);

  /** Nothing of a driver is called: it is quick, or the worker is not there. */
  private static final Duration OUTSTANDING_WITHIN = Duration.ofSeconds(2);

  private static final StopSignal NOBODY = new StopSignal();
  private static final Duration RETRY_PAUSE = Duration.ofMillis(100);

  /** A call to one worker. */
  interface Call<T> {
    T to(int index, Worker worker) throws WorkerException, InterruptedException;
  }

  /** A call without an answer. */
  interface Order {
    void to(int index, Worker worker) throws WorkerException, InterruptedException;
  }

  /** Hears what becomes of workers, at once, on the thread that waits for them. */
  interface Observer {
    void lost(int index, String why);

    /** It lives, but its answer to a call with a long deadline has not come yet. */
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

  Fleet(
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

  void observe(Observer by) {
    observer = Optional.of(by);
  }

  /** Those who are not lost, numbered anew, on the same threads: to close one closes both. */
  Fleet rest() {
    List<Worker> left =
        IntStream.range(0, workers.size())
            .filter(index -> !isLost(index))
            .<Worker>mapToObj(workers::get)
            .toList();
    return new Fleet(left, threads, clock, waiter, stop, silence);
  }

  int size() {
    return workers.size();
  }

  String name(int index) {
    return workers.get(index).name();
  }

  Worker worker(int index) {
    return workers.get(index);
  }

  boolean isLost(int index) {
    return lost.containsKey(index);
  }

  /** Why each lost worker is lost, by its index. */
  Map<Integer, String> lost() {
    return lost;
  }

  /** Of a lost worker. */
  LostWorker loss(int index) {
    return new LostWorker(name(index), lost.get(index), hasLeft(index));
  }

  /** Counts workers as lost that show no sign of life, whether asked or not. */
  void look() {
    for (int i = 0; i < workers.size(); i++) {
      Optional<String> silence = isLost(i) ? Optional.empty() : workers.get(i).silence();
      if (silence.isPresent()) {
        lose(i, "worker " + name(i) + ": " + silence.get());
      }
    }
  }

  /** Whether a worker has announced that it leaves: it is lost, but not by a failure. */
  boolean hasLeft(int index) {
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
   * All must succeed: for what comes before the load. The first failure is thrown; at once when a
   * worker is lost, asked or not, which is noted, else when all have answered.
   */
  <T> List<T> require(String operation, Duration deadline, Call<T> call)
      throws WorkerException, InterruptedException {
    return List.copyOf(requireOf(index -> true, operation, deadline, call).values());
  }

  /**
   * Like {@link #require}, for what is quick and may be done twice: a worker that does not answer
   * is asked again, as by {@link #ask}, as long as it shows signs of life.
   */
  <T> List<T> requireQuick(String operation, Duration deadline, Call<T> call)
      throws WorkerException, InterruptedException {
    Deadline giveUp = Deadline.in(patience(), clock);
    return require(
        operation, deadline, (index, worker) -> persist(index, worker, giveUp, false, call));
  }

  /** Like {@link #requireQuick}, without an answer. */
  void orderQuick(String operation, Duration deadline, Order order)
      throws WorkerException, InterruptedException {
    requireQuick(operation, deadline, answered(order));
  }

  private Duration patience() {
    return silence.multipliedBy(LATE_SILENCES);
  }

  /** One worker must succeed. */
  <T> T requireOf(int index, String operation, Duration deadline, Call<T> call)
      throws WorkerException, InterruptedException {
    return requireOf(each -> each == index, operation, deadline, call).get(index);
  }

  private <T> Map<Integer, T> requireOf(
      Predicate<Integer> who, String operation, Duration deadline, Call<T> call)
      throws WorkerException, InterruptedException {
    Failures failures = new Failures();
    Map<Integer, T> answers =
        gathering(operation, index -> deadline)
            .stoppable(stop)
            .gather(
                submit(who, call),
                (index, failure) -> {
                  if (failure.kind() == WorkerException.Kind.WORKER_LOST) {
                    throw lost(index, failure);
                  }
                  failures.note(failure);
                },
                () -> requireSignsOfLife(operation));
    failures.throwFirst();
    return answers;
  }

  private void requireSignsOfLife(String operation) throws WorkerException {
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

  /** Nobody is lost whose answer is only no longer waited for. */
  private WorkerException lost(int index, WorkerException failure) {
    if (!stop.requested()) {
      lose(index, failure.oneLine());
    }
    return failure;
  }

  void order(String operation, Duration deadline, Order order)
      throws WorkerException, InterruptedException {
    require(operation, deadline, answered(order));
  }

  private static Call<Integer> answered(Order order) {
    return (index, worker) -> {
      order.to(index, worker);
      return index;
    };
  }

  /**
   * Who answers, answers: for what comes once the load has begun. A worker that does not answer is
   * asked again until it shows no sign of life, or has let the question wait for too long although
   * it does; then it is lost. Other failures are thrown, unless {@code anyFailureLoses}.
   */
  <T> Map<Integer, T> ask(String operation, boolean anyFailureLoses, Call<T> call)
      throws WorkerException, InterruptedException {
    Deadline giveUp = Deadline.in(patience(), clock);
    return collect(
        operation,
        patience(),
        anyFailureLoses,
        (index, worker) -> persist(index, worker, giveUp, anyFailureLoses, call));
  }

  /** Like {@link #ask}, without an answer; failures other than a loss are thrown. */
  void command(String operation, Order order) throws WorkerException, InterruptedException {
    ask(operation, false, answered(order));
  }

  /** Like {@link #ask}, but once and with a deadline of the caller's. */
  <T> Map<Integer, T> askOnce(String operation, Duration deadline, Call<T> call)
      throws InterruptedException {
    try {
      return collect(operation, deadline, true, call);
    } catch (WorkerException e) {
      throw new IllegalStateException("every failure loses the worker", e);
    }
  }

  /** Tells who is left, once, with a deadline of the caller's; a failure is thrown. */
  void orderRest(String operation, Duration deadline, Order order)
      throws WorkerException, InterruptedException {
    collect(operation, deadline, false, answered(order));
  }

  /**
   * Asks all workers, lost ones too, and forgives: for the end. Failures go to the sink. A worker
   * that has announced that it leaves closes by itself and is not asked.
   */
  private <T> Map<Integer, T> attempt(
      String operation, Supplier<Duration> deadline, List<String> problems, Call<T> call)
      throws InterruptedException {
    try {
      // One that has been silent is not given the time of one that still works on it.
      return gathering(operation, index -> isLost(index) ? silence : deadline.get())
          .gather(
              submit(index -> !hasLeft(index), call),
              (index, failure) -> problems.add(failure.oneLine()),
              () -> {});
    } catch (WorkerException e) {
      throw new IllegalStateException("every failure goes to the sink", e);
    }
  }

  /** What is still unanswered, of those that say so; before anything is closed. */
  Map<Integer, FinishReport> outstanding() throws InterruptedException {
    return attempt(
        "outstanding",
        () -> OUTSTANDING_WITHIN,
        new ArrayList<>(), // A worker that does not answer is told of when it is closed.
        (index, worker) -> worker.outstanding());
  }

  /** Ends the run on all workers, as far as that is possible; problems go to the sink. */
  Map<Integer, FinishReport> finish(Duration setupTimeout, List<String> problems)
      throws InterruptedException {
    ClosingTime time = new ClosingTime(setupTimeout);
    Duration within = time.get();
    return attempt("finish", time::get, problems, (index, worker) -> worker.finish(true, within));
  }

  /** How long closing may take from its beginning: a request to stop leaves it a moment. */
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

  private <T> Map<Integer, T> collect(
      String operation, Duration deadline, boolean anyFailureLoses, Call<T> call)
      throws WorkerException, InterruptedException {
    Failures failures = new Failures();
    Map<Integer, T> answers =
        gathering(operation, index -> deadline)
            .gather(
                submit(index -> !isLost(index), call),
                (index, failure) -> {
                  if (anyFailureLoses || failure.kind() == WorkerException.Kind.WORKER_LOST) {
                    lose(index, failure.oneLine());
                  } else {
                    failures.note(failure);
                  }
                },
                this::look);
    failures.throwFirst();
    return answers;
  }

  private Gathering gathering(String operation, Function<Integer, Duration> deadline) {
    return new Gathering(
        clock,
        this::name,
        operation,
        deadline,
        silence,
        (index, what) -> observer.ifPresent(each -> each.slow(index, what)));
  }

  /** The first of several failures counts. */
  private static final class Failures {
    private WorkerException first;

    void note(WorkerException failure) {
      first = first == null ? failure : first;
    }

    void throwFirst() throws WorkerException {
      if (first != null) {
        throw first;
      }
    }
  }

  private <T> T persist(int index, Worker worker, Deadline giveUp, boolean anyFailure, Call<T> call)
      throws WorkerException, InterruptedException {
    while (true) {
      try {
        return call.to(index, worker);
      } catch (WorkerException e) {
        boolean again = anyFailure || e.kind() == WorkerException.Kind.WORKER_LOST;
        boolean dead = worker.silence().isPresent() || giveUp.isOver();
        if (!again || dead) {
          throw e;
        }
        waiter.until(clock.epochNanos() + RETRY_PAUSE.toNanos(), NOBODY);
      }
    }
  }

  private <T> Map<Integer, Future<T>> submit(Predicate<Integer> who, Call<T> call) {
    Map<Integer, Future<T>> futures = new LinkedHashMap<>();
    for (int i = 0; i < workers.size(); i++) {
      int index = i;
      if (who.test(index)) {
        futures.put(index, threads.submit(() -> call.to(index, workers.get(index))));
      }
    }
    return futures;
  }

  /** Ends the threads; a call that hangs is interrupted. Does not close the workers. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
