package io.tidemark.charts;

import io.tidemark.charts.Axis.Scale;
import io.tidemark.charts.Chart.Group;
import io.tidemark.charts.Line.Kind;
import io.tidemark.charts.profile.RunProfiles;
import io.tidemark.model.profile.ProcessProfile;
import io.tidemark.model.profile.ProcessProfile.Pause;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.List;

/** Pauses of the garbage collectors of workers and brokers, over the time of a run. */
final class PauseCharts {
  private PauseCharts() {}

  static void addTo(ChartSet set) {
    List<Line> lines = new ArrayList<>();
    for (ReportedRun run : set.runs()) {
      for (ProcessProfile each : RunProfiles.of(run).profiles()) {
        if (!each.pauses().isEmpty()) {
          lines.add(line(set, run, each));
        }
      }
    }
    set.add(
        new Chart(
            "pauses",
            Group.TIMELINE,
            "Pauses of garbage collectors",
            "Each pause of a profiled process, by the clock of its machine.",
            ChartSet.TIME,
            new Axis("pause (ms)", Scale.LINEAR),
            lines,
            Marks.inRuns(set.runs()),
            List.of()));
  }

  private static Line line(ChartSet set, ReportedRun run, ProcessProfile profile) {
    List<Pause> pauses = profile.pauses();
    return new Line(
        set.label(run, profile.process(), true),
        run.environment(),
        run.iteration(),
        Kind.POINTS,
        pauses.stream().mapToDouble(each -> run.seconds(each.epochMicros())).toArray(),
        pauses.stream().mapToDouble(each -> each.micros() / 1e3).toArray());
  }
}
