package io.tidemark.report.figures;

import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.figures.LatencyMicros.Statistic;
import io.tidemark.report.figures.StoredSample.Host;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The samples of a run as columns, without those in which nothing was measured. */
public final class RunTimeline {
  /** Of latencies. */
  private final List<StoredSample> samples;

  private final Predicate<String> scheduled;
  private final double[] seconds;
  private final List<TimeSeries> columns = new ArrayList<>();

  /**
   * @param scheduled names of phases with an intended rate
   */
  private RunTimeline(List<StoredSample> samples, Predicate<String> scheduled) {
    this.samples = samples;
    this.scheduled = scheduled;
    this.seconds =
        samples.stream()
            .mapToDouble(sample -> sample.secondsFromStart() + sample.lengthSeconds())
            .toArray();
  }

  public static List<TimeSeries> of(StoredRun run) {
    Map<String, StoredPhase> phases = new TreeMap<>();
    run.phases().forEach(phase -> phases.put(phase.name(), phase));
    Predicate<String> scheduled =
        name -> phases.containsKey(name) && phases.get(name).intendedRate().isPresent();
    return new RunTimeline(new ArrayList<>(run.samples()), scheduled).of(0);
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
    StoredSample stored = StoredSample.of(sample, firstStartEpochNanos, List.of(), requestReply);
    return new RunTimeline(List.of(stored), name -> scheduled).of(debtBefore);
  }

  private List<TimeSeries> of(long debtBefore) {
    add(TimeSeries.INTENDED_RATE, intended(debtBefore));
    for (Counter counter : StoredRates.RATED) {
      // Only of counters that have a rate.
      add(
          Objects.requireNonNull(counter.rateKey()),
          sample -> sample.rates().byCounter().getOrDefault(counter, Double.NaN));
    }
    add(TimeSeries.BACKLOG, StoredSample::backlogMessages);
    add(TimeSeries.IN_FLIGHT, StoredSample::inFlightMessages);
    add(TimeSeries.SCHEDULE_DEBT, StoredSample::scheduleDebtMessages);
    for (Measure measure : Measure.values()) {
      Statistic.FEW.forEach(statistic -> addLatency(measure, statistic));
    }
    addHosts();
    return columns;
  }

  private double[] intended(long debtBefore) {
    double[] rates = new double[samples.size()];
    long debt = debtBefore;
    for (int i = 0; i < rates.length; i++) {
      StoredSample sample = samples.get(i);
      rates[i] = scheduled.test(sample.phase()) ? sample.dueRatePerSecond(debt) : Double.NaN;
      debt = sample.scheduleDebtMessages();
    }
    return rates;
  }

  private void addLatency(Measure measure, Statistic statistic) {
    add(
        TimeSeries.nameOf(measure, statistic),
        sample ->
            sample
                .latencies()
                .get(measure)
                .map(latency -> statistic.of(latency).doubleValue())
                .orElse(Double.NaN));
  }

  private void addHosts() {
    List<String> workers =
        samples.stream()
            .flatMap(sample -> sample.hosts().stream().map(Host::worker))
            .distinct()
            .toList();
    for (String worker : workers) {
      addHost(worker, TimeSeries.PROCESS_CPU, Host::processCpuCores);
      addHost(worker, TimeSeries.HOST_CPU, Host::hostCpuCores);
      addHost(worker, TimeSeries.LONGEST_GC_PAUSE, Host::longestGcPauseMicros);
    }
  }

  private void addHost(String worker, String name, Function<Host, @Nullable Double> figure) {
    add(
        name,
        worker,
        values(
            sample -> {
              for (Host host : sample.hosts()) {
                if (host.worker().equals(worker)) {
                  Double value = figure.apply(host);
                  return value == null ? Double.NaN : value;
                }
              }
              return Double.NaN;
            }));
  }

  private void add(String name, ToDoubleFunction<StoredSample> value) {
    add(name, "", values(value));
  }

  private void add(String name, double[] values) {
    add(name, "", values);
  }

  private void add(String name, String subject, double[] values) {
    TimeSeries column = new TimeSeries(name, subject, seconds, values);
    if (column.isMeasured()) {
      columns.add(column);
    }
  }

  private double[] values(ToDoubleFunction<StoredSample> value) {
    return samples.stream().mapToDouble(value).toArray();
  }
}
