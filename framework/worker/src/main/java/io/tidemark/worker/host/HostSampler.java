package io.tidemark.worker.host;

import com.sun.management.OperatingSystemMXBean;
import io.tidemark.base.Clock;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadThreads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Measures the resource use of machine and process since the previous sample. Used by one thread at
 * a time. Unknown values are NaN or -1.
 */
public final class HostSampler implements AutoCloseable {
  private static final Path PROC_STATUS = Path.of("/proc/self/status");
  private static final int BYTES_PER_KIB = 1_024;

  private final Clock clock;
  private final CpuTimes.Source cpuTimes = CpuTimes.source();
  private final Cgroup cgroup = Cgroup.ofThisProcess();
  private final GcPauses gcPauses = new GcPauses();
  private final WakeUpLag wakeUpLag = new WakeUpLag();
  private Reading last;

  /** Counters of which only differences are used. */
  private record Reading(
      long nanoTime,
      long processCpuNanos,
      Optional<CpuTimes> cpuTimes,
      Optional<Cgroup.Throttling> throttling) {}

  public HostSampler(Clock clock) {
    this.clock = clock;
    this.last = read();
  }

  /** Since the sample before, or since the beginning. */
  public HostSample sample() {
    Reading before = last;
    last = read();
    long intervalNanos = last.nanoTime - before.nanoTime;
    GcPauses.Pauses pauses = gcPauses.take();
    Runtime runtime = Runtime.getRuntime();
    return new HostSample(
        processCpuShare(before, intervalNanos),
        hostShare(before, CpuTimes::busyCoresSince),
        runtime.availableProcessors(),
        hostShare(before, CpuTimes::stolenCoresSince),
        throttledShare(before, intervalNanos),
        pauses.totalNanos(),
        pauses.longestNanos(),
        runtime.totalMemory() - runtime.freeMemory(),
        residentBytes(),
        wakeUpLag.takeNanos(),
        LoadThreads.NONE);
  }

  private Reading read() {
    return new Reading(clock.nanoTime(), processCpuNanos(), cpuTimes.read(), cgroup.throttling());
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
