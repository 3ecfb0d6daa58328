package io.tidemark.worker.telemetry;

import io.tidemark.base.Clock;
import io.tidemark.base.DaemonThreads;
import io.tidemark.base.Deadline;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.telemetry.TelemetrySource;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.worker.driver.FailureLine;
import io.tidemark.worker.session.RunEvents;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the broker's metrics periodically on one daemon thread. A failure of a source leaves out
 * the following ones, and is one event until the broker answers again or fails differently.
 */
public final class TelemetryPoller {
  private static final int MOST_SAMPLES = 20_000;

  /** An unavailable broker must not block the end of the run. */
  private static final Duration LAST_READING = Duration.ofSeconds(5);

  private static final String KIND = "TELEMETRY";
  private final List<TelemetrySource> sources;
  private final Clock clock;
  private final RunEvents events;
  private final ScheduledExecutorService executor;
  private volatile @Nullable Future<?> polling;
  private List<TelemetrySample> samples = new ArrayList<>();
  private long droppedSamples;

  // Touched by the polling thread only.
  private String lastFailure = "";
  private long failures;

  public TelemetryPoller(
      List<TelemetrySource> sources, Clock clock, RunEvents events, ClassLoader loader) {
    this.sources = List.copyOf(sources);
    this.clock = clock;
    this.events = events;
    this.executor =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = DaemonThreads.of("tidemark-telemetry", task);
              thread.setContextClassLoader(loader);
              return thread;
            });
  }

  public void start(Duration period) {
    polling = executor.scheduleAtFixedRate(this::poll, 0, period.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void poll() {
    try {
      for (TelemetrySource source : sources) {
        keep(source.readTelemetry());
      }
      if (failures > 0) {
        events.add(KIND, "broker", "answers again after " + failures + " failed readings");
      }
      failures = 0;
      lastFailure = "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException | LinkageError e) {
      failed(FailureLine.of(e));
    }
  }

  private void failed(String failure) {
    failures++;
    if (!Objects.equals(failure, lastFailure)) {
      events.add(KIND, "broker", failure);
      lastFailure = failure;
    }
  }

  private synchronized void keep(List<TelemetryReading> readings) {
    long epochNanos = clock.epochNanos();
    for (TelemetryReading reading : readings) {
      if (samples.size() < MOST_SAMPLES) {
        samples.add(
            new TelemetrySample(
                epochNanos,
                reading.name(),
                FailureLine.masked(reading.subject()),
                reading.value(),
                reading.resolutionMillis()));
      } else {
        droppedSamples++;
      }
    }
  }

  /** All since the call before. */
  public synchronized List<TelemetrySample> take() {
    List<TelemetrySample> taken = samples;
    samples = new ArrayList<>();
    if (droppedSamples > 0) {
      events.add(
          KIND,
          "worker",
          Text.plural(droppedSamples, "sample") + " dropped: no snapshot took them");
      droppedSamples = 0;
    }
    return taken;
  }

  /**
   * One more reading after all clients are closed. Empty if it fails or does not end in time, which
   * {@link #stop} reports; earlier readings are discarded.
   */
  public List<TelemetrySample> last(Deadline deadline) throws InterruptedException {
    try {
      long patienceNanos = Math.min(deadline.leftNanos(), LAST_READING.toNanos());
      return executor
          .submit(
              () -> {
                take();
                poll();
                return take();
              })
          .get(patienceNanos, TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a reading throws no checked exception", e.getCause());
    } catch (TimeoutException e) {
      return List.of(); // The driver is in use, which stop() reports.
    }
  }

  /** Whether it still asks; false also when it was never started. */
  public boolean isPolling() {
    return polling != null && !polling.isDone();
  }

  /** False when a reading that is under way did not end in time; the driver is in use then. */
  public boolean stop(Deadline deadline) throws InterruptedException {
    executor.shutdownNow();
    return executor.awaitTermination(deadline.leftNanos(), TimeUnit.NANOSECONDS);
  }
}
