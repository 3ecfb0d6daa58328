package io.tidemark.worker.engine;

import io.tidemark.base.SystemClock;
import io.tidemark.worker.calibration.Baseline;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** What the machine needs at least for a message of 100 bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class BaselineBenchmark {
  private final Baseline floor = new Baseline(SystemClock.get(), 100);

  @Benchmark
  public byte[] oneThread() {
    return floor.message();
  }

  /** Twice the time of one means that there is but one core. */
  @Benchmark
  @Threads(2)
  public byte[] twoThreads() {
    return floor.message();
  }
}
