package io.tidemark.charts;

import io.tidemark.charts.Axis.Scale;
import io.tidemark.charts.Chart.Group;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FailoverReport.Lag;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The replication between two sites over time. */
final class FailoverCharts {
  private FailoverCharts() {}

  static void addTo(ChartSet set) {
    List<Line> lines = new ArrayList<>();
    for (ReportedRun run : set.runs()) {
      run.stored()
          .flatMap(RunResult::failover)
          .ifPresent(failover -> lines.add(line(set, run, failover)));
    }
    if (lines.isEmpty()) {
      return;
    }
    set.add(
        new Chart(
            "replication-lag",
            Group.TIMELINE,
            "Replication lag",
            "Messages that site A had acknowledged and site B did not hold yet.",
            ChartSet.TIME,
            new Axis("messages", Scale.LINEAR),
            lines,
            Marks.inRuns(set.runs()),
            List.of()));
  }

  private static Line line(ChartSet set, ReportedRun run, FailoverReport failover) {
    return ChartSet.line(
        run,
        set.label(run, "lag", false),
        numbers(failover, point -> run.seconds(point.epochNanos() / 1_000)),
        numbers(failover, Lag::messages),
        1);
  }

  private static double[] numbers(FailoverReport failover, ToDoubleFunction<Lag> of) {
    return failover.lag().stream().mapToDouble(of).toArray();
  }
}
