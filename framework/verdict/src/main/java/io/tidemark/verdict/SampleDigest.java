package io.tidemark.verdict;

import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.finish.FigureTrends;
import io.tidemark.model.result.finish.QueueTrend;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.workload.PhaseNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Summary of the samples for the rules, by phase, from one pass. */
final class SampleDigest {
  private static final class OfPhase {
    private final List<HostSummary.Totals> hosts = new ArrayList<>();
    private final QueueTrend inFlight = new QueueTrend();
    private final QueueTrend backlog = new QueueTrend();
    private final FigureTrends drift = new FigureTrends();
    private long mostInFlight;
    private long mostBacklog;
    private long lastBacklog;
    private boolean flowed;
    private long longestStallNanos;
  }

  private final Map<String, OfPhase> phases = new LinkedHashMap<>();
  private final boolean searches;
  private final List<FaultReport> faults;
  private OptionalDouble mostBacklog = OptionalDouble.empty();
  private final RateWindows windows;
  private long silenceNanos;
  private long longestSilenceNanos;

  SampleDigest(RateWindows windows, boolean searches, List<FaultReport> faults) {
    this.windows = windows;
    this.faults = faults;
    this.searches = searches;
  }

  static SampleDigest fromRun(JudgedRun run, RateWindows windows) {
    SampleDigest digest = new SampleDigest(windows, run.search().isPresent(), run.faults());
    run.samples().forEach(digest::add);
    return digest;
  }

  RateWindows windows() {
    return windows;
  }

  private void add(Sample sample) {
    OfPhase phase = phases.computeIfAbsent(sample.phase(), name -> new OfPhase());
    phase.mostInFlight = Math.max(phase.mostInFlight, sample.inFlight());
    phase.mostBacklog = Math.max(phase.mostBacklog, sample.backlog());
    windows.add(sample);
    phase.lastBacklog = sample.backlog();
    silence(sample);
    phase.flowed |=
        sample.counters().get(Counter.ACKNOWLEDGED) > 0
            || sample.counters().get(Counter.RECEIVED) > 0;
    for (HostSample host : sample.hosts()) {
      phase.longestStallNanos =
          Math.max(
              phase.longestStallNanos,
              Math.max(host.loadThreadLagNanos(), host.longestGcPauseNanos()));
    }
    if (!searches || !sample.phase().startsWith(PhaseNames.SEARCH)) {
      mostBacklog = OptionalDouble.of(Math.max(mostBacklog.orElse(0), sample.backlog()));
    }
    if (faults.stream().noneMatch(fault -> fault.affects(micros(sample), seconds(sample)))) {
      undisturbed(sample, phase);
    }
  }

  private static long micros(Sample sample) {
    return sample.startEpochNanos() / 1_000;
  }

  private static double seconds(Sample sample) {
    return sample.lengthNanos() / 1e9;
  }

  /** Queues that grow, and a busy machine, are expected while a fault has an effect. */
  private static void undisturbed(Sample sample, OfPhase phase) {
    phase.inFlight.add(sample.inFlight());
    phase.backlog.add(sample.backlog());
    phase.drift.add(sample);
    for (int i = 0; i < sample.hosts().size(); i++) {
      if (i == phase.hosts.size()) {
        phase.hosts.add(new HostSummary.Totals());
      }
      phase.hosts.get(i).add(sample.hosts().get(i), sample.lengthNanos(), bridgedNanos(sample));
    }
  }

  /** How long the broker was busy with the sends that were in flight at the end of a sample. */
  private static double bridgedNanos(Sample sample) {
    long acknowledged = sample.counters().get(Counter.ACKNOWLEDGED);
    return acknowledged == 0 ? 0 : (double) sample.inFlight() / acknowledged * sample.lengthNanos();
  }

  private void silence(Sample sample) {
    boolean silent = sample.inFlight() > 0 && sample.counters().get(Counter.ACKNOWLEDGED) == 0;
    silenceNanos = silent ? silenceNanos + sample.lengthNanos() : 0;
    longestSilenceNanos = Math.max(longestSilenceNanos, silenceNanos);
  }

  /** The longest time in which sends were in flight and none was acknowledged. */
  long longestSilenceNanos() {
    return longestSilenceNanos;
  }

  /** The longest time for which a worker stood still in these phases, also during a fault. */
  long longestStallNanos(Collection<String> names) {
    return phases.entrySet().stream()
        .filter(each -> names.contains(each.getKey()))
        .mapToLong(each -> each.getValue().longestStallNanos)
        .max()
        .orElse(0);
  }

  private OfPhase of(String phase) {
    return phases.getOrDefault(phase, new OfPhase());
  }

  /** Sends without an answer over this phase. */
  QueueTrend inFlight(String phase) {
    return of(phase).inFlight;
  }

  /** Messages acknowledged and not received over this phase. */
  QueueTrend backlog(String phase) {
    return of(phase).backlog;
  }

  /** Rates and latencies over this phase. */
  FigureTrends drift(String phase) {
    return of(phase).drift;
  }

  /** Sends without an answer at the end of a sample of this phase, at the most. */
  long mostInFlight(String phase) {
    return of(phase).mostInFlight;
  }

  /** Highest backlog of the run without the trials of a search; empty without samples. */
  OptionalDouble mostBacklog() {
    return mostBacklog;
  }

  /** In this phase; empty without samples. */
  OptionalDouble mostBacklog(String phase) {
    return phases.containsKey(phase)
        ? OptionalDouble.of(phases.get(phase).mostBacklog)
        : OptionalDouble.empty();
  }

  /** At the end of the last of these phases; empty without samples. */
  OptionalDouble lastBacklog(Collection<String> names) {
    return phases.entrySet().stream()
        .filter(each -> names.contains(each.getKey()))
        .mapToDouble(each -> each.getValue().lastBacklog)
        .reduce((earlier, later) -> later);
  }

  /** Whether a sample was taken in one of these phases. */
  boolean anySample(Collection<String> names) {
    return names.stream().anyMatch(phases::containsKey);
  }

  /** Whether a message was acknowledged or received in one of these phases. */
  boolean anyMessage(Collection<String> names) {
    return names.stream().anyMatch(name -> of(name).flowed);
  }

  /** Resource use of a worker's machine over these phases. */
  HostSummary host(int worker, Collection<String> names) {
    HostSummary.Totals totals = new HostSummary.Totals();
    names.stream()
        .map(this::of)
        .filter(phase -> worker < phase.hosts.size())
        .forEach(phase -> totals.add(phase.hosts.get(worker)));
    return totals.summary();
  }
}
