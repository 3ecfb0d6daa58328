package io.tidemark.report;

import io.tidemark.model.worker.Counter;
import io.tidemark.model.worker.Measure;
import io.tidemark.report.LatencyMicros.Statistic;
import io.tidemark.report.StoredSample.Host;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The samples of a run as columns, without those in which nothing was measured. */
final class RunTimeline {
  /** Of latencies. */
  private static final List<Statistic> STATISTICS =
      List.of(Statistic.P50, Statistic.P99, Statistic.P99_9, Statistic.MAX);

  private final List<StoredSample> samples;
  private final double[] seconds;
  private final List<TimeSeries> columns = new ArrayList<>();

  private RunTimeline(List<StoredSample> samples) {
    this.samples = samples;
    this.seconds =
        samples.stream()
            .mapToDouble(sample -> sample.secondsFromStart() + sample.lengthSeconds())
            .toArray();
  }

  static List<TimeSeries> of(StoredRun run) {
    RunTimeline timeline = new RunTimeline(new ArrayList<>(run.samples()));
    timeline.add(TimeSeries.INTENDED_RATE, timeline.intended(run));
    for (Counter counter : StoredRates.RATED) {
      // Only of counters that have a rate.
      timeline.add(
          Objects.requireNonNull(counter.rateKey()),
          sample -> sample.rates().byCounter().getOrDefault(counter, Double.NaN));
    }
    timeline.add(TimeSeries.BACKLOG, StoredSample::backlogMessages);
    timeline.add(TimeSeries.IN_FLIGHT, StoredSample::inFlightMessages);
    timeline.add(TimeSeries.SCHEDULE_DEBT, StoredSample::scheduleDebtMessages);
    for (Measure measure : Measure.values()) {
      STATISTICS.forEach(statistic -> timeline.addLatency(measure, statistic));
    }
    timeline.addHosts();
    return timeline.columns;
  }

  private double[] intended(StoredRun run) {
    Map<String, StoredPhase> phases = new TreeMap<>();
    run.phases().forEach(phase -> phases.put(phase.name(), phase));
    double[] rates = new double[samples.size()];
    long debt = 0;
    for (int i = 0; i < rates.length; i++) {
      StoredSample sample = samples.get(i);
      StoredPhase phase = phases.get(sample.phase());
      boolean open = phase != null && phase.intendedRate().isPresent();
      rates[i] = open ? sample.dueRatePerSecond(debt) : Double.NaN;
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
