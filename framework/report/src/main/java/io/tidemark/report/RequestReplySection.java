package io.tidemark.report;

import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.Counter;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Round trips of a run on the console: one row for each measured phase, then what went wrong. */
final class RequestReplySection {
  private static final List<String> HEADER =
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
  static final String VIEWS =
      "trips/s: answered during the phase; other columns: requests intended in it";

  private RequestReplySection() {}

  static List<String> steps(StoredRun run, TerminalStyle look) {
    List<StoredPhase> phases = PhaseSection.measured(run);
    boolean judged = phases.stream().anyMatch(phase -> PhaseSection.met(run, phase).isPresent());
    TextTable table = new TextTable(1).row(PhaseSection.header(HEADER, judged));
    for (StoredPhase phase : phases) {
      List<String> cells = row(phase, look);
      if (judged) {
        cells.add(PhaseSection.verdict(run, phase, look));
      }
      table.row(cells);
    }
    List<String> lines = new ArrayList<>(table.lines());
    lines.add(VIEWS);
    return lines;
  }

  private static List<String> row(StoredPhase phase, TerminalStyle look) {
    List<String> cells = new ArrayList<>();
    cells.add(phase.name());
    cells.add(phase.requesters() == null ? "" : Text.count(phase.requesters()));
    cells.addAll(figures(phase, look));
    return cells;
  }

  /** From {@code trips/s} on, for any table of phases. */
  static List<String> figures(StoredPhase phase, TerminalStyle look) {
    Double rate = phase.rates().byCounter().get(Counter.ANSWERED);
    return List.of(
        rate == null ? "none" : Text.perSecond(rate),
        latency(phase, Measure.ROUND_TRIP, LatencyMicros::p50, look),
        latency(phase, Measure.ROUND_TRIP, LatencyMicros::p99, look),
        latency(phase, Measure.ROUND_TRIP, LatencyMicros::p999, look),
        latency(phase, Measure.ROUND_TRIP, LatencyMicros::max, look),
        latency(phase, Measure.ROUND_TRIP_RESPONSE, LatencyMicros::p99, look),
        number(phase.counts().get(Counter.TIMED_OUT), look),
        number(phase.counts().get(Counter.LATE), look));
  }

  static String latency(
      StoredPhase phase,
      Measure measure,
      ToDoubleFunction<LatencyMicros> figure,
      TerminalStyle look) {
    return phase
        .latencies()
        .get(measure)
        .map(latency -> look.latency(figure.applyAsDouble(latency)))
        .orElse("none");
  }

  private static String number(long number, TerminalStyle look) {
    String text = Text.count(number);
    return number == 0 ? text : look.bad(text);
  }

  static List<String> fate(RequestReplyReport trips, TerminalStyle look) {
    Counters counts = trips.counts();
    TextTable table = new TextTable(1);
    table.row("requests sent", Text.count(trips.requestsSent()));
    table.row("answered in time", Text.count(counts.get(Counter.ANSWERED)));
    table.row("timed out", number(counts.get(Counter.TIMED_OUT), look));
    table.row("late replies", number(counts.get(Counter.LATE), look));
    table.row("duplicate replies", number(counts.get(Counter.DUPLICATE_REPLIES), look));
    table.row("replies without a request", number(counts.get(Counter.NEVER_ASKED), look));
    table.row("unanswered at the end", number(trips.unanswered(), look));
    table.row("requests lost", known(trips.requestsLost(), look));
    table.row("replies lost", known(trips.repliesLost(), look));
    return table.lines();
  }

  private static String known(Optional<Long> number, TerminalStyle look) {
    return number.map(known -> number(known, look)).orElse("not known");
  }
}
