package io.tidemark.worker.host;

import com.sun.management.OperatingSystemMXBean;
import io.tidemark.base.Clock;
import io.tidemark.base.SystemClock;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadThreads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Measures the resource use of machine and process since the previous sample. Used by one thread at
 * a time. Unknown values are NaN or -1.
 */
public final class HostSampler implements AutoCloseable {
  private static final Path PROC_STATUS = Path.of("/proc/self/status");
  private static final int BYTES_PER_KIB = 1_024;

  /** Read before cores are reserved: the JVM counts those of the calling thread. */
  private final int cores = Runtime.getRuntime().availableProcessors();

  private final Supplier<Reading> reading;
  private final GcPauses gcPauses = new GcPauses();
  private final WakeUpLag wakeUpLag = new WakeUpLag();
  private Reading last;

  /** Counters of which only differences are used, and the memory in use. */
  private record Reading(
      long nanoTime,
      long processCpuNanos,
      Optional<CpuTimes> cpuTimes,
      Optional<Cgroup.Throttling> throttling,
      long residentBytes) {}

  /** Reads the counters of machine and process. */
  private record Source(Clock clock, CpuTimes.Source cpuTimes, Cgroup cgroup) {
    Source(Clock clock) {
      this(clock, CpuTimes.source(), Cgroup.ofThisProcess());
    }

    Reading read() {
      return new Reading(
          clock.nanoTime(),
          HostSampler.processCpuNanos(),
          cpuTimes.read(),
          cgroup.throttling(),
          HostSampler.residentBytes());
    }
  }

  /**
   * The readings of all workers of this process: for its CPU time the kernel visits all threads, of
   * which hundreds of workers have thousands.
   */
  private static final class OfProcess {
    private static final long USED_AGAIN_NANOS = 5_000_000;
    private static final Source SOURCE = new Source(SystemClock.get());

    private static Reading latest = SOURCE.read();

    private OfProcess() {}

    static synchronized Reading read() {
      if (SOURCE.clock.nanoTime() - latest.nanoTime > USED_AGAIN_NANOS) {
        latest = SOURCE.read();
      }
      return latest;
    }
  }

  public HostSampler(Clock clock) {
    // Simulated clocks have processes of their own.
    this.reading = clock.equals(SystemClock.get()) ? OfProcess::read : new Source(clock)::read;
    this.last = reading.get();
  }

  /** Since the sample before, or since the beginning. */
  public HostSample sample() {
    Reading before = last;
    last = reading.get();
    long intervalNanos = last.nanoTime - before.nanoTime;
    GcPauses.Pauses pauses = gcPauses.take();
    Runtime runtime = Runtime.getRuntime();
    return new HostSample(
        processCpuShare(before, intervalNanos),
        hostShare(before, CpuTimes::busyCoresSince),
        cores,
        hostShare(before, CpuTimes::stolenCoresSince),
        throttledShare(before, intervalNanos),
        pauses.totalNanos(),
        pauses.longestNanos(),
        runtime.totalMemory() - runtime.freeMemory(),
        last.residentBytes,
        wakeUpLag.takeNanos(),
        LoadThreads.NONE);
  }

  private static long processCpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean bean
        ? bean.getProcessCpuTime()
        : -1;
  }

  private double processCpuShare(Reading before, long intervalNanos) {
    return last.processCpuNanos < 0 || intervalNanos <= 0
        ? Double.NaN
        : (double) (last.processCpuNanos - before.processCpuNanos) / intervalNanos;
  }

  private interface Difference {
    double between(CpuTimes later, CpuTimes earlier);
  }

  private double hostShare(Reading before, Difference difference) {
    return last.cpuTimes
        .flatMap(now -> before.cpuTimes.map(then -> difference.between(now, then)))
        .orElse(Double.NaN);
  }

  private double throttledShare(Reading before, long intervalNanos) {
    return last.throttling
        .flatMap(now -> before.throttling.map(then -> now.shareSince(then, intervalNanos)))
        .orElse(Double.NaN);
  }

  private static long residentBytes() {
    try {
      for (String line : Files.readAllLines(PROC_STATUS)) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) * BYTES_PER_KIB;
        }
      }
      return -1;
    } catch (IOException e) {
      return -1; // Not Linux.
    }
  }

  @Override
  public void close() {
    wakeUpLag.close();
    gcPauses.close();
  }
}
