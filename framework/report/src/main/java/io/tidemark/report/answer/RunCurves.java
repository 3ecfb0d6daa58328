package io.tidemark.report.answer;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.answer.AnswerPicture.Coordinate;
import io.tidemark.report.answer.AnswerPicture.Curves;
import io.tidemark.report.answer.AnswerPicture.Mark;
import io.tidemark.report.answer.AnswerPicture.Point;
import io.tidemark.report.answer.AnswerPicture.Series;
import io.tidemark.report.figures.TimeSeries;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The picture of one run: over its steps, or over time. */
final class RunCurves {
  private static final List<Measure> LATENCIES =
      List.of(Measure.ROUND_TRIP, Measure.END_TO_END, Measure.PUBLISH_LATENCY);

  private RunCurves() {}

  static Optional<AnswerPicture> of(ReportedRun run) {
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

  private static Optional<AnswerPicture> overRequesters(ReportedRun run) {
    List<PhaseResult> steps = steps(run, RunCurves::requesters);
    if (steps.isEmpty()) {
      return Optional.empty();
    }
    List<Point> points =
        steps.stream()
            .map(step -> Point.of(requesters(step).orElse(0.0), step.perSecond(Counter.ANSWERED)))
            .toList();
    return Optional.of(
        new Curves(
            "Round-trip rate by requesters",
            Coordinate.of("requesters", AnswerUnit.NUMBER, false),
            Coordinate.of("", AnswerUnit.PER_SECOND, false),
            List.of(new Series("round trips", false, points)),
            List.of()));
  }

  private static Optional<AnswerPicture> overRate(ReportedRun run) {
    List<PhaseResult> steps = steps(run, PhaseResult::intendedRatePerSecond);
    Measure measure = measure(run).orElse(Measure.PUBLISH_LATENCY);
    List<Series> series = new ArrayList<>();
    for (Statistic statistic : List.of(Statistic.P50, Statistic.P99)) {
      List<Point> points = new ArrayList<>();
      for (PhaseResult step : steps) {
        Optional<LatencyMicros> latency = step.latencies().get(measure);
        latency.ifPresent(
            each ->
                points.add(
                    Point.of(
                        step.intendedRatePerSecond().orElse(0.0),
                        statistic.of(each).doubleValue())));
      }
      if (points.size() > 1) {
        series.add(new Series(name(statistic), false, points));
      }
    }
    return series.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Curves(
                latencyOf(measure) + " by the intended rate",
                Coordinate.of("intended rate", AnswerUnit.PER_SECOND, false),
                Coordinate.of("", AnswerUnit.MICROS, true),
                series,
                List.of()));
  }

  private static String name(Statistic statistic) {
    return statistic == Statistic.P50 ? "median" : statistic.label();
  }

  private static String latencyOf(Measure measure) {
    return Text.capital(measure.words());
  }

  /** What the workload asks for; else latencies of an open loop, rates of a closed one. */
  private static Optional<AnswerPicture> overTime(ReportedRun run) {
    boolean latenciesFirst =
        asked(run)
            .map(MetricReference::isTime)
            .orElseGet(
                () ->
                    run.stored()
                        .flatMap(stored -> stored.totals().intendedRatePerSecond())
                        .isPresent());
    Optional<Curves> latencies = latencies(run);
    Optional<Curves> rates = rates(run);
    return (latenciesFirst ? latencies.or(() -> rates) : rates.or(() -> latencies))
        .map(AnswerPicture.class::cast);
  }

  /** The most important metric of the workload's question. */
  private static Optional<MetricReference> asked(ReportedRun run) {
    return run.question().map(MetricReference::decisive).stream().flatMap(List::stream).findFirst();
  }

  private static Optional<Curves> latencies(ReportedRun run) {
    return measure(run)
        .flatMap(
            measure -> {
              List<Series> series = new ArrayList<>();
              for (Statistic statistic : List.of(Statistic.P50, Statistic.P99)) {
                SeriesPoints.line(
                    run, TimeSeries.nameOf(measure, statistic), name(statistic), series);
              }
              return course(
                  latencyOf(measure) + " over time", AnswerUnit.MICROS, true, series, run);
            });
  }

  private static Optional<Curves> rates(ReportedRun run) {
    List<Series> series = new ArrayList<>();
    if (run.series(SeriesPoints.ANSWERED).isPresent()) {
      SeriesPoints.line(run, SeriesPoints.ANSWERED, "round trips", series);
    } else {
      SeriesPoints.line(run, SeriesPoints.PUBLISHED, "published", series);
      SeriesPoints.line(run, SeriesPoints.CONSUMED, "consumed", series);
      SeriesPoints.line(run, TimeSeries.INTENDED_RATE, "intended", series);
    }
    return course("Rates over time", AnswerUnit.PER_SECOND, false, series, run);
  }

  private static Optional<Curves> course(
      String title, AnswerUnit unit, boolean logarithmic, List<Series> series, ReportedRun run) {
    return series.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Curves(
                title,
                Coordinate.of("time", AnswerUnit.SECONDS, false),
                Coordinate.of("", unit, logarithmic),
                series,
                unmeasured(run)));
  }

  /** Phases that are not part of the figures. */
  private static List<Mark> unmeasured(ReportedRun run) {
    return run.stored().map(RunResult::phases).stream()
        .flatMap(List::stream)
        .filter(phase -> !phase.measured() && phase.lengthSeconds() > 1)
        .map(
            phase -> {
              double from = run.seconds(phase.startEpochMicros());
              return new Mark(from, from + phase.lengthSeconds(), phase.name());
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
