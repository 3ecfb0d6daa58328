package io.tidemark.report.answer;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.chart.Unit;
import io.tidemark.report.figures.TimeSeries;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The picture of one run: over its steps, or over time. */
final class RunCurves {
  private static final List<Measure> LATENCIES =
      List.of(Measure.ROUND_TRIP, Measure.END_TO_END, Measure.PUBLISH_LATENCY);

  private RunCurves() {}

  static Optional<Chart> of(ReportedRun run) {
    return overRequesters(run).or(() -> overRate(run)).or(() -> overTime(run));
  }

  /** Whether its measured phases have different rates or numbers of requesters. */
  static boolean isSweep(ReportedRun run) {
    return !steps(run, RunCurves::requesters).isEmpty()
        || !steps(run, PhaseResult::intendedRatePerSecond).isEmpty();
  }

  private static Optional<Double> requesters(PhaseResult phase) {
    return phase.requesters().map(Integer::doubleValue);
  }

  /** Measured phases in the order of what differs between them; none if nothing does. */
  private static List<PhaseResult> steps(
      ReportedRun run, Function<PhaseResult, Optional<Double>> input) {
    List<PhaseResult> steps =
        run.stored().stream()
            .flatMap(stored -> stored.phases().stream())
            .filter(phase -> phase.measured() && input.apply(phase).isPresent())
            .sorted(Comparator.comparingDouble(phase -> input.apply(phase).orElse(0.0)))
            .toList();
    return steps.stream().map(input).distinct().count() > 1 ? steps : List.of();
  }

  private static Optional<Chart> overRequesters(ReportedRun run) {
    List<PhaseResult> steps = steps(run, RunCurves::requesters);
    if (steps.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Chart(
            "requesters",
            Group.SWEEP,
            "Round-trip rate by requesters",
            "",
            Axis.linear("requesters", Unit.NUMBER),
            Axis.linear("", Unit.PER_SECOND),
            List.of(
                line(
                    run,
                    "round trips",
                    steps,
                    step -> requesters(step).orElse(0.0),
                    step -> step.perSecond(Counter.ANSWERED))),
            List.of(),
            List.of()));
  }

  private static Line line(
      ReportedRun run,
      String label,
      List<PhaseResult> steps,
      ToDoubleFunction<PhaseResult> x,
      ToDoubleFunction<PhaseResult> y) {
    return new Line(
        label,
        run.environment(),
        0,
        Kind.LINE,
        steps.stream().mapToDouble(x).toArray(),
        steps.stream().mapToDouble(y).toArray());
  }

  private static Optional<Chart> overRate(ReportedRun run) {
    List<PhaseResult> steps = steps(run, PhaseResult::intendedRatePerSecond);
    Measure measure = measure(run).orElse(Measure.PUBLISH_LATENCY);
    List<PhaseResult> known =
        steps.stream().filter(step -> step.latencies().get(measure).isPresent()).toList();
    if (known.size() < 2) {
      return Optional.empty();
    }
    return Optional.of(
        new Chart(
            "rate",
            Group.RATE,
            latencyOf(measure) + " by the intended rate",
            "",
            Axis.linear("intended rate", Unit.PER_SECOND),
            Axis.of("", Unit.MICROS, true),
            Stream.of(Statistic.P50, Statistic.P99)
                .map(
                    statistic ->
                        line(
                            run,
                            name(statistic),
                            known,
                            step -> step.intendedRatePerSecond().orElse(0.0),
                            step ->
                                step.latencies()
                                    .get(measure)
                                    .map(each -> statistic.of(each).doubleValue())
                                    .orElse(Double.NaN)))
                .toList(),
            List.of(),
            List.of()));
  }

  private static String name(Statistic statistic) {
    return statistic == Statistic.P50 ? "median" : statistic.label();
  }

  private static String latencyOf(Measure measure) {
    return Text.capital(measure.words());
  }

  /** What the workload asks for; else latencies of an open loop, rates of a closed one. */
  private static Optional<Chart> overTime(ReportedRun run) {
    boolean latenciesFirst =
        asked(run)
            .map(MetricReference::isTime)
            .orElseGet(
                () ->
                    run.stored()
                        .flatMap(stored -> stored.totals().intendedRatePerSecond())
                        .isPresent());
    Optional<Chart> latencies = latencies(run);
    Optional<Chart> rates = rates(run);
    return latenciesFirst ? latencies.or(() -> rates) : rates.or(() -> latencies);
  }

  /** The most important metric of the workload's question. */
  private static Optional<MetricReference> asked(ReportedRun run) {
    return run.question().map(MetricReference::decisive).stream().flatMap(List::stream).findFirst();
  }

  private static Optional<Chart> latencies(ReportedRun run) {
    return measure(run)
        .flatMap(
            measure -> {
              List<Line> series = new ArrayList<>();
              for (Statistic statistic : List.of(Statistic.P50, Statistic.P99)) {
                SeriesPoints.line(
                    run, TimeSeries.nameOf(measure, statistic), name(statistic), series);
              }
              return course(latencyOf(measure) + " over time", Unit.MICROS, true, series, run);
            });
  }

  private static Optional<Chart> rates(ReportedRun run) {
    List<Line> series = new ArrayList<>();
    if (run.series(SeriesPoints.ANSWERED).isPresent()) {
      SeriesPoints.line(run, SeriesPoints.ANSWERED, "round trips", series);
    } else {
      SeriesPoints.line(run, SeriesPoints.PUBLISHED, "published", series);
      SeriesPoints.line(run, SeriesPoints.CONSUMED, "consumed", series);
      SeriesPoints.line(run, TimeSeries.INTENDED_RATE, "intended", series);
      if (run.deliveriesPerMessage() > 1) {
        SeriesPoints.intendedToReceive(run, series);
      }
    }
    return course("Rates over time", Unit.PER_SECOND, false, series, run);
  }

  private static Optional<Chart> course(
      String title, Unit unit, boolean logarithmic, List<Line> series, ReportedRun run) {
    return series.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Chart(
                "time",
                Group.TIMELINE,
                title,
                "",
                Axis.linear("time", Unit.SECONDS),
                Axis.of("", unit, logarithmic),
                series,
                unmeasured(run),
                List.of()));
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
    return Stream.concat(asked, LATENCIES.stream())
        .filter(
            measure ->
                run.latencies().containsKey(measure)
                    || run.stored()
                        .flatMap(stored -> stored.totals().latencies().get(measure))
                        .isPresent())
        .findFirst();
  }
}
