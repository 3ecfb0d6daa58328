package io.tidemark.worker.engine;

import io.tidemark.base.SystemClock;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.worker.calibration.Calibration;
import io.tidemark.worker.engine.load.LoadShard;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** A message of 100 bytes from schedule to callback, in a closed loop; one load thread's step. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets the fields before each measurement.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EngineBenchmark {
  private static final int BATCH = 256;

  @Param({"OFF", "FULL"})
  private DeliveryMode delivery;

  private Engine engine;
  private LoadShard shard;

  @Setup
  public void start() {
    SystemClock clock = SystemClock.get();
    engine =
        new Calibration(clock, 100, Duration.ofSeconds(1), Optional.empty()).engine(1, delivery);
    LoadRequest plan =
        new LoadRequest(
            clock.epochNanos(), LoadShape.closedLoop(), 1, ArrivalProcess.UNIFORM, 1000, 0, 0);
    shard = engine.prepareLoad(plan).shards().get(0);
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long oneThread() {
    return shard.step();
  }

  /** Each with a separate engine; `calibrate` has two threads on one. */
  @Benchmark
  @Threads(2)
  @OperationsPerInvocation(BATCH)
  public long twoThreads() {
    return shard.step();
  }

  /** Takes a snapshot, as a worker does once a second. */
  @TearDown(Level.Iteration)
  public void cut() {
    EngineCut cut = engine.cut();
    if (cut.counters().get(Counter.RECEIVED) == 0) {
      throw new IllegalStateException("nothing was received");
    }
  }
}
