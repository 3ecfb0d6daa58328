package io.tidemark.worker.host;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.OperatingSystemMXBean;
import io.tidemark.base.Clock;
import io.tidemark.base.DaemonThreads;
import io.tidemark.base.SystemClock;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadThreads;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;

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

  /**
   * CPU times of the machine since its start, in ticks of any length: only shares of differences
   * are meaningful.
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
            new CpuTimes(
                total - idle - stolen, stolen, total, processor.getLogicalProcessorCount()));
      }
    }
  }

  /**
   * Listens to the garbage collector; the JVM reports pauses in whole milliseconds. Thread-safe.
   */
  static final class GcPauses implements AutoCloseable {
    private final NotificationListener listener = this::collected;
    private final List<NotificationEmitter> emitters = new ArrayList<>();
    private long totalNanos;
    private long longestNanos;

    /** What has been counted. */
    record Pauses(long totalNanos, long longestNanos) {}

    GcPauses() {
      for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
        if (stopsThreads(bean.getName()) && bean instanceof NotificationEmitter emitter) {
          emitter.addNotificationListener(listener, null, null);
          emitters.add(emitter);
        }
      }
    }

    /** Some collectors also report the cycles that run beside the program. */
    static boolean stopsThreads(String collector) {
      return !collector.endsWith("Cycles") && !collector.contains("Concurrent");
    }

    private void collected(Notification notification, Object handback) {
      if (notification.getUserData() instanceof CompositeData data
          && notification
              .getType()
              .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
        add(
            TimeUnit.MILLISECONDS.toNanos(
                GarbageCollectionNotificationInfo.from(data).getGcInfo().getDuration()));
      }
    }

    synchronized void add(long pauseNanos) {
      totalNanos += pauseNanos;
      longestNanos = Math.max(longestNanos, pauseNanos);
    }

    /** Since the call before. */
    synchronized Pauses take() {
      Pauses pauses = new Pauses(totalNanos, longestNanos);
      totalNanos = 0;
      longestNanos = 0;
      return pauses;
    }

    @Override
    public void close() {
      List<NotificationEmitter> listenedTo = List.copyOf(emitters);
      emitters.clear();
      for (NotificationEmitter emitter : listenedTo) {
        try {
          emitter.removeNotificationListener(listener);
        } catch (ListenerNotFoundException e) {
          throw new IllegalStateException("it was added in the constructor", e);
        }
      }
    }
  }

  /**
   * The maximum delay of a thread that wakes up every 20 ms: causes of the delay (other programs,
   * the hypervisor, the collector) also delay load threads. All workers of a process share the
   * thread, which ends with the last of them.
   */
  static final class WakeUpLag implements AutoCloseable {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final List<WakeUpLag> OPEN = new CopyOnWriteArrayList<>();
    private static final Clock CLOCK = SystemClock.get(); // Parking is in real time, also in tests.

    private static volatile @Nullable Thread ticker;

    private final AtomicLong worstNanos = new AtomicLong();

    WakeUpLag() {
      begin(this);
    }

    private static synchronized void begin(WakeUpLag another) {
      OPEN.add(another);
      if (ticker == null) {
        Thread started = DaemonThreads.of("tidemark-wake-up-lag", WakeUpLag::tick);
        ticker = started;
        started.start();
      }
    }

    private static synchronized void end(WakeUpLag closed) {
      OPEN.remove(closed);
      if (OPEN.isEmpty()) {
        ticker = null;
      }
    }

    private static void tick() {
      while (Thread.currentThread().equals(ticker)) {
        long dueNanos = CLOCK.nanoTime() + PERIOD_NANOS;
        long leftNanos = PERIOD_NANOS;
        while (leftNanos > 0) { // A park may end early.
          LockSupport.parkNanos(WakeUpLag.class, leftNanos);
          leftNanos = dueNanos - CLOCK.nanoTime();
        }
        for (WakeUpLag each : OPEN) {
          each.worstNanos.accumulateAndGet(-leftNanos, Math::max);
        }
      }
    }

    /** The worst since the call before. */
    long takeNanos() {
      return worstNanos.getAndSet(0);
    }

    @Override
    public void close() {
      end(this);
    }
  }
}
