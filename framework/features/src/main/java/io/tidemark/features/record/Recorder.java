package io.tidemark.features.record;

import io.tidemark.base.Clock;
import io.tidemark.base.Deadline;
import io.tidemark.base.SystemClock;
import io.tidemark.driver.topics.MessageTap;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.session.DriverLifeCycle;
import io.tidemark.worker.session.DriverThread;
import io.tidemark.worker.session.RunEvents;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Records the messages of an existing topic, without their bodies. For one thread; interrupting it
 * ends the recording, whose messages are kept.
 */
public final class Recorder {
  private static final String WORKER = "record";
  private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(10);

  private final DriverCatalog catalog;
  private final Duration stepDeadline;
  private final Clock clock = SystemClock.get();

  /**
   * @param stepDeadline how long connecting, tapping and closing may each take
   */
  public Recorder(DriverCatalog catalog, Duration stepDeadline) {
    this.catalog = catalog;
    this.stepDeadline = stepDeadline;
  }

  /**
   * Records.
   *
   * @param started is called when messages that are sent from then on are recorded
   * @param progress is given the number of messages from time to time
   * @throws WorkerException if the driver cannot do it, or fails
   * @throws IOException if the trace cannot be written
   */
  public TapResult record(
      DriverSource source,
      TapRequest request,
      OutputStream out,
      Runnable started,
      LongConsumer progress)
      throws WorkerException, IOException, InterruptedException {
    try (DriverThread thread = new DriverThread(WORKER)) {
      DriverLifeCycle session =
          DriverLifeCycle.open(
              WORKER, catalog, source, new RunEvents(clock), thread, Deadline.in(stepDeadline));
      try {
        return record(session, request, out, started, progress);
      } finally {
        boolean interrupted = Thread.interrupted(); // Closing waits.
        session.close(Deadline.in(stepDeadline));
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private TapResult record(
      DriverLifeCycle session,
      TapRequest request,
      OutputStream out,
      Runnable started,
      LongConsumer progress)
      throws WorkerException, IOException, InterruptedException {
    if (!(session.driver() instanceof MessageTap tap)) {
      throw session.cannot(
          "tap",
          "watch a topic without taking its messages (it has no MessageTap); record from a CSV"
              + " file with --csv");
    }
    String subject = "topic " + request.topic() + " through " + session.name();
    TraceSink sink = new TraceSink(out, subject, clock, request);
    AutoCloseable tapped =
        session
            .thread()
            .await(
                "tap",
                "the end of topic " + request.topic(),
                Deadline.in(stepDeadline),
                () -> tap.tap(request.topic(), sink));
    started.run();
    boolean interrupted = awaitEnd(sink, request, progress::accept);
    close(session, tapped);
    sink.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return sink.recorded();
  }

  private void close(DriverLifeCycle session, AutoCloseable tapped)
      throws WorkerException, InterruptedException {
    session.thread().run("tap", "the end of the tap", Deadline.in(stepDeadline), tapped::close);
  }

  /** Whether it was interrupted. */
  private boolean awaitEnd(TraceSink sink, TapRequest request, Consumer<Long> progress)
      throws IOException {
    Deadline end = Deadline.in(request.length());
    while (!end.isOver()) {
      Duration left = end.left();
      Duration wait = left.compareTo(BETWEEN_REPORTS) < 0 ? left : BETWEEN_REPORTS;
      try {
        sink.over().get(wait.toNanos(), TimeUnit.NANOSECONDS);
        return false;
      } catch (TimeoutException e) {
        progress.accept(sink.messages());
      } catch (InterruptedException e) {
        return true;
      } catch (ExecutionException e) {
        throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
      }
    }
    return false;
  }
}
