package io.tidemark.report.section;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.Exclusions;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.runs.ShownRuns.Rows;
import io.tidemark.report.runs.ShownRuns.ShownRun;
import io.tidemark.report.text.VerdictText.DamageMarks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Latencies over all measured phases: one row for each measure. */
public final class LatencySection {
  private static final List<String> STATISTICS =
      List.of("mean", "p50", "p95", "p99", "p99.9", "p99.99", "max");

  private LatencySection() {}

  public static Section of(ShownRuns runs) {
    List<String> head = new ArrayList<>(List.of("", "samples"));
    head.addAll(STATISTICS);
    Rows rows = runs.rows(head);
    for (ShownRun run : runs.runs()) {
      for (Measure measure : Measure.values()) {
        Optional<LatencyMicros> latency = run.result().totals().latencies().get(measure);
        if (latency.isPresent() || measure.isExpected(run.result().requestReply().isPresent())) {
          rows.add(run, row(run.result(), measure, latency));
        }
      }
    }
    return Section.of("latency", "Latency")
        .add(rows.table())
        .notes(runs.notes(LatencySection::notes));
  }

  private static List<Cell> row(RunResult run, Measure measure, Optional<LatencyMicros> latency) {
    List<Cell> cells = new ArrayList<>(List.of(Cell.of(measure.heading())));
    if (latency.isEmpty()) {
      cells.add(Cell.of("none"));
      cells.addAll(Collections.nCopies(STATISTICS.size(), Cell.EMPTY));
      return cells;
    }
    LatencyMicros l = latency.get();
    cells.add(Cell.of(l.count(), Unit.COUNT));
    double[] micros = {l.mean(), l.p50(), l.p95(), l.p99(), l.p999(), l.p9999(), l.max()};
    DamageMarks marks = DamageMarks.of(run);
    for (int i = 0; i < micros.length; i++) {
      cells.add(
          Cell.of(micros[i], Unit.MICROSECONDS)
              .usable(marks.usable(measure, STATISTICS.get(i), micros[i])));
    }
    return cells;
  }

  /** A statistic of a phase, marked if it must not be used. */
  static Cell latency(PhaseResult phase, Measure measure, Statistic statistic, DamageMarks marks) {
    return phase
        .latencies()
        .get(measure)
        .map(latency -> statistic.of(latency).doubleValue())
        .map(
            micros ->
                Cell.of(micros, Unit.MICROSECONDS)
                    .usable(marks.usable(measure, statistic.label(), micros)))
        .orElse(Cell.of("none"));
  }

  private static List<String> notes(RunResult run) {
    PhaseResult total = run.totals();
    List<String> notes =
        new ArrayList<>(
            DamageMarks.of(run)
                .notes(
                    FigureGroup.PUBLISH_LATENCY,
                    FigureGroup.END_TO_END_LATENCY,
                    FigureGroup.ROUND_TRIP_LATENCY));
    if (total.counters().get(Counter.SENT) == 0 && total.perSecond(Counter.SENT) > 0) {
      notes.add("none of the messages due here was sent: those that were sent had been due before");
    }
    total
        .excluded()
        .ifPresent(
            excluded ->
                notes.addAll(
                    exclusions(excluded, total.counters(), run.requestReply().isPresent())));
    return notes;
  }

  /** Messages without latency are listed below the percentiles. */
  private static List<String> exclusions(
      Exclusions excluded, Counters counts, boolean requestReply) {
    List<String> lines = new ArrayList<>();
    long unpublished = excluded.failedMessages() + excluded.unansweredMessages();
    if (unpublished > 0) {
      lines.add(
          "publish latencies exclude %s of %s: %s failed, %s never answered"
              .formatted(
                  Text.count(unpublished),
                  Text.plural(counts.get(Counter.SENT), "send"),
                  Text.count(excluded.failedMessages()),
                  Text.count(excluded.unansweredMessages())));
    }
    if (excluded.neverReceivedMessages() > 0) {
      lines.add(
          requestReply
              ? "round trips exclude %s without a reply within the timeout"
                  .formatted(Text.plural(excluded.neverReceivedMessages(), "request"))
              : "end-to-end latencies exclude %s not received"
                  .formatted(
                      Text.plural(
                          excluded.neverReceivedMessages(),
                          "delivery that was",
                          "deliveries that were")));
    }
    return lines;
  }
}
