package io.tidemark.report.chart;

import io.tidemark.model.result.BlockedTime;
import io.tidemark.model.result.Disruption;
import io.tidemark.model.result.Disruption.Recovery;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.finish.BlockedTimes;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.section.FaultSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** What happened during runs, on the axis of their timelines. */
public final class Marks {
  private static final String FAULT = "FAULT";
  private static final Set<String> LOSSES =
      Set.of("CONNECTION_LOST", "WORKER_LOST", "WORKER_STOPPED");

  private Marks() {}

  /** Phases are those of the first run: runs of a workload have the same. */
  static List<Mark> inRuns(List<ReportedRun> runs) {
    List<Mark> marks = new ArrayList<>();
    boolean first = true;
    for (ReportedRun run : runs) {
      if (run.stored().isPresent()) {
        RunResult stored = run.stored().get();
        if (first) {
          phases(run, stored, marks);
          first = false;
        }
        events(run, stored, runs.size() == 1 ? "" : run.label() + ": ", marks);
      }
    }
    return marks;
  }

  private static void phases(ReportedRun run, RunResult stored, List<Mark> marks) {
    stored
        .phases()
        .forEach(
            phase -> {
              double from = run.seconds(phase.startEpochMicros());
              double to = from + phase.lengthSeconds();
              marks.add(new Mark(Event.PHASE, from, to, phase.name()));
            });
  }

  private static void events(ReportedRun run, RunResult stored, String prefix, List<Mark> marks) {
    stored.faults().stream()
        .filter(fault -> fault.injectedMicros() > 0)
        .forEach(fault -> marks.add(mark(run, fault, prefix)));
    stored.failover().ifPresent(failover -> marks.add(mark(run, failover, prefix)));
    stored.blocks().forEach(block -> marks.add(mark(block, prefix)));
    stored
        .unexplainedDisruptions()
        .forEach(
            outage -> {
              double from = outage.secondsFromStart();
              double to = from + recoverySeconds(outage);
              String text = prefix + outage.cause() + " " + outage.detail();
              marks.add(new Mark(Event.DISRUPTION, from, to, text.trim()));
            });
  }

  /**
   * Marks of a run that has not ended.
   *
   * @param startEpochNanos of its first sample
   * @param endEpochNanos of its last sample
   */
  public static List<Mark> inEvents(
      List<RunEvent> events, long startEpochNanos, long endEpochNanos) {
    List<Mark> marks = new ArrayList<>();
    for (RunEvent event : events) {
      double at = (event.epochNanos() - startEpochNanos) / 1e9;
      String text = (event.subject() + " " + event.text()).trim();
      if (event.kind().startsWith(FAULT)) {
        marks.add(new Mark(Event.FAULT, at, at, text));
      } else if (LOSSES.contains(event.kind())) {
        marks.add(new Mark(Event.DISRUPTION, at, at, event.kind() + " " + text));
      }
    }
    BlockedTimes.of(events, startEpochNanos / 1_000, endEpochNanos / 1_000)
        .forEach(block -> marks.add(mark(block, "")));
    return marks;
  }

  /** Marks the time from its injection until it was undone. */
  private static Mark mark(ReportedRun run, FaultReport fault, String prefix) {
    double from = run.seconds(fault.injectedMicros());
    double to = fault.undoneMicros().or(fault::inEffectMicros).map(run::seconds).orElse(from);
    String text = prefix + fault.name() + ": " + FaultSection.what(fault);
    return new Mark(Event.FAULT, from, to, text);
  }

  /** Marks the time from the failure of site A until site B was promoted. */
  private static Mark mark(ReportedRun run, FailoverReport failover, String prefix) {
    double from = run.seconds(failover.failedEpochNanos() / 1_000);
    String text = prefix + "failure of site A: " + failover.failure();
    return new Mark(Event.FAULT, from, from + failover.promotedNanos() / 1e9, text);
  }

  private static Mark mark(BlockedTime block, String prefix) {
    double from = block.secondsFromStart();
    double to = from + block.lengthSeconds();
    return new Mark(Event.BLOCK, from, to, prefix + "blocked: " + block.reason());
  }

  /** Until both directions have recovered; 0 where none has. */
  private static double recoverySeconds(Disruption outage) {
    return Stream.of(outage.publish(), outage.deliver())
        .filter(Objects::nonNull)
        .map(Recovery::recoverySeconds)
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .max()
        .orElse(0);
  }
}
