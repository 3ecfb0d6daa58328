package io.tidemark.measure;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** One message's two critical sections, by one thread and by two on one recorder. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the fields before each measurement.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class RecorderBenchmark {
  @Param({"false", "true"})
  private boolean audit;

  private StripedRecorder recorder;

  /** One recording thread's own. */
  @State(Scope.Thread)
  public static class Sender {
    private static final java.util.concurrent.atomic.AtomicInteger COUNT =
        new java.util.concurrent.atomic.AtomicInteger();
    private final int index = COUNT.getAndIncrement();
    private long sequence;
  }

  @org.openjdk.jmh.annotations.Setup
  public void create() {
    recorder = new StripedRecorder(audit, 8);
  }

  @TearDown(Level.Iteration)
  public void cut() {
    recorder.cut();
  }

  private void message(Sender sender) {
    ThreadSlot slot = ThreadSlot.current();
    long sequence = sender.sequence++;
    long nanos = 1000 + (sequence & 1023);
    Stripe stripe = recorder.acquire(slot);
    stripe.interval().received(0, 100, nanos, nanos, nanos);
    if (audit) {
      stripe.interval().delivered(sender.index, sequence, OrderVerdict.IN_ORDER);
    }
    stripe.release();
    stripe = recorder.acquire(slot);
    stripe.interval().sent(0, 100, 5);
    stripe.interval().acknowledged(0, 100, nanos, nanos, sender.index, sequence);
    stripe.release();
  }

  @Benchmark
  public void oneThread(Sender sender) {
    message(sender);
  }

  @Benchmark
  @Threads(2)
  public void twoThreads(Sender sender) {
    message(sender);
  }
}
