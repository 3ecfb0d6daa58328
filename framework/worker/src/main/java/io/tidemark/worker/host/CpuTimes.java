package io.tidemark.worker.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;

/**
 * CPU times of the machine since its start, in ticks of any length: only shares of differences are
 * meaningful.
 *
 * @param busy in programs, kernel and interrupts, stolen time not included
 * @param stolen by the hypervisor
 * @param total all ticks of all CPUs
 * @param cpus how many CPUs they are of
 */
record CpuTimes(long busy, long stolen, long total, int cpus) {
  private static final Path PROC_STAT = Path.of("/proc/stat");

  /** Reads them; cheap on Linux, where no native library is needed. */
  interface Source {
    Optional<CpuTimes> read();
  }

  /** Linux: {@code /proc/stat}; other systems: OSHI, whose first call is slow. */
  static Source source() {
    return Files.isReadable(PROC_STAT) ? CpuTimes::ofLinux : new Oshi();
  }

  private static Optional<CpuTimes> ofLinux() {
    try {
      return parse(Files.readAllLines(PROC_STAT));
    } catch (IOException e) {
      return Optional.empty(); // Reported as unknown in the sample.
    }
  }

  /** {@code cpu user nice system idle iowait irq softirq steal guest guestNice}. */
  static Optional<CpuTimes> parse(List<String> procStat) {
    String[] fields = procStat.get(0).trim().split("\\s+", -1);
    if (!fields[0].equals("cpu") || fields.length < 9) {
      return Optional.empty();
    }
    long[] ticks = new long[8];
    long total = 0;
    for (int i = 0; i < ticks.length; i++) {
      ticks[i] = Long.parseLong(fields[i + 1]);
      total += ticks[i]; // Guest time is part of user time already.
    }
    int cpus = (int) procStat.stream().filter(line -> line.matches("cpu\\d+ .*")).count();
    long idle = ticks[3] + ticks[4];
    return Optional.of(new CpuTimes(total - idle - ticks[7], ticks[7], total, Math.max(1, cpus)));
  }

  /** CPUs that were busy since an earlier reading, in cores; NaN when no tick has passed. */
  double busyCoresSince(CpuTimes earlier) {
    return (double) (busy - earlier.busy) * cpus / (total - earlier.total);
  }

  /** CPUs that were stolen since an earlier reading, in cores; NaN when no tick has passed. */
  double stolenCoresSince(CpuTimes earlier) {
    return (double) (stolen - earlier.stolen) * cpus / (total - earlier.total);
  }

  /** For other systems than Linux. */
  static final class Oshi implements Source {
    private @Nullable CentralProcessor processor;

    @Override
    public synchronized Optional<CpuTimes> read() {
      if (processor == null) {
        processor = new SystemInfo().getHardware().getProcessor();
      }
      long[] ticks = processor.getSystemCpuLoadTicks();
      long total = 0;
      for (long tick : ticks) {
        total += tick;
      }
      long idle = ticks[TickType.IDLE.getIndex()] + ticks[TickType.IOWAIT.getIndex()];
      long stolen = ticks[TickType.STEAL.getIndex()];
      return Optional.of(
          new CpuTimes(total - idle - stolen, stolen, total, processor.getLogicalProcessorCount()));
    }
  }
}
