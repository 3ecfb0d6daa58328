package io.tidemark.charts;

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
          ChartSet set = new ChartSet(prefix(workload, byWorkload), members, references);
          TimelineCharts.addTo(set);
          FailoverCharts.addTo(set);
          TelemetryCharts.addTo(set);
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

  /** Unique also where two names have the same letters and digits. */
  static String prefix(String workload, Map<String, List<ReportedRun>> byWorkload) {
    String letters = letters(workload);
    List<String> same =
        byWorkload.keySet().stream().filter(other -> letters(other).equals(letters)).toList();
    int place = same.indexOf(workload);
    return letters + (place == 0 ? "" : "-" + (place + 1)) + "-";
  }

  static String letters(String text) {
    return text.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
  }
}
