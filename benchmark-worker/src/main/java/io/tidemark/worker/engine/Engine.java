package io.tidemark.worker.engine;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DetailedConsumerCallback;
import io.tidemark.measure.Clock;
import io.tidemark.model.load.LoadPlan;
import io.tidemark.model.load.Profile;
import io.tidemark.model.worker.AuditDelta;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.ConsumerAssignment;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.LoadState;
import io.tidemark.model.worker.LoadSummary;
import io.tidemark.model.worker.PhaseStart;
import io.tidemark.model.worker.ProbeStatus;
import io.tidemark.model.worker.ProducerAssignment;
import io.tidemark.model.worker.RunSetup;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The load and receive path of one worker in one run. Made anew for each run.
 *
 * <p>All methods may be called from any one thread at a time; callbacks and acknowledgements come
 * from the driver's threads meanwhile. None throws because of a driver's failure: those are counted
 * and told as events.
 */
public final class Engine implements AutoCloseable {
  private final Clock clock;
  private final RunSetup setup;
  private final EngineOptions options;
  private long lastCutEpochNanos;

  public Engine(Clock clock, RunSetup setup, EngineOptions options) {
    this.clock = Objects.requireNonNull(clock);
    this.setup = Objects.requireNonNull(setup);
    this.options = Objects.requireNonNull(options);
    this.lastCutEpochNanos = clock.epochNanos();
  }

  /** Where the driver hands in what this consumer receives; one per consumer. */
  public DetailedConsumerCallback callbackFor(ConsumerAssignment consumer) {
    Objects.requireNonNull(consumer);
    return new DetailedConsumerCallback() {
      @Override
      public void messageReceived(byte[] payload, long publishTimestamp) {}

      @Override
      public void messageReceived(ByteBuffer payload, long publishTimestamp) {}

      @Override
      public void messageReceived(byte[] payload, long publishTimestamp, int partition) {}

      @Override
      public void messageReceived(ByteBuffer payload, long publishTimestamp, int partition) {}

      @Override
      public void consumerFailed(Throwable cause) {}
    };
  }

  /** Before {@link #startLoad}. The engine never closes the producer. */
  public void addProducer(ProducerAssignment assignment, BenchmarkProducer producer) {
    Objects.requireNonNull(assignment);
    Objects.requireNonNull(producer);
  }

  /** Sends a probe from every producer whose last one has not been acknowledged; does not wait. */
  public void probe() {}

  public ProbeStatus probeStatus() {
    return new ProbeStatus(0, 0, Map.of(), List.of());
  }

  /** Stamps of other workers are corrected by this table from now on. */
  public void correctClocks(ClockTable table) {
    Objects.requireNonNull(table);
  }

  public void beginPhase(PhaseStart phase) {
    Objects.requireNonNull(phase);
  }

  /** Starts the load threads; the schedule begins at the plan's start. Once per engine. */
  public void startLoad(LoadPlan plan) {
    Objects.requireNonNull(plan);
  }

  /** Replaces the rate from a moment on; debt from before is kept. */
  public void changeRate(long effectiveEpochNanos, Profile ratePerSecond) {
    Objects.requireNonNull(ratePerSecond);
  }

  /** How long each consumer pretends to process a message from a moment on. */
  public void changeProcessingTime(long effectiveEpochNanos, Profile processingNanos) {
    Objects.requireNonNull(processingNanos);
  }

  /** For consumers that cannot pause: callbacks wait, after recording, until it is false again. */
  public void holdDeliveries(boolean hold) {}

  /** What happened since the cut before. Does not renew the lease. */
  public EngineCut cut() {
    long start = lastCutEpochNanos;
    lastCutEpochNanos = clock.epochNanos();
    return new EngineCut(
        start,
        lastCutEpochNanos,
        Counters.ZERO,
        List.of(),
        AuditDelta.EMPTY,
        LoadState.IDLE,
        List.of());
  }

  /** Stops sending and joins the load threads; receiving goes on. Safe to repeat. */
  public LoadSummary stopLoad(Duration deadline) {
    Objects.requireNonNull(deadline);
    return new LoadSummary(List.of(), 0);
  }

  /** Sends that have neither been acknowledged nor failed by now. */
  public Unacknowledged unacknowledged() {
    return new Unacknowledged(0, List.of());
  }

  /** Somebody still wants this run. */
  public void renewLease() {}

  /** Stops the load, releases held callbacks; late acknowledgements are ignored from now on. */
  @Override
  public void close() {}

  @Override
  public String toString() {
    return "Engine[" + setup.runId() + ", " + options + "]";
  }
}
