package io.tidemark.report.text;

import io.tidemark.model.result.Achieved;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Intended and achieved rates of a run. */
public final class RateSection {
  private static final double SHORTEST_WAITING_SECONDS = 0.05;
  private static final double SAME_PERCENT = 0.005;

  private RateSection() {}

  public static List<String> lines(RunResult run, TerminalStyle style) {
    PhaseResult rates = run.totals();
    if (run.totals().lengthSeconds() == 0) {
      return List.of("nothing was measured: the run ended before its measured part");
    }
    Optional<Double> intended = run.totals().intendedRatePerSecond();
    boolean sends = rates.perSecond(Counter.SENT) > 0;
    TextTable table = new TextTable(1);
    table.row("", "msg/s", "MB/s", "");
    intended.ifPresent(rate -> table.row("intended", Text.perSecond(rate), "", ""));
    DamageMarks marks = DamageMarks.of(run);
    table.row("sent", perSecond(rates, Counter.SENT, marks), "", "");
    boolean asks = run.requestReply().isPresent();
    table.row(
        asks ? "requests" : "published",
        perSecond(rates, Counter.ACKNOWLEDGED, marks),
        Text.megabytes(rates.perSecond(Counter.ACKNOWLEDGED_BYTES)),
        intended
            .filter(rate -> rate > 0)
            .map(rate -> share(run.totals(), rate))
            .orElse(sends && closedLoop(run) ? "closed loop: limited by the window" : ""));
    table.row(
        asks ? "replies" : "consumed",
        perSecond(rates, Counter.RECEIVED, marks),
        Text.megabytes(rates.perSecond(Counter.RECEIVED_BYTES)),
        consumed(run, style));
    if (asks) {
      table.row("round trips", perSecond(rates, Counter.ANSWERED, marks), "", "in time");
    }
    if (rates.perSecond(Counter.FAILED) > 0) {
      table.row("failed", style.bad(Text.perSecond(rates.perSecond(Counter.FAILED))), "", "");
    }
    List<String> lines = new ArrayList<>(table.lines());
    lines.addAll(marks.notes(FigureGroup.RATES));
    return lines;
  }

  private static String perSecond(PhaseResult rates, Counter counter, DamageMarks marks) {
    return marks.rate(Text.perSecond(rates.perSecond(counter)));
  }

  /** Whether no phase had a schedule: phases with and without one have no common intended rate. */
  private static boolean closedLoop(RunResult run) {
    return run.phases().stream()
        .filter(PhaseResult::measured)
        .noneMatch(phase -> phase.intendedRatePerSecond().isPresent());
  }

  private static String consumed(RunResult run, TerminalStyle style) {
    int subscriptions = run.shape().subscriptionsPerTopic();
    List<String> parts = new ArrayList<>();
    if (subscriptions > 1) {
      parts.add(style.times() + subscriptions + " subscriptions");
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
    return run.phases().stream()
        .filter(PhaseResult::measured)
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
