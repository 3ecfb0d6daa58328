package io.tidemark.report.figures;

import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The samples of a run as columns, without those in which nothing was measured. Reads the samples
 * once, so that they may be more than fit in memory.
 */
public final class RunTimeline {
  private final Predicate<String> scheduled;
  private final boolean requestReply;
  private final List<String> workers;
  private final DoubleStream.Builder seconds = DoubleStream.builder();
  private final Map<Column, Values> values = new LinkedHashMap<>();
  private int samples;
  private final List<String> phases = new ArrayList<>();
  private final List<Double> lengths = new ArrayList<>();
  private final List<Long> received = new ArrayList<>();

  /** By how much more than its length says a sample received in a second. */
  private final Map<Integer, Double> factors = new HashMap<>();

  /** Whether a phase is shorter for received messages than for sent ones. */
  private boolean onlyRead;

  private long firstStartNanos = -1;
  private long debt;

  private static final Set<String> RECEIVING =
      Counter.rated(true).stream()
          .filter(counter -> counter.group() == Counter.Group.RECEIVING)
          .map(Counter::rateName)
          .collect(Collectors.toSet());

  private record Column(String name, String subject) {}

  /** One for each sample; NaN for those in which a worker was not there. */
  private static final class Values {
    private final DoubleStream.Builder all = DoubleStream.builder();
    private int number;

    void add(double value, int sample) {
      padTo(sample);
      all.add(value);
      number++;
    }

    void padTo(int size) {
      for (; number < size; number++) {
        all.add(Double.NaN);
      }
    }

    double[] toArray(int size) {
      padTo(size);
      return all.build().toArray();
    }
  }

  /**
   * @param scheduled names of phases with an intended rate
   * @param workers names, in the order of {@link Sample#hosts}
   */
  private RunTimeline(Predicate<String> scheduled, boolean requestReply, List<String> workers) {
    this.scheduled = scheduled;
    this.requestReply = requestReply;
    this.workers = workers;
  }

  public static List<TimeSeries> of(RunResult run) {
    Set<String> scheduled = new HashSet<>();
    run.phases().stream()
        .filter(phase -> phase.intendedRatePerSecond().isPresent())
        .map(PhaseResult::name)
        .forEach(scheduled::add);
    RunTimeline timeline =
        new RunTimeline(
            scheduled::contains,
            run.requestReply().isPresent(),
            run.workers().stream().map(WorkerReport::name).toList());
    List<PhaseResult> onlyRead =
        run.phases().stream()
            .filter(phase -> phase.byTime().receivingNanos() < phase.byTime().sendingNanos())
            .toList();
    timeline.onlyRead = !onlyRead.isEmpty();
    run.samples().forEach(timeline::add);
    onlyRead.forEach(timeline::receiveInItsTime);
    return timeline.columns();
  }

  /**
   * Where messages were only read, rates are those of the time from the first arrival to the last
   * one, as the figure of the phase is. How much of the first and the last sample that leaves out
   * is not known: as much as gives both the rate of the phase.
   */
  private void receiveInItsTime(PhaseResult phase) {
    double rate = phase.perSecond(Counter.RECEIVED);
    int[] received =
        IntStream.range(0, samples)
            .filter(i -> phases.get(i).equals(phase.name()) && this.received.get(i) > 0)
            .toArray();
    if (rate <= 0 || received.length == 0) {
      return;
    }
    int[] ends = IntStream.of(received[0], received[received.length - 1]).distinct().toArray();
    for (int end : ends) {
      double needed = this.received.get(end) / rate;
      double length = lengths.get(end);
      if (needed < length) {
        factors.put(end, length / needed);
      }
    }
  }

  /**
   * The values of one sample of a run that has not ended.
   *
   * @param firstStartEpochNanos of the first sample of the run
   * @param scheduled whether its phase has an intended rate
   * @param debtBefore {@link Sample#scheduleDebt} of the sample before
   */
  public static List<TimeSeries> of(
      Sample sample, long firstStartEpochNanos, boolean scheduled, long debtBefore) {
    boolean requestReply = sample.counters().get(Counter.ANSWERED) > 0;
    RunTimeline timeline = new RunTimeline(name -> scheduled, requestReply, List.of());
    timeline.firstStartNanos = firstStartEpochNanos;
    timeline.debt = debtBefore;
    timeline.add(sample);
    return timeline.columns();
  }

  private void add(Sample sample) {
    firstStartNanos = firstStartNanos < 0 ? sample.startEpochNanos() : firstStartNanos;
    seconds.add((sample.startEpochNanos() - firstStartNanos) / 1e9 + sample.lengthSeconds());
    put(
        TimeSeries.INTENDED_RATE,
        scheduled.test(sample.phase()) ? sample.dueRatePerSecond(debt) : Double.NaN);
    debt = sample.scheduleDebt();
    for (Counter counter : Counter.rated(true)) {
      boolean known = requestReply || counter.group() != Counter.Group.ROUND_TRIPS;
      put(counter.rateName(), known ? sample.perSecond(counter) : Double.NaN);
    }
    if (onlyRead) {
      phases.add(sample.phase());
      lengths.add(sample.lengthSeconds());
      received.add(sample.counters().get(Counter.RECEIVED));
    }
    put(TimeSeries.BACKLOG, sample.backlog());
    put(TimeSeries.IN_FLIGHT, sample.inFlight());
    put(TimeSeries.SCHEDULE_DEBT, sample.scheduleDebt());
    addLatencies(sample);
    addHosts(sample.hosts());
    samples++;
  }

  private void addLatencies(Sample sample) {
    for (Measure measure : Measure.values()) {
      Optional<LatencyMicros> latency =
          Optional.ofNullable(sample.latencies().get(measure)).map(LatencyMicros::of);
      for (Statistic statistic : Statistic.FEW) {
        put(
            TimeSeries.nameOf(measure, statistic),
            latency.map(each -> statistic.of(each).doubleValue()).orElse(Double.NaN));
      }
    }
  }

  /** What is shown of each worker, in this order. */
  private static final Map<String, ToDoubleFunction<HostSample>> OF_HOST = new LinkedHashMap<>();

  static {
    OF_HOST.put(TimeSeries.PROCESS_CPU, HostSample::processCpuShare);
    OF_HOST.put(TimeSeries.HOST_CPU, HostSample::hostCpuShare);
    OF_HOST.put(
        TimeSeries.LONGEST_GC_PAUSE,
        host ->
            host.longestGcPauseNanos() < 0
                ? Double.NaN
                : LatencyMicros.micros(host.longestGcPauseNanos()));
  }

  private void addHosts(List<HostSample> hosts) {
    for (int i = 0; i < hosts.size(); i++) {
      String worker = i < workers.size() ? workers.get(i) : "worker-" + i;
      for (Map.Entry<String, ToDoubleFunction<HostSample>> figure : OF_HOST.entrySet()) {
        put(figure.getKey(), worker, figure.getValue().applyAsDouble(hosts.get(i)));
      }
    }
  }

  private void put(String name, double value) {
    put(name, "", value);
  }

  private void put(String name, String subject, double value) {
    values.computeIfAbsent(new Column(name, subject), column -> new Values()).add(value, samples);
  }

  private List<TimeSeries> columns() {
    double[] times = seconds.build().toArray();
    List<TimeSeries> columns = new ArrayList<>();
    values.forEach(
        (column, all) -> {
          double[] each = all.toArray(samples);
          if (RECEIVING.contains(column.name())) {
            factors.forEach((sample, factor) -> each[sample] *= factor);
          }
          TimeSeries series = new TimeSeries(column.name(), column.subject(), times, each);
          if (series.isMeasured()) {
            columns.add(series);
          }
        });
    return columns;
  }

  /**
   * One quantity of a run over time. The arrays have the same length; they are shared, not copied:
   * do not change them.
   *
   * @param name with its unit, as in {@code timeline.csv} or {@code telemetry.csv}
   * @param subject which worker, node or queue; empty for the whole run
   * @param seconds from the start of the first sample; the end of the interval for what was counted
   *     in one; not decreasing
   * @param values NaN where nothing was measured
   */
  @SuppressWarnings("ArrayRecordComponent") // 100,000 points; no boxing.
  public record TimeSeries(String name, String subject, double[] seconds, double[] values) {
    /** Messages per second of the schedule. */
    public static final String INTENDED_RATE = "intendedRatePerSecond";

    public static final String BACKLOG = "backlogMessages";
    public static final String IN_FLIGHT = "inFlightMessages";
    public static final String SCHEDULE_DEBT = "scheduleDebtMessages";

    /** A figure of a worker, as are the next two. */
    public static final String PROCESS_CPU = "processCpuCores";

    public static final String HOST_CPU = "hostCpuCores";
    public static final String LONGEST_GC_PAUSE = "longestGcPauseMicros";

    public TimeSeries {
      if (seconds.length != values.length) {
        throw new IllegalArgumentException(name + ": " + seconds.length + ", " + values.length);
      }
    }

    /** The name of a statistic of a latency. */
    public static String nameOf(Measure measure, Statistic statistic) {
      return measure.key() + statistic.column();
    }

    /** The series as that of a subject. */
    public TimeSeries of(String other) {
      return new TimeSeries(name, other, seconds, values);
    }

    /** Whether a value was measured. */
    public boolean isMeasured() {
      return DoubleStream.of(values).anyMatch(Double::isFinite);
    }
  }
}
