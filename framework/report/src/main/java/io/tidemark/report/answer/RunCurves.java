package io.tidemark.report.answer;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.chart.Charts;
import io.tidemark.report.runs.ReportedRun;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The chart of a run that shows its answer: over its steps, or over time. */
final class RunCurves {
  /** Of several statistics and rates. */
  private static final Set<String> SHOWN =
      Set.of(
          Statistic.P50.label(),
          Statistic.P99.label(),
          "published",
          "consumed",
          "round trips",
          "intended");

  private RunCurves() {}

  static Optional<Chart> of(ReportedRun run) {
    String latency = measure(run).map(Charts::id).orElse("");
    List<String> overTime =
        latenciesFirst(run) ? List.of(latency, "rates") : List.of("rates", latency);
    List<Chart> charts = Charts.courses(List.of(run));
    return Stream.concat(
            Stream.of("round-trips-by-requesters", latency + "-by-rate"), overTime.stream())
        .flatMap(id -> charts.stream().filter(chart -> chart.id().equals(id)))
        .findFirst()
        .map(chart -> shown(run, chart));
  }

  private static Chart shown(ReportedRun run, Chart chart) {
    Chart shown =
        chart.with(
            chart.title() + (chart.group() == Group.TIMELINE ? " over time" : ""),
            chart.lines().stream()
                .filter(line -> SHOWN.contains(line.label().replaceFirst(",.*", "")))
                .toList());
    return shown.withMarks(chart.group() == Group.TIMELINE ? unmeasured(run) : List.of());
  }

  /** Whether its measured phases have different rates or numbers of requesters. */
  static boolean isSweep(ReportedRun run) {
    return of(run).filter(chart -> chart.group() != Group.TIMELINE).isPresent();
  }

  /** What the workload asks for; else latencies of an open loop, rates of a closed one. */
  private static boolean latenciesFirst(ReportedRun run) {
    return asked(run)
        .map(MetricReference::isTime)
        .orElseGet(
            () ->
                run.stored()
                    .flatMap(stored -> stored.totals().intendedRatePerSecond())
                    .isPresent());
  }

  /** The most important metric of the workload's question. */
  private static Optional<MetricReference> asked(ReportedRun run) {
    return run.question().map(MetricReference::decisive).stream().flatMap(List::stream).findFirst();
  }

  /** Phases that are not part of the figures. */
  private static List<Mark> unmeasured(ReportedRun run) {
    return run.stored().map(RunResult::phases).stream()
        .flatMap(List::stream)
        .filter(phase -> !phase.measured() && phase.lengthSeconds() > 1)
        .map(
            phase -> {
              double from = run.seconds(phase.startEpochMicros());
              return new Mark(Event.UNMEASURED, from, from + phase.lengthSeconds(), phase.name());
            })
        .toList();
  }

  /** How long messages take: what is asked for, or the first of these that was measured. */
  private static Optional<Measure> measure(ReportedRun run) {
    Stream<Measure> asked = asked(run).flatMap(metric -> metric.measure()).stream();
    return Stream.concat(asked, Metrics.first().stream().flatMap(each -> each.measure().stream()))
        .filter(
            measure ->
                run.latencies().containsKey(measure)
                    || run.stored()
                        .flatMap(stored -> stored.totals().latencies().get(measure))
                        .isPresent())
        .findFirst();
  }
}
