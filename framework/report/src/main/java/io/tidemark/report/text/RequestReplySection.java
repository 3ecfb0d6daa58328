package io.tidemark.report.text;

import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Round trips of a run on the console: one row for each measured phase, then what went wrong. */
public final class RequestReplySection {
  public static final List<String> HEADER =
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

  /** Which of two views the columns show. */
  public static final String VIEWS =
      "trips/s: answered during the phase; other columns: requests intended in it";

  private RequestReplySection() {}

  static List<String> steps(RunResult run, TerminalStyle style) {
    List<PhaseResult> phases = PhaseSection.measured(run);
    boolean judged = phases.stream().anyMatch(phase -> PhaseSection.met(run, phase).isPresent());
    TextTable table = new TextTable(1).row(PhaseSection.header(HEADER, judged));
    for (PhaseResult phase : phases) {
      List<String> cells = row(phase, style);
      if (judged) {
        cells.add(PhaseSection.verdict(run, phase, style));
      }
      table.row(cells);
    }
    List<String> lines = new ArrayList<>(table.lines());
    lines.add(VIEWS);
    return lines;
  }

  private static List<String> row(PhaseResult phase, TerminalStyle style) {
    List<String> cells = new ArrayList<>();
    cells.add(phase.name());
    cells.add(phase.requesters().map(Text::count).orElse(""));
    cells.addAll(figures(phase, style));
    return cells;
  }

  /** From {@code trips/s} on, for any table of phases. */
  public static List<String> figures(PhaseResult phase, TerminalStyle style) {
    return List.of(
        Text.perSecond(phase.perSecond(Counter.ANSWERED)),
        PhaseSection.latency(phase, Measure.ROUND_TRIP, LatencyMicros::p50, style),
        PhaseSection.latency(phase, Measure.ROUND_TRIP, LatencyMicros::p99, style),
        PhaseSection.latency(phase, Measure.ROUND_TRIP, LatencyMicros::p999, style),
        PhaseSection.latency(phase, Measure.ROUND_TRIP, LatencyMicros::max, style),
        PhaseSection.latency(phase, Measure.ROUND_TRIP_RESPONSE, LatencyMicros::p99, style),
        number(phase.counters().get(Counter.TIMED_OUT), style),
        number(phase.counters().get(Counter.LATE), style));
  }

  private static String number(long number, TerminalStyle style) {
    String text = Text.count(number);
    return number == 0 ? text : style.bad(text);
  }

  static List<String> fate(RequestReplyReport trips, TerminalStyle style) {
    Counters counts = trips.counts();
    TextTable table = new TextTable(1);
    table.row("requests sent", Text.count(trips.requestsSent()));
    table.row("answered in time", Text.count(counts.get(Counter.ANSWERED)));
    table.row("timed out", number(counts.get(Counter.TIMED_OUT), style));
    table.row("late replies", number(counts.get(Counter.LATE), style));
    table.row("duplicate replies", number(counts.get(Counter.DUPLICATE_REPLIES), style));
    table.row("replies without a request", number(counts.get(Counter.NEVER_ASKED), style));
    table.row("unanswered at the end", number(trips.unanswered(), style));
    table.row("requests lost", known(trips.requestsLost(), style));
    table.row("replies lost", known(trips.repliesLost(), style));
    return table.lines();
  }

  private static String known(Optional<Long> number, TerminalStyle style) {
    return number.map(known -> number(known, style)).orElse("not known");
  }
}
