package io.tidemark.worker.clients;

import io.tidemark.base.Clock;
import io.tidemark.base.DaemonThreads;
import io.tidemark.base.Deadline;
import io.tidemark.model.load.ConnectionPer;
import io.tidemark.model.result.Text;
import io.tidemark.worker.driver.FailureLine;
import io.tidemark.worker.engine.load.ClientSwitch;
import io.tidemark.worker.session.DriverCall;
import io.tidemark.worker.session.ParallelClose;
import io.tidemark.worker.session.ParallelClose.Named;
import io.tidemark.worker.session.TeardownProblems;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Clients of a driver that serve some messages each: opened when the first is due, and closed when
 * all of them have ended. Opening and closing happen on separate threads, so that no load thread
 * waits for a connection. There are limits of clients that are opened at the same time, and that
 * are there at all; what is beyond them waits, and that wait is part of the latency of its
 * messages. All of it can be used by several threads.
 */
public final class BriefClients {
  private static final Duration OPEN_WITHIN = Duration.ofSeconds(30);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);
  private static final int IDLE_SECONDS = 5;
  private static final String OVER = "the run has ended";

  private final ClassLoader contextClassLoader;
  private final Supplier<ClientSwitch> counts;
  private final Clock clock;
  private final ThreadPoolExecutor threads;

  /** Those that wait until another one is closed. */
  private final ArrayDeque<Visit<?>> waiting = new ArrayDeque<>();

  /** From before they are opened until they are closed: never more than the limit. */
  private final Set<Visit<?>> present = new HashSet<>();

  private final int mostOpening;
  private int opening;
  private long most;
  private boolean closed;

  /**
   * @param counts records what was opened
   * @param mostOpening that are opened at the same time
   * @param most at the same time, in addition to one of each series
   */
  BriefClients(
      ClassLoader contextClassLoader,
      Supplier<ClientSwitch> counts,
      Clock clock,
      int mostOpening,
      long most) {
    this.contextClassLoader = contextClassLoader;
    this.counts = counts;
    this.clock = clock;
    this.mostOpening = mostOpening;
    this.most = most;
    // Each of those present has one task at a time: the limit is one of threads, too.
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
              Thread thread = DaemonThreads.of("tidemark-connections", task);
              thread.setContextClassLoader(contextClassLoader);
              return thread;
            });
  }

  /** For the driver of a run. */
  public BriefClients(ClassLoader contextClassLoader, Supplier<ClientSwitch> counts, Clock clock) {
    this(contextClassLoader, counts, clock, ConnectionPer.MOST_OPENING, ConnectionPer.MOST_AT_ONCE);
  }

  /** What one message or request does with a client; one thread at a time for each client. */
  interface Use<C> {
    /**
     * Hands it over.
     *
     * @return when the client is not needed for it any more; a failure ends the client
     */
    CompletionStage<?> by(C client);

    /** There is no client for it; called once, instead of {@link #by} or if that throws. */
    void failed(Throwable cause);
  }

  /**
   * The clients of one producer or requester, one after another.
   *
   * @param name for messages
   * @param messages that each of them serves
   * @param creation of a client; connects
   */
  <C extends AutoCloseable> Series<C> series(
      String name, int messages, Supplier<CompletableFuture<C>> creation) {
    synchronized (this) {
      most++; // It keeps one for probes, or while the next message is not due.
    }
    return new Series<>(name, messages, creation);
  }

  /** See {@link #series}. Used by one thread at a time. */
  final class Series<C extends AutoCloseable> {
    private final String name;
    private final int messages;
    private final Supplier<CompletableFuture<C>> creation;
    private @Nullable Visit<C> current;

    /** Serves probes until the first message. */
    private @Nullable Visit<C> probing;

    private Series(String name, int messages, Supplier<CompletableFuture<C>> creation) {
      this.name = name;
      this.messages = messages;
      this.creation = creation;
    }

    /** A message or request is due. */
    void use(Use<C> use) {
      if (probing != null) {
        probing.seal();
        probing = null;
      }
      current = offered(current, use, messages, true);
    }

    /** A probe, which is no part of the load; its client stays until the first message. */
    void probe(Use<C> use) {
      probing = offered(probing, use, Integer.MAX_VALUE, false);
    }

    private Visit<C> offered(@Nullable Visit<C> to, Use<C> use, int limit, boolean counted) {
      if (to != null && to.offer(use)) {
        return to;
      }
      Visit<C> fresh = new Visit<>(this, limit, counted);
      fresh.offer(use);
      begin(fresh);
      return fresh;
    }
  }

  /**
   * One client. Its monitor is held while a message is handed over, which may wait for the end of
   * others; the monitor of {@code state} guards the rest.
   */
  private final class Visit<C extends AutoCloseable> {
    private final Series<C> series;
    private final int limit;
    private final boolean counted;
    private final Object state = new Object();
    private final List<Use<C>> queued = new ArrayList<>();
    private @Nullable C client;
    private int taken;
    private int ended;

    /** Takes no further messages. */
    private boolean sealed;

    private boolean leaving;

    private Visit(Series<C> series, int limit, boolean counted) {
      this.series = series;
      this.limit = limit;
      this.counted = counted;
    }

    /**
     * Serves a message, or keeps it until the client is open.
     *
     * @return false if this one takes no more
     */
    synchronized boolean offer(Use<C> use) {
      C open;
      synchronized (state) {
        if (sealed || taken == limit) {
          return false;
        }
        taken++;
        open = client;
        if (open == null) {
          queued.add(use);
          return true;
        }
      }
      serve(open, use);
      return true;
    }

    void seal() {
      synchronized (state) {
        sealed = true;
        leaveIfDone();
      }
    }

    private void serve(C open, Use<C> use) {
      CompletionStage<?> end;
      try {
        end = Objects.requireNonNull(use.by(open));
      } catch (Throwable e) { // A driver may throw anything; the message has failed.
        use.failed(e);
        ended(e);
        return;
      }
      CompletionStage<?> unused = end.whenComplete((ok, cause) -> ended(cause));
    }

    private void ended(@Nullable Throwable cause) {
      synchronized (state) {
        ended++;
        sealed |= cause != null;
        leaveIfDone();
      }
    }

    /** With the state. */
    private void leaveIfDone() {
      boolean over = client != null && ended == taken && (sealed || taken == limit);
      if (over && !leaving) {
        leaving = true;
        run(this::close);
      }
    }

    /** On a separate thread. */
    void open() {
      long begin = clock.nanoTime();
      CompletableFuture<C> made = DriverCall.begun(series.creation);
      // A copy: the driver's own future must give its client even after the deadline.
      CompletableFuture<C> inTime =
          made.copy().orTimeout(OPEN_WITHIN.toNanos(), TimeUnit.NANOSECONDS);
      CompletableFuture<C> unused =
          inTime.whenComplete(
              (opened, cause) -> {
                long took = clock.nanoTime() - begin;
                tried();
                run(() -> opened(opened, cause, took));
                if (cause != null) {
                  CompletableFuture<Void> late = made.thenAccept(each -> run(() -> discard(each)));
                }
              });
    }

    private void opened(@Nullable C opened, @Nullable Throwable cause, long tookNanos) {
      if (opened == null) {
        absent(
            cause == null
                ? new IllegalStateException("the driver returned null instead of a client")
                : cause instanceof TimeoutException
                    ? new IOException("no connection within " + Deadline.in(OPEN_WITHIN))
                    : FailureLine.unwrap(cause));
        return;
      }
      if (isClosed()) {
        refuse(new IOException(OVER));
        closeWithin(opened);
        gone(this);
        return;
      }
      if (counted) {
        counts.get().opened(tookNanos);
      }
      begin(opened);
    }

    private synchronized void begin(C opened) {
      List<Use<C>> first;
      synchronized (state) {
        client = opened;
        first = List.copyOf(queued);
        queued.clear();
      }
      first.forEach(use -> serve(opened, use));
      synchronized (state) {
        leaveIfDone(); // Of a client for probes all have ended.
      }
    }

    /** It could not be opened: its messages have failed. */
    private void absent(Throwable cause) {
      if (counted) {
        counts.get().failed(series.name, cause);
      }
      refuse(cause);
      gone(this);
    }

    void refuse(Throwable cause) {
      List<Use<C>> left;
      synchronized (state) {
        sealed = true;
        leaving = true;
        left = List.copyOf(queued);
        queued.clear();
      }
      left.forEach(use -> use.failed(cause));
    }

    private void close() {
      try {
        closeWithin(Objects.requireNonNull(client)); // Set before anything ends.
      } finally {
        gone(this);
      }
    }

    /** Interrupts a close that takes too long; its place is free when it has returned. */
    private void closeWithin(AutoCloseable open) {
      Thread closing = Thread.currentThread();
      AtomicBoolean over = new AtomicBoolean();
      CompletableFuture<Void> done = new CompletableFuture<>();
      CompletableFuture<Void> watched =
          done.orTimeout(CLOSE_WITHIN.toNanos(), TimeUnit.NANOSECONDS)
              .whenComplete(
                  (ok, late) -> {
                    if (late != null && over.compareAndSet(false, true)) {
                      notClosed(new IOException("no end within " + Deadline.in(CLOSE_WITHIN)));
                      closing.interrupt();
                    }
                  });
      try {
        open.close();
      } catch (Throwable e) { // A driver may throw anything; it is reported.
        if (!watched.isDone()) {
          notClosed(e);
        }
      } finally {
        over.set(true);
        done.complete(null);
      }
    }

    private void notClosed(Throwable cause) {
      counts.get().notClosed(series.name, cause);
    }

    /** The driver gave it after the deadline. */
    private void discard(@Nullable C late) {
      if (late != null) {
        closeWithin(late);
      }
    }

    /** Its client, to be closed by the caller; empty if it is not open, or about to be closed. */
    List<Named> taken() {
      synchronized (state) {
        C open = client;
        if (open == null || leaving) {
          return List.of();
        }
        leaving = true;
        return List.of(new Named("connection of " + series.name, open));
      }
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private void begin(Visit<?> visit) {
    synchronized (this) {
      if (!closed) {
        waiting.add(visit);
        admit();
        return;
      }
    }
    visit.refuse(new IOException(OVER));
  }

  /** With the monitor. */
  private void admit() {
    while (!waiting.isEmpty() && opening < mostOpening && present.size() < most) {
      Visit<?> next = waiting.remove();
      opening++;
      present.add(next);
      run(next::open);
    }
  }

  /** The driver has opened a client, or not. */
  private synchronized void tried() {
    opening--;
    admit();
  }

  private synchronized void gone(Visit<?> visit) {
    present.remove(visit);
    admit();
    notifyAll();
  }

  private void run(Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException e) { // The run has ended, and a driver was late.
      threads.getThreadFactory().newThread(task).start();
    }
  }

  /**
   * Closes all; what waits for a client fails. Clients that are being opened or closed have until
   * the deadline.
   */
  public void close(TeardownProblems problems, Deadline deadline) throws InterruptedException {
    List<Visit<?>> unopened;
    List<Visit<?>> open;
    synchronized (this) {
      closed = true;
      unopened = List.copyOf(waiting);
      waiting.clear();
      open = List.copyOf(present);
    }
    unopened.forEach(visit -> visit.refuse(new IOException(OVER)));
    List<Named> clients = new ArrayList<>();
    for (Visit<?> visit : open) {
      List<Named> taken = visit.taken();
      clients.addAll(taken);
      if (!taken.isEmpty()) {
        gone(visit);
      }
      visit.seal();
    }
    new ParallelClose(contextClassLoader, problems).close(clients, deadline.share(2));
    awaitNone(problems, deadline);
    threads.shutdown();
  }

  private synchronized void awaitNone(TeardownProblems problems, Deadline deadline)
      throws InterruptedException {
    while (!present.isEmpty()) {
      long left = deadline.leftNanos();
      if (left == 0) {
        problems.add(
            Text.plural(present.size(), "connection"), "not opened and closed within " + deadline);
        return;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }
}
