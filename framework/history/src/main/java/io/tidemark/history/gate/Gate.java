package io.tidemark.history.gate;

import io.tidemark.history.AcceptedChange;
import io.tidemark.history.HistoryRun;
import io.tidemark.history.HistorySeries;
import io.tidemark.history.change.ChangeRule;
import io.tidemark.history.gate.GateResult.Outcome;
import io.tidemark.history.trend.Band;
import io.tidemark.history.trend.Trend;
import io.tidemark.history.trend.TrendMetric;
import io.tidemark.report.text.TerminalStyle;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compares new runs with the current level of their series: the runs since the last change, or
 * since the last change that was accepted. There is no fixed baseline.
 */
public final class Gate {
  /** Fewer runs of a level say too little about its spread. */
  public static final int FEWEST = 8;

  private static final TerminalStyle STYLE = TerminalStyle.PLAIN;

  private final HistorySeries series;
  private final List<HistoryRun> fresh;
  private final List<AcceptedChange> accepted;

  /**
   * @param series may contain the new runs, which are not compared with themselves
   * @param fresh new runs of the series
   * @param accepted of the series
   */
  public Gate(HistorySeries series, List<HistoryRun> fresh, List<AcceptedChange> accepted) {
    this.series = series;
    this.fresh = List.copyOf(fresh);
    this.accepted = List.copyOf(accepted);
  }

  public GateResult of(GateLimit limit) {
    double[] values =
        fresh.stream()
            .map(run -> run.value(limit.metric()))
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .toArray();
    if (values.length == 0) {
      return result(
          limit, Outcome.NOT_KNOWN, limit.metric() + " was not measured, or must not be used");
    }
    Trend trend = Trend.of(history(limit.metric()), limit.metric(), ChangeRule.USUAL);
    Optional<Trend.Level> current = trend.current();
    Band now = current.map(Trend.Level::band).orElseGet(() -> Band.of(new double[0]));
    if (now.runs() < FEWEST) {
      return result(
          limit,
          Outcome.NOT_KNOWN,
          String.format(Locale.ROOT, "not enough history (%d of %d runs)", now.runs(), FEWEST));
    }
    double mean = Band.of(values).mean();
    String since = Trend.day(trend.runs().get(current.orElseThrow().from()));
    return judged(limit, mean, values.length, now, since);
  }

  private GateResult judged(GateLimit limit, double mean, int runs, Band now, String since) {
    double change = mean / now.mean() - 1;
    boolean outside = mean < now.lowest(runs) || mean > now.highest(runs);
    String text =
        String.format(
            Locale.ROOT,
            "%s is %s, %s than the level of %d runs since %s (%s; expected %s to %s)",
            limit.metric(),
            text(limit, mean),
            TrendMetric.change(limit.metric(), change),
            now.runs(),
            since,
            text(limit, now.mean()),
            text(limit, now.lowest(runs)),
            text(limit, now.highest(runs)));
    if (!limit.isExceededBy(change)) {
      return result(limit, Outcome.WITHIN, text);
    }
    return outside
        ? result(limit, Outcome.EXCEEDED, text)
        : result(limit, Outcome.NOT_SHOWN, text + "; single runs differ as much");
  }

  private static String text(GateLimit limit, double value) {
    return TrendMetric.text(limit.metric(), value, STYLE);
  }

  /** Without the new runs, and without what was before a change that was accepted. */
  private HistorySeries history(String metric) {
    Set<String> ids = fresh.stream().map(HistoryRun::id).collect(Collectors.toSet());
    Instant first =
        accepted.stream()
            .filter(each -> each.metric().equals(metric))
            .map(AcceptedChange::from)
            .reduce(Instant.MIN, (one, other) -> other.isAfter(one) ? other : one);
    return new HistorySeries(
        series.key(),
        series.runs().stream()
            .filter(run -> !ids.contains(run.id()) && !run.at().isBefore(first))
            .toList());
  }

  private GateResult result(GateLimit limit, Outcome outcome, String text) {
    return new GateResult(series.key(), limit, outcome, text);
  }
}
