package io.tidemark.model.result.finish;

import io.tidemark.model.result.BlockedTime;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The samples of a run as the search for outages needs them, from one pass.
 *
 * @param backlogs at the end of each phase
 */
record RunCourse(
    List<Disruptions.Point> points, Map<String, Long> backlogs, long startMicros, long endMicros) {

  static RunCourse of(List<Sample> samples, List<PhaseResult> phases) {
    Map<String, PhaseResult> byName = new TreeMap<>();
    phases.forEach(phase -> byName.put(phase.name(), phase));
    List<Disruptions.Point> points = new ArrayList<>();
    Map<String, Long> backlogs = new TreeMap<>();
    long start = 0;
    long end = 0;
    long debt = 0;
    for (Sample sample : samples) {
      start = points.isEmpty() ? sample.startEpochMicros() : start;
      end = sample.startEpochMicros() + Math.round(sample.lengthSeconds() * 1e6);
      points.add(point(sample, byName.get(sample.phase()), debt));
      debt = sample.scheduleDebt();
      backlogs.put(sample.phase(), sample.backlog());
    }
    return new RunCourse(points, backlogs, start, end);
  }

  private static Disruptions.Point point(
      Sample sample, @Nullable PhaseResult phase, long debtBefore) {
    double intended = phase == null ? Double.NaN : phase.intendedRatePerSecond().orElse(Double.NaN);
    return new Disruptions.Point(
        phase == null ? sample.phase() : phase.name(), // One text for all of a phase.
        phase != null && phase.measured(),
        sample.startEpochMicros(),
        sample.lengthSeconds(),
        sample.perSecond(Counter.ACKNOWLEDGED),
        sample.perSecond(Counter.RECEIVED),
        sample.counters().get(Counter.FAILED),
        sample.counters().get(Counter.SENT) > 0 || sample.inFlight() > 0,
        intended,
        Double.isNaN(intended) ? Double.NaN : sample.dueRatePerSecond(debtBefore));
  }

  List<BlockedTime> blocks(List<RunEvent> events) {
    return points.isEmpty() ? List.of() : BlockedTimes.of(events, startMicros, endMicros);
  }
}
