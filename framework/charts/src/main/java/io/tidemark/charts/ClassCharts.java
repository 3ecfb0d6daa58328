package io.tidemark.charts;

import io.tidemark.charts.Chart.Group;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.report.figures.TimeSeries;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The latencies of traffic classes over time, one line for each class. */
final class ClassCharts {
  private ClassCharts() {}

  static void addTo(ChartSet set) {
    List<Line> lines = new ArrayList<>();
    for (ReportedRun run : set.runs()) {
      for (TimeSeries each : run.classes()) {
        lines.add(
            ChartSet.line(
                run,
                set.label(run, each.subject(), true),
                each.seconds(),
                each.values(),
                Latency.MICROS_PER_MILLI));
      }
    }
    set.add(
        new Chart(
            "classes",
            Group.TIMELINE,
            "End-to-end latency of each class, p99",
            "From the intended send time to the reception, for each traffic class. p99 of each"
                + " sample.",
            ChartSet.TIME,
            Latency.axis(lines),
            lines,
            Marks.inRuns(set.runs()),
            List.of()),
        Optional.of(FigureGroup.END_TO_END_LATENCY));
  }
}
