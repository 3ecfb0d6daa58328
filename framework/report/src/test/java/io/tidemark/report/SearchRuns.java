package io.tidemark.report;

import io.tidemark.model.result.Latencies;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.workload.SearchSpec.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs made by hand that search a value. */
public final class SearchRuns {
  /** The trials begin 10, 20 and 30 s after the start, and last 10 s. */
  private static final List<TelemetrySample> TELEMETRY =
      List.of(
          reading(9.9, "nodeCpuCores", "node 1", 9),
          reading(10, "nodeCpuCores", "node 1", 1),
          reading(10, "nodeCpuCores", "node 2", 2),
          reading(19.9, "nodeCpuCores", "node 1", 6),
          reading(19.9, "brokerPublishedMessages", "cluster", 1_000_000),
          reading(20, "nodeCpuCores", "node 1", 7),
          reading(21, "queueMessages", "queue 1", 30));

  private SearchRuns() {}

  private static TelemetrySample reading(double second, String name, String subject, double value) {
    long nanos = RunFigures.START + Math.round(second * RunFigures.SECOND);
    return new TelemetrySample(nanos, name, subject, value, 0);
  }

  /** A search with three trials, the last of which ended early. */
  public static RunResult trials() {
    RunResult run =
        SampleRuns.withIdentity(
            SampleRuns.sample(), RunParts.identity("search", "kafka-strimzi-local"));
    List<PhaseResult> phases = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      phases.add(
          RunFigures.step("search-" + i, 10 * i, 2_000 << i, 2_000 << i, i).withMeasured(false));
    }
    phases.addAll(run.phases());
    SearchReport search =
        new SearchReport(
            Quantity.RATE,
            Optional.of(8_000.0),
            Optional.of(16_000.0),
            false,
            "maxTrials was reached after 3 trials",
            List.of(
                trial(1, 4_000, 5, "", -3.2, Optional.of(12.5)),
                trial(2, 8_000, 5, "", 0.4, Optional.of(30.0)),
                trial(3, 16_000, 2, "9,000 msg/s were received", 7_000, Optional.empty())));
    return withSearch(SampleRuns.withPhases(run, phases), search);
  }

  public static RunResult withSearch(RunResult run, SearchReport search) {
    return SampleRuns.with(run, Optional.of(search), List.of(), Optional.empty(), TELEMETRY);
  }

  /** The trials as those of a search for consumers, of which more are easier. */
  public static RunResult overConsumers() {
    RunResult run = trials();
    List<SearchReport.Trial> trials = new ArrayList<>();
    for (SearchReport.Trial trial : run.search().orElseThrow().trials()) {
      trials.add(
          trial
              .with()
              .other(Optional.of(4.0 - trials.size()))
              .intendedPerSecond(Optional.of(16_000.0))
              .build());
    }
    SearchReport search =
        new SearchReport(Quantity.CONSUMERS, Optional.of(3.0), Optional.of(2.0), true, "", trials);
    return withSearch(run, search);
  }

  private static SearchReport.Trial trial(
      int number, double rate, double seconds, String why, double slope, Optional<Double> error) {
    return new SearchReport.Trial(
        "search-" + number,
        Optional.empty(),
        Optional.of(rate),
        seconds,
        false,
        why.isEmpty(),
        why,
        Math.min(rate, 9_000),
        slope,
        error,
        Latencies.NONE,
        List.of());
  }
}
