package io.tidemark.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A thread that handles the events of non-blocking sockets, timers, and calls of other threads. Any
 * thread may call {@link #call} and {@link #close}. The other methods, and all handlers, run on the
 * loop's thread and need no locks.
 */
final class EventLoop implements AutoCloseable {
  private static final Duration CALL_DEADLINE = Duration.ofSeconds(10);
  private static final int READ_BYTES = 128 * 1024;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Called when a registered channel is ready. */
  interface Handler {
    void ready();
  }

  private record Timer(long dueNanos, Runnable action) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      return Long.signum(dueNanos - other.dueNanos); // System.nanoTime may overflow
    }
  }

  private final Selector selector;
  private final Thread thread;
  private final SplittableRandom random;
  private final Queue<FutureTask<?>> calls = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private final ByteBuffer readBuffer = ByteBuffer.allocateDirect(READ_BYTES);
  private final QueueBudget budget = new QueueBudget();
  private volatile boolean closed;

  private EventLoop(Selector selector, String name, long seed) {
    this.selector = selector;
    this.random = new SplittableRandom(seed);
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /**
   * Starts the thread.
   *
   * @param name of the thread
   * @param seed of the random jitter: the n-th connection of a loop always gets the same sequence
   * @throws UncheckedIOException if the system has no free file descriptor
   */
  static EventLoop start(String name, long seed) {
    try {
      EventLoop loop = new EventLoop(Selector.open(), name, seed);
      loop.thread.start();
      return loop;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open a selector: " + e.getMessage(), e);
    }
  }

  /** Ends the thread, resets all connections and closes all listeners. */
  @Override
  public void close() {
    closed = true;
    selector.wakeup();
    try {
      thread.join(CALL_DEADLINE.toMillis());
      if (thread.isAlive()) {
        throw new IllegalStateException(
            thread.getName() + " did not end within " + CALL_DEADLINE.toSeconds() + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs an action on the loop's thread and returns its result; callers are on other threads. */
  <T> T call(String purpose, Callable<T> action) {
    if (closed) {
      throw new IllegalStateException("cannot " + purpose + ": " + thread.getName() + " is closed");
    }
    FutureTask<T> task = new FutureTask<>(action);
    calls.add(task);
    selector.wakeup();
    try {
      return task.get(CALL_DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw new UncheckedIOException("cannot " + purpose + ": " + failure.getMessage(), failure);
      }
      throw new IllegalStateException("cannot " + purpose, e.getCause());
    } catch (TimeoutException e) {
      task.cancel(false);
      throw new IllegalStateException(
          "cannot %s: no answer from %s within %s s"
              .formatted(purpose, thread.getName(), CALL_DEADLINE.toSeconds()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while trying to " + purpose, e);
    }
  }

  /** Handles the events of a non-blocking channel; the key's interest selects them. */
  SelectionKey register(SelectableChannel channel, Handler handler) throws ClosedChannelException {
    return channel.register(selector, 0, handler);
  }

  /** Closes the sockets of channels whose keys are cancelled, so that an address is free again. */
  void releaseClosed() throws IOException {
    selector.selectNow();
    selector.selectedKeys().clear();
  }

  void runAt(long dueNanos, Runnable action) {
    timers.add(new Timer(dueNanos, action));
  }

  /** For reading, by one channel at a time; its content is not kept. */
  ByteBuffer readBuffer() {
    return readBuffer.clear();
  }

  QueueBudget budget() {
    return budget;
  }

  SplittableRandom nextRandom() {
    return random.split();
  }

  private void run() {
    try {
      while (!closed) {
        selector.select(key -> ((Handler) key.attachment()).ready(), timeoutMillis());
        runDueTimers();
        for (FutureTask<?> task = calls.poll(); task != null; task = calls.poll()) {
          task.run();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the selector failed: " + e.getMessage(), e);
    } finally {
      closed = true;
      closeAll();
    }
  }

  /** 0 waits without a limit, so a timer that is due waits for 1 ms at least. */
  private long timeoutMillis() {
    Timer next = timers.peek();
    return next == null
        ? 0
        : Math.max(1, (next.dueNanos - System.nanoTime() + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
  }

  private void runDueTimers() {
    long now = System.nanoTime();
    for (Timer next = timers.peek();
        next != null && next.dueNanos - now <= 0;
        next = timers.peek()) {
      timers.remove().action.run();
    }
  }

  private void closeAll() {
    selector.keys().forEach(key -> Sockets.reset(key.channel()));
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the selector: " + e.getMessage(), e);
    }
  }

  /**
   * Limits the bytes that wait in all pipes of a loop, so that memory use is bounded. A pipe that
   * may not queue more does not read; its sender stops when the socket buffers are full.
   */
  static final class QueueBudget {
    /**
     * Limit of one pipe, and so of the throughput of a delayed connection: 8 MB each 100 ms is 80
     * MB/s.
     */
    static final long MAX_PIPE_BYTES = 8L * 1024 * 1024;

    private static final long MAX_TOTAL_BYTES = 96L * 1024 * 1024;
    private long totalBytes;

    /** Each pipe may queue one read, so all pipes make progress. */
    boolean mayRead(long queuedInPipe) {
      return queuedInPipe == 0 || (queuedInPipe < MAX_PIPE_BYTES && totalBytes < MAX_TOTAL_BYTES);
    }

    void add(long bytes) {
      totalBytes += bytes;
    }
  }
}
