package io.tidemark.report.figures;

import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadThreads;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One interval as stored.
 *
 * @param startEpochMicros in the coordinator's clock
 * @param secondsFromStart from the start of the first sample
 * @param lengthSeconds its true length
 * @param backlogMessages acknowledged and not yet received, at the end
 * @param inFlightMessages neither acknowledged nor failed, at the end
 * @param scheduleDebtMessages due and not yet sent, at the end
 */
public record StoredSample(
    String phase,
    long startEpochMicros,
    double secondsFromStart,
    double lengthSeconds,
    StoredRates rates,
    StoredCounts counts,
    Latencies latencies,
    long backlogMessages,
    long inFlightMessages,
    long scheduleDebtMessages,
    List<Host> hosts) {

  /**
   * Resource use of a worker's machine; null if not known.
   *
   * @param processCpuCores CPU of the worker's process, in cores
   * @param hostCpuCores CPU of all processes, in cores
   * @param stealCores CPU taken by the hypervisor, in cores
   * @param throttledShare share of the interval lost to the container's CPU limit, 0 to 1
   * @param tickerLagMicros maximum delay of the engine's ticker
   * @param loadThreadMicros time of the load threads: their number times the time in which they ran
   * @param producerMicros the same of the producers
   * @param sendShare share of the load threads' time in send calls of the driver, 0 to 1; this and
   *     the other shares are null without load threads
   * @param inFlightCapShare share of the producers' time in which the in-flight cap held a due
   *     message back, 0 to 1
   * @param loadThreadCpuShare share of the load threads' time on a CPU, 0 to 1
   * @param runQueueShare share of the load threads' time spent waiting for a CPU, 0 to 1
   * @param oldestInFlightMicros age of the oldest send without an answer, at the end
   * @param scheduleDebtMessages due and not yet sent, at the end
   */
  public record Host(
      String worker,
      @Nullable Double processCpuCores,
      @Nullable Double hostCpuCores,
      int cores,
      @Nullable Double stealCores,
      @Nullable Double throttledShare,
      @Nullable Double gcPauseMicros,
      @Nullable Double longestGcPauseMicros,
      @Nullable Long usedHeapBytes,
      @Nullable Long residentBytes,
      @Nullable Double tickerLagMicros,
      double loadThreadMicros,
      double producerMicros,
      @Nullable Double sendShare,
      @Nullable Double inFlightCapShare,
      @Nullable Double loadThreadCpuShare,
      @Nullable Double runQueueShare,
      @Nullable Double oldestInFlightMicros,
      long scheduleDebtMessages) {
    static Host of(String worker, HostSample host) {
      LoadThreads threads = host.loadThreads().withinTheirTime();
      return new Host(
          worker,
          known(host.processCpuShare()),
          known(host.hostCpuShare()),
          host.cores(),
          known(host.stealShare()),
          known(host.throttledShare()),
          micros(host.gcPauseNanos()),
          micros(host.longestGcPauseNanos()),
          known(host.usedHeapBytes()),
          known(host.residentBytes()),
          micros(host.loadThreadLagNanos()),
          LatencyMicros.micros(threads.threadNanos()),
          LatencyMicros.micros(threads.producerNanos()),
          known(threads.sendShare()),
          known(threads.capShare()),
          known(threads.cpuShare()),
          known(threads.runQueueShare()),
          micros(threads.oldestInFlightNanos()),
          threads.debt());
    }

    public HostSample toSample() {
      return new HostSample(
          share(processCpuCores),
          share(hostCpuCores),
          cores,
          share(stealCores),
          share(throttledShare),
          nanos(gcPauseMicros),
          nanos(longestGcPauseMicros),
          usedHeapBytes == null ? -1 : usedHeapBytes,
          residentBytes == null ? -1 : residentBytes,
          nanos(tickerLagMicros),
          toLoadThreads());
    }

    private LoadThreads toLoadThreads() {
      long threadNanos = LatencyMicros.nanos(loadThreadMicros);
      long producerNanos = LatencyMicros.nanos(producerMicros);
      return new LoadThreads(
          threadNanos,
          producerNanos,
          sendShare == null ? 0 : Math.round(sendShare * threadNanos),
          inFlightCapShare == null ? 0 : Math.round(inFlightCapShare * producerNanos),
          loadThreadCpuShare == null ? -1 : Math.round(loadThreadCpuShare * threadNanos),
          runQueueShare == null ? -1 : Math.round(runQueueShare * threadNanos),
          nanos(oldestInFlightMicros),
          scheduleDebtMessages);
    }

    private static double share(@Nullable Double stored) {
      return stored == null ? Double.NaN : stored;
    }

    private static long nanos(@Nullable Double micros) {
      return micros == null ? -1 : LatencyMicros.nanos(micros);
    }

    private static @Nullable Double known(double share) {
      return Double.isNaN(share) ? null : share;
    }

    private static @Nullable Long known(long number) {
      return number < 0 ? null : number;
    }

    private static @Nullable Double micros(long nanos) {
      return nanos < 0 ? null : LatencyMicros.micros(nanos);
    }
  }

  public StoredSample {
    Objects.requireNonNull(phase);
    Objects.requireNonNull(rates);
    Objects.requireNonNull(counts);
    Objects.requireNonNull(latencies);
    hosts = List.copyOf(hosts);
  }

  static StoredSample of(
      Sample sample, long firstStartEpochNanos, List<String> workers, boolean requestReply) {
    return new StoredSample(
        sample.phase(),
        sample.startEpochNanos() / 1_000,
        (sample.startEpochNanos() - firstStartEpochNanos) / 1e9,
        sample.lengthNanos() / 1e9,
        StoredRates.of(sample::perSecond, requestReply),
        new StoredCounts(sample.counters(), requestReply),
        Latencies.of(sample.latencies()),
        sample.backlog(),
        sample.inFlight(),
        sample.scheduleDebt(),
        hosts(sample.hosts(), workers));
  }

  private static List<Host> hosts(List<HostSample> hosts, List<String> workers) {
    return IntStream.range(0, hosts.size())
        .mapToObj(i -> Host.of(i < workers.size() ? workers.get(i) : "worker-" + i, hosts.get(i)))
        .toList();
  }

  /**
   * Messages per second that the schedule intended in this interval. Not below 0: while a large
   * debt is sent, it is read a moment later than the number of messages.
   *
   * @param debtBefore {@link #scheduleDebtMessages} of the sample before
   */
  double dueRatePerSecond(long debtBefore) {
    return Math.max(0, counts.get(Counter.SENT) + scheduleDebtMessages - debtBefore)
        / lengthSeconds;
  }

  /**
   * Without latencies: those of phases are complete elsewhere.
   *
   * @param firstStartEpochMicros of the first sample
   */
  public Sample toSample(long firstStartEpochMicros) {
    return new Sample(
        phase,
        firstStartEpochMicros * 1_000 + LatencyMicros.nanosOfSeconds(secondsFromStart),
        LatencyMicros.nanosOfSeconds(lengthSeconds),
        counts.counters(),
        Map.of(),
        backlogMessages,
        inFlightMessages,
        scheduleDebtMessages,
        hosts.stream().map(Host::toSample).toList());
  }
}
