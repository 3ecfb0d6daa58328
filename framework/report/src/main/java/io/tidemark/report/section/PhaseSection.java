package io.tidemark.report.section;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.runs.ShownRuns.Rows;
import io.tidemark.report.runs.ShownRuns.ShownRun;
import io.tidemark.report.text.VerdictText;
import io.tidemark.report.text.VerdictText.DamageMarks;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The measured phases of runs, one row each. */
public final class PhaseSection {
  private static final List<String> SCALES = List.of("phase", "producers", "consumers", "size");
  private static final List<String> RATES =
      List.of("intended", "sent", "published", "consumed", "p50", "p99", "p99.9", "max", "backlog");
  private static final List<String> TRIPS =
      List.of(
          "phase",
          "requesters",
          "trips/s",
          "p50",
          "p99",
          "p99.9",
          "max",
          "resp p99",
          "timeouts",
          "late");
  private static final List<String> REQUESTS =
      List.of("intended", "sent", "requests", "replies", "backlog");
  private static final List<Statistic> STATISTICS =
      List.of(Statistic.P50, Statistic.P99, Statistic.P99_9, Statistic.MAX);

  private PhaseSection() {}

  /**
   * Makes the section of runs with several phases. One phase has the figures of its run, but for
   * numbers of requesters.
   */
  public static Section of(ShownRuns runs) {
    List<String> head = new ArrayList<>(SCALES);
    head.addAll(RATES);
    head.add("objectives");
    Rows rates = runs.rows(head);
    List<String> asking = new ArrayList<>(TRIPS);
    asking.add("objectives");
    asking.addAll(REQUESTS);
    Rows trips = runs.rows(asking);
    Set<String> of = new LinkedHashSet<>();
    for (ShownRun run : runs.runs()) {
      List<PhaseResult> phases = VerdictText.measured(run.result());
      if (run.result().requestReply().isPresent()) {
        phases.forEach(phase -> trips.add(run, trips(run.result(), phase)));
      } else if (phases.size() > 1) {
        Measure measure = measure(phases);
        of.add(measure.heading());
        phases.forEach(phase -> rates.add(run, rates(run.result(), phase, measure)));
      }
    }
    return Section.of("phases", "Phases")
        .add(rates.table())
        .notes(
            of.isEmpty()
                ? ""
                : "rates in msg/s by time; percentiles of "
                    + String.join(" or ", of)
                    + "; backlog at the end")
        .add(trips.table())
        .notes(
            trips.table().isEmpty()
                ? ""
                : "trips/s: answered during the phase; other columns: requests intended in it");
  }

  private static List<Cell> rates(RunResult run, PhaseResult phase, Measure measure) {
    DamageMarks marks = DamageMarks.of(run);
    List<Cell> row = new ArrayList<>(List.of(Cell.of(phase.name())));
    row.add(Cell.of(phase.producers(), Unit.COUNT));
    row.add(Cell.of(phase.consumers(), Unit.COUNT));
    row.add(
        phase
            .messageSizeBytes()
            .map(bytes -> Cell.of(Unit.BYTES.with(bytes), (double) bytes))
            .orElse(Cell.EMPTY));
    row.addAll(flow(phase, marks));
    STATISTICS.forEach(each -> row.add(LatencySection.latency(phase, measure, each, marks)));
    row.add(Cell.of(phase.backlogMessages(), Unit.COUNT));
    row.add(VerdictText.met(run, phase).map(Cell::met).orElse(Cell.EMPTY));
    return row;
  }

  private static List<Cell> flow(PhaseResult phase, DamageMarks marks) {
    List<Cell> row = new ArrayList<>();
    row.add(Cell.of(phase.intendedRatePerSecond(), Unit.PER_SECOND));
    for (Counter counter : List.of(Counter.SENT, Counter.ACKNOWLEDGED, Counter.RECEIVED)) {
      row.add(rate(phase, counter, marks));
    }
    return row;
  }

  private static Cell rate(PhaseResult phase, Counter counter, DamageMarks marks) {
    return Cell.of(phase.perSecond(counter), Unit.PER_SECOND)
        .usable(marks.usable(FigureGroup.RATES));
  }

  private static List<Cell> trips(RunResult run, PhaseResult phase) {
    DamageMarks marks = DamageMarks.of(run);
    List<Cell> row = new ArrayList<>(List.of(Cell.of(phase.name())));
    row.add(Cell.of(phase.requesters(), Unit.COUNT));
    row.add(rate(phase, Counter.ANSWERED, marks));
    STATISTICS.forEach(
        each -> row.add(LatencySection.latency(phase, Measure.ROUND_TRIP, each, marks)));
    row.add(LatencySection.latency(phase, Measure.ROUND_TRIP_RESPONSE, Statistic.P99, marks));
    row.add(Cell.zero(Optional.of(phase.counters().get(Counter.TIMED_OUT))));
    row.add(Cell.zero(Optional.of(phase.counters().get(Counter.LATE))));
    row.add(VerdictText.met(run, phase).map(Cell::met).orElse(Cell.EMPTY));
    row.addAll(flow(phase, marks));
    row.add(Cell.of(phase.backlogMessages(), Unit.COUNT));
    return row;
  }

  /** From the intended time on: what a phase that is too fast for the broker shows in. */
  private static Measure measure(List<PhaseResult> phases) {
    return phases.stream().anyMatch(phase -> phase.latencies().get(Measure.END_TO_END).isPresent())
            || phases.stream()
                .allMatch(phase -> phase.latencies().get(Measure.PUBLISH_RESPONSE).isEmpty())
        ? Measure.END_TO_END
        : Measure.PUBLISH_RESPONSE;
  }
}
