package io.tidemark.report.text;

import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
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

  /** A run's progress in one line for each sample. */
  public static final class ProgressLine {
    private ProgressLine() {}

    /**
     * Draws a sample, without a line feed.
     *
     * @param phaseElapsed since the sample's phase began
     * @param phaseLength planned; empty when a condition ends the phase
     */
    public static String of(
        Sample sample, Duration phaseElapsed, Optional<Duration> phaseLength, TerminalStyle style) {
      return String.format(
          "%-8s %9s | %s",
          sample.phase(), position(phaseElapsed, phaseLength), figures(sample, style));
    }

    /** {@code 12/20 s}. */
    private static String position(Duration elapsed, Optional<Duration> length) {
      long seconds = Math.round(elapsed.toMillis() / 1e3);
      return length.map(l -> seconds + "/" + Math.round(l.toMillis() / 1e3)).orElse("" + seconds)
          + " s";
    }

    private static String figures(Sample sample, TerminalStyle style) {
      String state =
          "in flight %s, backlog %s"
              .formatted(Text.count(sample.inFlight()), Text.count(sample.backlog()));
      String errors = errors(sample, style);
      if (isEmpty(sample)) {
        return style.warning("no messages") + " | " + state + errors;
      }
      if (sample.latencies().containsKey(Measure.ROUND_TRIP_RESPONSE)) {
        return "%s | %s%s | p99 round trip %s, response %s"
            .formatted(
                "trips %7s/s".formatted(Text.perSecond(sample.perSecond(Counter.ANSWERED))),
                state,
                errors,
                p99(sample, Measure.ROUND_TRIP, style),
                p99(sample, Measure.ROUND_TRIP_RESPONSE, style));
      }
      return "%s | %s | %s%s | p99 pub %s, e2e %s"
          .formatted(
              rate(
                  "pub",
                  sample.perSecond(Counter.ACKNOWLEDGED),
                  sample.perSecond(Counter.ACKNOWLEDGED_BYTES)),
              rate(
                  "con",
                  sample.perSecond(Counter.RECEIVED),
                  sample.perSecond(Counter.RECEIVED_BYTES)),
              state,
              errors,
              p99(sample, Measure.PUBLISH_LATENCY, style),
              p99(sample, Measure.END_TO_END, style));
    }

    private static boolean isEmpty(Sample sample) {
      return sample.counters().get(Counter.ACKNOWLEDGED) == 0
          && sample.counters().get(Counter.RECEIVED) == 0;
    }

    private static String rate(String name, double perSecond, double bytesPerSecond) {
      return "%s %7s/s %5s MB/s"
          .formatted(name, Text.perSecond(perSecond), Text.megabytes(bytesPerSecond));
    }

    private static String errors(Sample sample, TerminalStyle style) {
      long errors =
          sample.counters().get(Counter.FAILED) + sample.counters().get(Counter.CONSUMER_ERRORS);
      long timeouts = sample.counters().get(Counter.TIMED_OUT);
      return (errors == 0 ? "" : ", " + style.bad(Text.plural(errors, "error")))
          + (timeouts == 0 ? "" : ", " + style.bad(Text.plural(timeouts, "timeout")));
    }

    private static String p99(Sample sample, Measure measure, TerminalStyle style) {
      LatencySummary latency = sample.latencies().get(measure);
      return latency == null ? "none" : style.latency(latency.p99Nanos() / 1e3);
    }
  }
}
