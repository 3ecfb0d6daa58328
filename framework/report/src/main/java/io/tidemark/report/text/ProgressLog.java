package io.tidemark.report.text;

import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run's progress without a terminal: one line at a fixed interval, and one at the end of each
 * phase. Rates are counts over the time of all; p99 is the worst sample's, because percentiles
 * cannot be averaged. For one thread.
 */
public final class ProgressLog {
  private final long intervalNanos;
  private final List<Sample> gathered = new ArrayList<>();
  private Duration elapsed = Duration.ZERO;
  private Optional<Duration> length = Optional.empty();

  public ProgressLog(Duration interval) {
    this.intervalNanos = interval.toNanos();
  }

  /** The lines that this sample completes: none, one, or two when a phase has ended before it. */
  public List<String> accept(Sample sample, Duration phaseElapsed, Optional<Duration> phaseLength) {
    List<String> lines = new ArrayList<>();
    if (!gathered.isEmpty() && !gathered.get(0).phase().equals(sample.phase())) {
      flush().ifPresent(lines::add);
    }
    gathered.add(sample);
    elapsed = phaseElapsed;
    length = phaseLength;
    // Half a sample of tolerance: ten samples of 999 ms are a line.
    long total = gathered.stream().mapToLong(Sample::lengthNanos).sum();
    if (total + sample.lengthNanos() / 2 >= intervalNanos) {
      flush().ifPresent(lines::add);
    }
    return lines;
  }

  /** The line of what has been gathered since the last one; empty when nothing. */
  public Optional<String> flush() {
    if (gathered.isEmpty()) {
      return Optional.empty();
    }
    String line = ProgressLine.of(together(), elapsed, length, TerminalStyle.PLAIN);
    gathered.clear();
    return Optional.of(line);
  }

  private Sample together() {
    Sample last = gathered.get(gathered.size() - 1);
    return new Sample(
        last.phase(),
        gathered.get(0).startEpochNanos(),
        gathered.stream().mapToLong(Sample::lengthNanos).sum(),
        gathered.stream().map(Sample::counters).reduce(Counters.ZERO, Counters::plus),
        worst(),
        last.backlog(),
        last.inFlight(),
        last.scheduleDebt(),
        List.of());
  }

  private Map<Measure, LatencySummary> worst() {
    Map<Measure, LatencySummary> worst = new EnumMap<>(Measure.class);
    for (Sample sample : gathered) {
      sample
          .latencies()
          .forEach(
              (measure, latency) ->
                  worst.merge(measure, latency, (a, b) -> a.p99Nanos() >= b.p99Nanos() ? a : b));
    }
    return worst;
  }
}
