package io.tidemark.report.text;

import io.tidemark.model.result.Achieved;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.report.figures.StoredPhase;
import io.tidemark.report.figures.StoredRates;
import io.tidemark.report.figures.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Intended and achieved rates of a run. */
public final class RateSection {
  private static final double SHORTEST_WAITING_SECONDS = 0.05;
  private static final double SAME_PERCENT = 0.005;

  private RateSection() {}

  public static List<String> lines(StoredRun run, TerminalStyle style) {
    StoredRates rates = run.totals().rates();
    if (run.totals().lengthSeconds() == 0) {
      return List.of("nothing was measured: the run ended before its measured part");
    }
    Optional<Double> intended = run.totals().intendedRate();
    boolean sends = rates.get(Counter.SENT) > 0;
    TextTable table = new TextTable(1);
    table.row("", "msg/s", "MB/s", "");
    intended.ifPresent(rate -> table.row("intended", Text.perSecond(rate), "", ""));
    table.row("sent", Text.perSecond(rates.get(Counter.SENT)), "", "");
    boolean asks = run.requestReply() != null;
    table.row(
        asks ? "requests" : "published",
        Text.perSecond(rates.get(Counter.ACKNOWLEDGED)),
        Text.megabytes(rates.get(Counter.ACKNOWLEDGED_BYTES)),
        intended
            .filter(rate -> rate > 0)
            .map(rate -> share(run.totals(), rate))
            .orElse(sends && closedLoop(run) ? "closed loop: limited by the window" : ""));
    table.row(
        asks ? "replies" : "consumed",
        Text.perSecond(rates.get(Counter.RECEIVED)),
        Text.megabytes(rates.get(Counter.RECEIVED_BYTES)),
        consumed(run, style));
    if (asks) {
      table.row("round trips", Text.perSecond(rates.get(Counter.ANSWERED)), "", "in time");
    }
    if (rates.get(Counter.FAILED) > 0) {
      table.row("failed", style.bad(Text.perSecond(rates.get(Counter.FAILED))), "", "");
    }
    return table.lines();
  }

  /** Whether no phase had a schedule: phases with and without one have no common intended rate. */
  private static boolean closedLoop(StoredRun run) {
    return run.phases().stream()
        .filter(StoredPhase::measured)
        .noneMatch(phase -> phase.intendedRate().isPresent());
  }

  private static String consumed(StoredRun run, TerminalStyle style) {
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
              run.totals().byTime().receivingSeconds(),
              waiting));
    }
    return String.join(", ", parts);
  }

  /** Waiting times of phases without sends. */
  private static double waitingSeconds(StoredRun run) {
    return run.phases().stream()
        .filter(StoredPhase::measured)
        .filter(phase -> phase.rates().get(Counter.RECEIVED) > 0)
        .map(StoredPhase::byTime)
        .mapToDouble(byTime -> Math.max(0, byTime.sendingSeconds() - byTime.receivingSeconds()))
        .sum();
  }

  private static String share(StoredPhase total, double intendedRate) {
    Achieved published =
        new Achieved(
            total.rates().get(Counter.ACKNOWLEDGED),
            total.counts().get(Counter.ACKNOWLEDGED),
            total.lengthSeconds());
    double percent = published.percentOf(intendedRate);
    boolean byTime = 100 * published.ratePerSecond() / intendedRate - percent < SAME_PERCENT;
    return String.format(
        Locale.ROOT, "%.2f %% of intended%s", percent, byTime ? "" : ", by intention");
  }
}
