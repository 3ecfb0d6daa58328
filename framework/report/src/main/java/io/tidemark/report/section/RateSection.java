package io.tidemark.report.section;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.Achieved;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.runs.ShownRuns.Rows;
import io.tidemark.report.runs.ShownRuns.ShownRun;
import io.tidemark.report.text.VerdictText;
import io.tidemark.report.text.VerdictText.DamageMarks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Intended and achieved rates over all measured phases. */
public final class RateSection {
  private static final double SHORTEST_WAITING_SECONDS = 0.05;
  private static final double SAME_PERCENT = 0.005;

  private RateSection() {}

  public static Section of(ShownRuns runs) {
    Rows rows = runs.rows("", "msg/s", "MB/s", "");
    runs.runs().stream()
        .filter(run -> run.result().totals().lengthSeconds() > 0)
        .forEach(run -> add(rows, run));
    return Section.of("rates", "Rates")
        .add(rows.table())
        .notes(
            runs.notes(
                run ->
                    run.totals().lengthSeconds() > 0
                        ? DamageMarks.of(run).notes(FigureGroup.RATES)
                        : List.of("nothing was measured: the run ended before its measured part")));
  }

  private static void add(Rows rows, ShownRun of) {
    RunResult run = of.result();
    PhaseResult rates = run.totals();
    Optional<Double> intended = rates.intendedRatePerSecond();
    boolean asks = run.requestReply().isPresent();
    if (intended.isPresent()) {
      row(rows, of, "intended", Cell.of(intended, Unit.PER_SECOND), Cell.EMPTY, "");
    }
    row(rows, of, "sent", rate(run, Counter.SENT), Cell.EMPTY, "");
    boolean closed = rates.perSecond(Counter.SENT) > 0 && closedLoop(run);
    row(
        rows,
        of,
        asks ? "requests" : "published",
        rate(run, Counter.ACKNOWLEDGED),
        bytes(rates, Counter.ACKNOWLEDGED_BYTES),
        intended
            .filter(rate -> rate > 0)
            .map(rate -> share(rates, rate))
            .orElse(closed ? "closed loop: limited by the window" : ""));
    row(
        rows,
        of,
        asks ? "replies" : "consumed",
        rate(run, Counter.RECEIVED),
        bytes(rates, Counter.RECEIVED_BYTES),
        consumed(run));
    if (asks) {
      row(rows, of, "round trips", rate(run, Counter.ANSWERED), Cell.EMPTY, "in time");
    }
    if (rates.perSecond(Counter.FAILED) > 0) {
      Cell failed = Cell.of(rates.perSecond(Counter.FAILED), Unit.PER_SECOND);
      row(rows, of, "failed", failed.toned(Tone.BAD), Cell.EMPTY, "");
    }
  }

  private static void row(
      Rows rows, ShownRun run, String name, Cell rate, Cell bytes, String what) {
    rows.add(run, Cell.of(name), rate, bytes, Cell.of(what));
  }

  /** Marked if it must not be used. */
  static Cell rate(RunResult run, Counter counter) {
    return Cell.of(run.totals().perSecond(counter), Unit.PER_SECOND)
        .usable(DamageMarks.of(run).usable(FigureGroup.RATES));
  }

  private static Cell bytes(PhaseResult rates, Counter counter) {
    return Cell.of(rates.perSecond(counter) / 1e6, Unit.MEGABYTES_PER_SECOND);
  }

  /** Whether no phase had a schedule: phases with and without one have no common intended rate. */
  private static boolean closedLoop(RunResult run) {
    return VerdictText.measured(run).stream()
        .noneMatch(phase -> phase.intendedRatePerSecond().isPresent());
  }

  private static String consumed(RunResult run) {
    List<String> parts = new ArrayList<>();
    int subscriptions = run.shape().subscriptionsPerTopic();
    if (subscriptions > 1) {
      parts.add("×" + subscriptions + " subscriptions");
    }
    double waiting = waitingSeconds(run);
    if (waiting >= SHORTEST_WAITING_SECONDS) {
      parts.add(
          String.format(
              Locale.ROOT,
              "in %.1f s from the first arrival to the last; %.1f s of waiting not counted",
              run.totals().byTime().receivingNanos() / 1e9,
              waiting));
    }
    return String.join(", ", parts);
  }

  /** Waiting times of phases without sends. */
  private static double waitingSeconds(RunResult run) {
    return VerdictText.measured(run).stream()
        .filter(phase -> phase.perSecond(Counter.RECEIVED) > 0)
        .map(PhaseResult::byTime)
        .mapToDouble(byTime -> Math.max(0, byTime.sendingNanos() - byTime.receivingNanos()) / 1e9)
        .sum();
  }

  private static String share(PhaseResult total, double intendedRate) {
    Achieved published =
        new Achieved(
            total.perSecond(Counter.ACKNOWLEDGED),
            total.counters().get(Counter.ACKNOWLEDGED),
            total.lengthSeconds());
    double percent = published.percentOf(intendedRate);
    double byTime = 100 * published.ratePerSecond() / intendedRate;
    double oneMessage = Math.max(SAME_PERCENT, 100 / (intendedRate * total.lengthSeconds()));
    // Where none is missing, what a warm-up still owed is of no interest.
    return percent > 100 - oneMessage || byTime - percent < oneMessage
        ? String.format(Locale.ROOT, "%.2f %% of intended", percent)
        : String.format(
            Locale.ROOT, "%.2f %% of intended, by intention; %.2f %% by time", percent, byTime);
  }
}
