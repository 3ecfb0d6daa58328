package io.tidemark.report;

import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.PhaseScale;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.HdrHistogram.Histogram;

/** Phases and samples made by hand, with figures as a small Kafka cluster gives them. */
public final class RunFigures {
  public static final long START = RunParts.STARTED.toEpochMilli() * 1_000_000;
  public static final long SECOND = 1_000_000_000L;
  public static final int RATE = 10_000;
  public static final int BYTES = 1_024;

  /** By count and base: most tests want the same, and to record 200,000 values takes long. */
  private static final Map<List<Long>, Histogram> SKEWED = new ConcurrentHashMap<>();

  private RunFigures() {}

  public static PhaseResult phase(
      String name, boolean measured, int startSecond, int seconds, double slowness) {
    return phase(name, measured, startSecond, seconds, RATE, (long) RATE * seconds, slowness);
  }

  /** Ten seconds of a ramp. */
  public static PhaseResult step(
      String name, int startSecond, double intended, double achieved, double slowness) {
    return phase(name, true, startSecond, 10, intended, (long) (achieved * 10), slowness);
  }

  private static PhaseResult phase(
      String name,
      boolean measured,
      int startSecond,
      int seconds,
      double intended,
      long messages,
      double slowness) {
    return new PhaseResult(
        name,
        measured,
        START + startSecond * SECOND,
        seconds * SECOND,
        Optional.of(intended),
        new Throughput(counters(messages), seconds * SECOND),
        counters(messages),
        PhaseScale.NONE,
        histograms(messages, slowness));
  }

  public static PhaseResult drain() {
    return new PhaseResult(
        "drain",
        false,
        START + 25 * SECOND,
        SECOND / 2,
        Optional.empty(),
        new Throughput(Counters.ZERO, SECOND / 2),
        Counters.ZERO,
        PhaseScale.NONE,
        Map.of());
  }

  public static PhaseResult step(
      String name, boolean measured, int startSecond, int seconds, int requesters, long timeouts) {
    long answered = 1_000L * requesters * seconds;
    Map<Measure, Histogram> histograms = new EnumMap<>(Measure.class);
    histograms.put(Measure.ROUND_TRIP, skewed(answered, 400_000L * requesters));
    histograms.put(Measure.ROUND_TRIP_RESPONSE, skewed(answered, 410_000L * requesters));
    histograms.put(Measure.REQUEST_LEG, skewed(answered, 150_000L * requesters));
    histograms.put(Measure.RESPONDER_TIME, skewed(answered, 20_000));
    histograms.put(Measure.REPLY_LEG, skewed(answered, 160_000L * requesters));
    Counters counters = counters(answered).plus(roundTrips(answered, timeouts));
    return new PhaseResult(
        name,
        measured,
        START + startSecond * SECOND,
        seconds * SECOND,
        Optional.empty(),
        new Throughput(counters, seconds * SECOND),
        counters,
        new PhaseScale(
            Optional.of(requesters), Optional.empty(), Optional.empty(), Optional.empty()),
        histograms);
  }

  public static Sample interval(String phase, int startSecond, int seconds, double slowness) {
    long messages = (long) RATE * seconds;
    Map<Measure, LatencySummary> latencies = new EnumMap<>(Measure.class);
    histograms(messages, slowness)
        .forEach((measure, h) -> LatencySummary.of(h).ifPresent(s -> latencies.put(measure, s)));
    return new Sample(
        phase,
        START + startSecond * SECOND,
        seconds * SECOND,
        counters(messages),
        latencies,
        42,
        17,
        0,
        List.of(
            new HostSample(
                    0.75,
                    1.5,
                    2,
                    0.01,
                    Double.NaN,
                    4_200_000,
                    2_100_000,
                    64_000_000,
                    -1,
                    250_000,
                    LoadThreads.NONE)
                .with(loadThreads(seconds))));
  }

  private static LoadThreads loadThreads(int seconds) {
    long nanos = seconds * SECOND;
    return new LoadThreads(nanos, nanos, nanos / 50, nanos / 100, nanos / 4, -1, 3_500_000, 2);
  }

  public static Sample silence(String phase, int startSecond, int seconds) {
    return new Sample(
        phase,
        START + startSecond * SECOND,
        seconds * SECOND,
        Counters.ZERO,
        Map.of(),
        0,
        5,
        100_000,
        List.of());
  }

  public static Counters roundTrips(long answered, long timeouts) {
    return Counters.ZERO
        .with(Counter.REQUESTS_RECEIVED, answered + timeouts)
        .with(Counter.REPLIES_SENT, answered)
        .with(Counter.ANSWERED, answered)
        .with(Counter.TIMED_OUT, timeouts)
        .with(Counter.LATE, timeouts == 0 ? 0 : 2);
  }

  private static Map<Measure, Histogram> histograms(long messages, double slowness) {
    Map<Measure, Histogram> histograms = new EnumMap<>(Measure.class);
    histograms.put(Measure.SCHEDULE_DELAY, skewed(messages, (long) (9_000 * slowness)));
    histograms.put(Measure.PUBLISH_LATENCY, skewed(messages, (long) (1_200_000 * slowness)));
    histograms.put(Measure.PUBLISH_RESPONSE, skewed(messages, (long) (1_210_000 * slowness)));
    histograms.put(Measure.END_TO_END, skewed(messages, (long) (1_910_000 * slowness)));
    histograms.put(Measure.END_TO_END_FROM_SEND, skewed(messages, (long) (1_900_000 * slowness)));
    histograms.put(Measure.FAILED_SEND, LatencyHistogram.create());
    return histograms;
  }

  /** From the base up, steeply at the end: nineteen in twenty below 3 x, the last at 100 x. */
  private static Histogram skewed(long count, long baseNanos) {
    return SKEWED
        .computeIfAbsent(List.of(count, baseNanos), key -> recorded(count, baseNanos))
        .copy();
  }

  private static Histogram recorded(long count, long baseNanos) {
    Histogram histogram = LatencyHistogram.create();
    for (long i = 0; i < count; i++) {
      long nanos = baseNanos + 2 * baseNanos * i / count;
      if (i % 20 == 19) {
        nanos += 2 * baseNanos;
      }
      if (i % 10_000 == 9_999) {
        nanos *= 20;
      }
      histogram.recordValue(nanos);
    }
    return histogram;
  }

  public static Counters counters(long messages) {
    long bytes = messages * BYTES;
    return Counters.ZERO
        .with(Counter.SENT, messages)
        .with(Counter.SENT_BYTES, bytes)
        .with(Counter.ACKNOWLEDGED, messages)
        .with(Counter.ACKNOWLEDGED_BYTES, bytes)
        .with(Counter.RECEIVED, messages)
        .with(Counter.RECEIVED_BYTES, bytes);
  }
}
