package io.tidemark.report.chart;

import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.chart.SweepCharts.RunCharts;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which charts a report has. Those in which nothing was measured are left out. */
public final class Charts {
  private Charts() {}

  /**
   * The charts of each workload. A single run has several lines in a chart; of several runs each
   * has one.
   *
   * @param references limits and published figures; each is drawn where it applies
   */
  public static List<Chart> forRuns(List<ReportedRun> runs, List<ReferenceLine> references) {
    Map<String, List<ReportedRun>> byWorkload = new LinkedHashMap<>();
    for (ReportedRun run : runs) {
      byWorkload.computeIfAbsent(run.workload(), workload -> new ArrayList<>()).add(run);
    }
    List<Chart> charts = new ArrayList<>();
    byWorkload.forEach(
        (workload, members) -> {
          ChartSet set =
              new ChartSet(ChartSet.prefix(workload, byWorkload.keySet()), members, references);
          TimelineCharts.addTo(set);
          TelemetryCharts.addTo(set);
          TimelineCharts.addPausesTo(set);
          DistributionCharts.addTo(set);
          PhaseCharts.addTo(set);
          SearchCharts.addTo(set);
          RunCharts.addTo(set);
          boolean named = byWorkload.size() > 1;
          set.charts()
              .forEach(
                  chart -> {
                    String title = chart.title() + (named ? ": " + workload : "");
                    charts.add(chart.with(title, chart.lines()));
                  });
        });
    return charts;
  }

  /**
   * Rates and latencies of runs of one workload over time, and over the inputs of phases: small
   * pictures with few lines.
   */
  public static List<Chart> courses(List<ReportedRun> runs) {
    ChartSet set = ChartSet.brief(runs);
    TimelineCharts.addTo(set);
    PhaseCharts.addTo(set);
    return set.charts();
  }

  /** The id of the chart of a latency in {@link #courses}. */
  public static String id(Measure measure) {
    return Latency.id(measure);
  }
}
