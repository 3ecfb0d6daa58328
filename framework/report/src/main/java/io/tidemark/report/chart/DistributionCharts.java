package io.tidemark.report.chart;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Scale;
import io.tidemark.report.figures.LatencyCurve;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Latencies over all measured phases: by percentile, and the share of each latency. A single run
 * has {@code latency-percentiles} and {@code latency-distribution}; of several runs each latency
 * has such a pair.
 */
final class DistributionCharts {
  private static final Axis PERCENTILE =
      new Axis("percentile", Unit.NUMBER, Scale.PERCENTILE, List.of());
  private static final Axis LATENCY = Axis.of("latency", Unit.MICROSECONDS, true);
  private static final Axis SHARE = Axis.linear("share of messages", Unit.PERCENT);
  private static final String MEASURED = " Over all measured phases.";

  private final ChartSet set;

  private DistributionCharts(ChartSet set) {
    this.set = set;
  }

  static void addTo(ChartSet set) {
    DistributionCharts charts = new DistributionCharts(set);
    List<Measure> latencies = Latency.recordedIn(set.runs());
    if (set.isSingle()) {
      charts.add("latency", "Latency", "Each latency of the run.", latencies);
    } else {
      latencies.forEach(
          each ->
              charts.add(
                  Latency.id(each), Latency.title(each), Latency.interval(each), List.of(each)));
    }
  }

  private void add(String id, String title, String description, List<Measure> latencies) {
    List<Line> percentiles = new ArrayList<>();
    List<Line> shares = new ArrayList<>();
    for (ReportedRun run : set.runs()) {
      for (Measure latency : latencies) {
        String label = set.label(run, latency.heading(), false);
        Optional.ofNullable(run.latencies().get(latency))
            .ifPresent(
                curve -> {
                  percentiles.add(percentiles(run, label, curve));
                  shares.add(shares(run, label, curve));
                });
      }
    }
    Axis y = Latency.axis(percentiles);
    Optional<FigureGroup> figures = latencies.stream().map(FigureGroup::of).findFirst();
    set.add(
        chart(
            id + "-percentiles", title + " by percentile", description, PERCENTILE, y, percentiles),
        figures);
    set.add(
        chart(id + "-distribution", title + ", distribution", description, LATENCY, SHARE, shares),
        figures);
  }

  private static Line percentiles(ReportedRun run, String label, LatencyCurve curve) {
    return ChartSet.line(run, label, curve.percentiles(), curve.micros());
  }

  /** At the middle of each bucket. */
  private static Line shares(ReportedRun run, String label, LatencyCurve curve) {
    double middle = Math.pow(10, 0.5 / LatencyCurve.BUCKETS_PER_DECADE);
    double[] middles = ChartSet.divided(curve.bucketMicros(), 1 / middle);
    return ChartSet.line(run, label, middles, ChartSet.divided(curve.shares(), 0.01));
  }

  private static Chart chart(
      String id, String title, String description, Axis x, Axis y, List<Line> lines) {
    return new Chart(
        id, Group.DISTRIBUTION, title, description + MEASURED, x, y, lines, List.of(), List.of());
  }
}
