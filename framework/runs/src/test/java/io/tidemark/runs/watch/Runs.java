package io.tidemark.runs.watch;

import io.tidemark.base.ManualClock;
import io.tidemark.coordinator.RunListener.Totals;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Workload;
import io.tidemark.report.text.RunTitle;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.RunFiles;
import io.tidemark.runs.RunWatcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Runs of a command, second by second, on a clock that stands still otherwise. */
public final class Runs {
  static final long START = 1_700_000_000L * 1_000_000_000L; // 22:13:20 UTC
  static final Duration TEST = Duration.ofSeconds(20);
  private static final long SECOND = 1_000_000_000L;

  final ManualClock clock = new ManualClock();
  private final List<PlannedRun> runs;
  private final RunWatcher watcher;
  private int second;
  private long debt;

  /**
   * @param make makes the watcher
   */
  public Runs(Path folder, int iterations, Function<ManualClock, RunWatcher> make) {
    clock.setEpochNanos(START);
    Workload workload = workload(folder);
    DriverFile driver = new RunFiles(folder).driver("");
    runs =
        IntStream.rangeClosed(1, iterations)
            .mapToObj(
                i ->
                    new PlannedRun(new RunTitle("small", "kafka", i, iterations), workload, driver))
            .toList();
    watcher = make.apply(clock);
    watcher.planned(runs);
  }

  private static Workload workload(Path folder) {
    return new RunFiles(folder)
        .workload(
            RunFiles.SMALL.replace(": 1\ntestDuration: 1m", ": 500\ntestDuration: 20s")
                + """
                subscriptionsPerTopic: 1
                consumerPerSubscription: 1
                warmupDuration: 0s
                objectives: {endToEnd.p99: "<= 2ms"}
                """);
  }

  public PlannedRun run(int number) {
    return runs.get(number - 1);
  }

  /** Begins a run: 4 s later its load begins. */
  public Runs starts(int number) {
    watcher.starts(run(number));
    second = 0;
    debt = 0;
    clock.advance(4 * SECOND);
    watcher.phaseStarted("test", true, Optional.of(TEST));
    return this;
  }

  public Runs second(long messages, double p99Millis) {
    clock.advance(SECOND);
    debt += 500 - messages;
    Map<Measure, LatencySummary> latencies = new EnumMap<>(Measure.class);
    if (messages > 0) {
      latencies.put(Measure.PUBLISH_LATENCY, latency(p99Millis / 2));
      latencies.put(Measure.END_TO_END, latency(p99Millis));
    }
    Sample sample =
        new Sample(
            "test",
            clock.epochNanos() - SECOND,
            SECOND,
            Counters.ZERO
                .with(Counter.SENT, messages)
                .with(Counter.ACKNOWLEDGED, messages)
                .with(Counter.RECEIVED, messages),
            latencies,
            500 - messages,
            3,
            debt,
            List.of());
    second++;
    watcher.sampleTaken(
        sample, new Totals(Duration.ofSeconds(second), Optional.of(TEST), Counters.ZERO));
    return this;
  }

  private static LatencySummary latency(double p99Millis) {
    long p99 = (long) (p99Millis * 1e6);
    return new LatencySummary(
        500, 1, p99 / 4.0, 1, p99 / 4, p99 / 3, p99 / 2, p99 / 2, p99, p99 * 2, p99 * 2, p99 * 2,
        p99 * 3);
  }

  public Runs event(String kind, String detail) {
    watcher.event(new RunEvent(clock.epochNanos(), "local", kind, "connection 1", detail));
    return this;
  }
}
