package io.tidemark.report.text;

import io.tidemark.model.result.Exclusions;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.Latencies;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Latencies of a run: one row for each measure. */
public final class LatencySection {
  private static final String[] HEADER = {
    "", "samples", "mean", "p50", "p95", "p99", "p99.9", "p99.99", "max"
  };

  private LatencySection() {}

  /**
   * @param requestReply whether messages were requests and replies
   */
  public static List<String> lines(PhaseResult total, boolean requestReply, TerminalStyle style) {
    return lines(total, requestReply, style, DamageMarks.NONE);
  }

  /** Of all measured phases, with marks at figures that must not be used. */
  public static List<String> lines(RunResult run, TerminalStyle style) {
    return lines(run.totals(), run.requestReply().isPresent(), style, DamageMarks.of(run));
  }

  private static List<String> lines(
      PhaseResult total, boolean requestReply, TerminalStyle style, DamageMarks marks) {
    List<String> lines = new ArrayList<>(table(total.latencies(), requestReply, style, marks));
    lines.addAll(
        marks.notes(
            FigureGroup.PUBLISH_LATENCY,
            FigureGroup.END_TO_END_LATENCY,
            FigureGroup.ROUND_TRIP_LATENCY));
    if (total.counters().get(Counter.SENT) == 0 && total.perSecond(Counter.SENT) > 0) {
      lines.add("none of the messages due here was sent: those that were sent had been due before");
    }
    total
        .excluded()
        .ifPresent(excluded -> lines.addAll(exclusions(excluded, total.counters(), requestReply)));
    return lines;
  }

  /** Messages without latency are listed below the percentiles. */
  private static List<String> exclusions(
      Exclusions excluded, Counters counts, boolean requestReply) {
    List<String> lines = new ArrayList<>();
    long unpublished = excluded.failedMessages() + excluded.unansweredMessages();
    if (unpublished > 0) {
      lines.add(
          "publish latencies exclude %s of %s sends: %s failed, %s never answered"
              .formatted(
                  Text.count(unpublished),
                  Text.count(counts.get(Counter.SENT)),
                  Text.count(excluded.failedMessages()),
                  Text.count(excluded.unansweredMessages())));
    }
    if (excluded.neverReceivedMessages() > 0) {
      lines.add(
          (requestReply
                  ? "round trips exclude %s requests without a reply within the timeout"
                  : "end-to-end latencies exclude %s deliveries that were not received")
              .formatted(Text.count(excluded.neverReceivedMessages())));
    }
    return lines;
  }

  private static List<String> table(
      Latencies latencies, boolean requestReply, TerminalStyle style, DamageMarks marks) {
    TextTable table = new TextTable(1).row(HEADER);
    for (Measure measure : Measure.values()) {
      Optional<LatencyMicros> latency = latencies.get(measure);
      if (latency.isPresent() || measure.isExpected(requestReply)) {
        table.row(row(measure, latency, style, marks));
      }
    }
    return table.lines();
  }

  private static List<String> row(
      Measure measure, Optional<LatencyMicros> latency, TerminalStyle style, DamageMarks marks) {
    List<String> cells = new ArrayList<>(List.of(measure.heading()));
    if (latency.isEmpty()) {
      cells.add("none");
      return cells;
    }
    LatencyMicros l = latency.get();
    cells.add(Text.count(l.count()));
    double[] micros = {l.mean(), l.p50(), l.p95(), l.p99(), l.p999(), l.p9999(), l.max()};
    for (int i = 0; i < micros.length; i++) {
      cells.add(marks.time(measure, HEADER[i + 2], micros[i], style.latency(micros[i])));
    }
    return cells;
  }
}
