package io.tidemark.worker.engine.requestreply;

import io.tidemark.base.Clock;
import io.tidemark.base.DaemonThreads;
import io.tidemark.worker.engine.record.Recording;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Periodically times out requests. */
public final class ReplyTimeouts implements AutoCloseable {
  private static final long SHORTEST_NANOS = 1_000_000;
  private static final long LONGEST_NANOS = 20_000_000;

  /** Maximum delay of a timeout, as a share of it. */
  private static final int LATENESS_SHARE = 50;

  private final Clock clock;
  private final List<RequesterSender> requesters;
  private final long periodNanos;
  private final Recording recording;
  private final Thread thread;
  private volatile boolean closed;

  public ReplyTimeouts(
      Clock clock,
      List<RequesterSender> requesters,
      long timeoutNanos,
      Recording recording,
      String name) {
    this.clock = clock;
    this.requesters = List.copyOf(requesters);
    this.recording = recording;
    this.periodNanos =
        Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, timeoutNanos / LATENESS_SHARE));
    this.thread = DaemonThreads.of(name, this::run);
    thread.start();
  }

  private void run() {
    while (!closed) {
      LockSupport.parkNanos(this, periodNanos);
      long now = clock.epochNanos();
      for (RequesterSender requester : requesters) {
        try {
          requester.expire(now);
        } catch (RuntimeException e) {
          recording.ownFailure("reply timeouts", e);
        }
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
