package io.tidemark.probe;

import io.tidemark.base.Clock;
import io.tidemark.report.runs.ProbeResult.Cpu;
import java.io.IOException;
import java.time.Duration;

/**
 * How often a fixed loop of integer arithmetic runs in one thread and in all: it uses no memory, so
 * it shows cores that are slower, shared or limited.
 *
 * @param time of each measurement, after a tenth to warm up
 */
public record CpuProbe(Clock clock, Duration time) {
  private static final int OPERATIONS = 1_000;
  private static final int CHECK_EVERY = 100;

  /** Takes twice the time. */
  public Cpu run() throws IOException, InterruptedException {
    int threads = Runtime.getRuntime().availableProcessors();
    loops(time.dividedBy(10));
    return new Cpu(threads, perSecond(1), perSecond(threads));
  }

  private double perSecond(int threads) throws IOException, InterruptedException {
    return ProbeThreads.sum(threads, "CPU: ", () -> loops(time));
  }

  /** Each second. */
  private double loops(Duration length) {
    long start = clock.nanoTime();
    long loops = 0;
    long value = start | 1;
    long elapsed;
    do {
      for (int i = 0; i < CHECK_EVERY; i++) {
        value = loop(value);
      }
      loops += CHECK_EVERY;
      elapsed = clock.nanoTime() - start;
      // Never 0, but the compiler cannot know that the values are not needed.
    } while (elapsed < length.toNanos() && value != 0);
    return loops * 1e9 / elapsed;
  }

  private static long loop(long from) {
    long value = from;
    for (int i = 0; i < OPERATIONS; i++) {
      value ^= value << 13;
      value ^= value >>> 7;
      value ^= value << 17;
    }
    return value;
  }
}
