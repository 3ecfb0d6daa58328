package io.tidemark.features.history.gate;

import io.tidemark.features.history.AcceptedChanges.AcceptedChange;
import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.HistorySeries;
import io.tidemark.features.history.change.Levels.ChangeRule;
import io.tidemark.features.history.gate.GateResult.Outcome;
import io.tidemark.features.history.trend.Trend;
import io.tidemark.features.history.trend.Trend.Band;
import io.tidemark.features.history.trend.TrendMetric;
import io.tidemark.model.result.Text;
import io.tidemark.report.compare.ChangeLimit;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Compares new runs with the current level of their series: the runs since the last change, or
 * since the last change that was accepted. There is no fixed baseline.
 */
public final class Gate {
  /** Fewer runs of a level say too little about its spread. */
  public static final int FEWEST = 8;

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

  public GateResult of(ChangeLimit limit) {
    return of(limit, List.of());
  }

  /**
   * The decision on a limit that the new runs exceed, after repetitions. The runs together must
   * exceed it, so that the interval is that of their mean; and the repetitions alone must be worse,
   * so that a single outlier of any size is not enough.
   */
  public GateResult confirmed(ChangeLimit limit, List<HistoryRun> repetitions) {
    GateResult first = of(limit);
    if (!first.isExceeded() || repetitions.isEmpty()) {
      return first;
    }
    double[] again = values(repetitions, limit);
    return again.length == 0
        ? result(
            limit,
            Outcome.EXCEEDED,
            first.text()
                + "; not decided by "
                + Text.plural(repetitions.size(), "repetition")
                + " without a usable figure",
            repetitions)
        : of(limit, repetitions);
  }

  private GateResult of(ChangeLimit limit, List<HistoryRun> repetitions) {
    double[] first = values(fresh, limit);
    if (first.length == 0) {
      return unknown(limit, limit.metric() + " was not measured, or must not be used");
    }
    Trend trend = Trend.of(history(limit.metric(), repetitions), limit.metric(), ChangeRule.USUAL);
    Optional<Trend.Level> current = trend.current();
    Band now = current.map(Trend.Level::band).orElseGet(() -> Band.of(new double[0]));
    if (now.runs() < FEWEST) {
      return unknown(
          limit,
          String.format(Locale.ROOT, "not enough history (%d of %d runs)", now.runs(), FEWEST));
    }
    String since = Trend.day(trend.runs().get(current.orElseThrow().from()));
    double[] all =
        DoubleStream.concat(Arrays.stream(first), Arrays.stream(values(repetitions, limit)))
            .toArray();
    String text = text(limit, all, now, since);
    return repetitions.isEmpty()
        ? judged(limit, all, now, text)
        : judged(limit, all, now, text, repetitions);
  }

  private static double[] values(List<HistoryRun> runs, ChangeLimit limit) {
    return runs.stream()
        .map(run -> run.value(limit.metric()))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .toArray();
  }

  private static boolean isWorse(ChangeLimit limit, double[] values, Band now) {
    return limit.isExceededBy(Band.of(values).mean() / now.mean() - 1);
  }

  private static boolean isOutside(double[] values, Band now) {
    double mean = Band.of(values).mean();
    return mean < now.lowest(values.length) || mean > now.highest(values.length);
  }

  private GateResult judged(ChangeLimit limit, double[] values, Band now, String text) {
    if (!isWorse(limit, values, now)) {
      return result(limit, Outcome.WITHIN, text, List.of());
    }
    return isOutside(values, now)
        ? result(limit, Outcome.EXCEEDED, text, List.of())
        : result(limit, Outcome.NOT_SHOWN, text + "; single runs differ as much", List.of());
  }

  private GateResult judged(
      ChangeLimit limit, double[] all, Band now, String text, List<HistoryRun> repetitions) {
    double[] again = values(repetitions, limit);
    boolean confirmed =
        isWorse(limit, all, now) && isOutside(all, now) && isWorse(limit, again, now);
    return result(
        limit,
        confirmed ? Outcome.EXCEEDED : Outcome.NOT_CONFIRMED,
        "%s; %s by %s (%s)"
            .formatted(
                text,
                confirmed ? "confirmed" : "not confirmed",
                Text.plural(again.length, "repetition"),
                Arrays.stream(again)
                    .mapToObj(value -> text(limit, value))
                    .collect(Collectors.joining(", "))),
        repetitions);
  }

  private static String text(ChangeLimit limit, double[] values, Band now, String since) {
    double mean = Band.of(values).mean();
    return String.format(
        Locale.ROOT,
        "%s is %s%s, %s than the level of %d runs since %s (%s; expected %s to %s)",
        limit.metric(),
        text(limit, mean),
        values.length > 1 ? " in the mean of " + values.length + " runs" : "",
        TrendMetric.change(limit.metric(), mean / now.mean() - 1),
        now.runs(),
        since,
        text(limit, now.mean()),
        text(limit, now.lowest(values.length)),
        text(limit, now.highest(values.length)));
  }

  private static String text(ChangeLimit limit, double value) {
    return TrendMetric.text(limit.metric(), value);
  }

  /**
   * Returns the series without the new runs, and without what was before a change that was
   * accepted.
   */
  private HistorySeries history(String metric, List<HistoryRun> repetitions) {
    Set<String> ids =
        Stream.concat(fresh.stream(), repetitions.stream())
            .map(HistoryRun::id)
            .collect(Collectors.toSet());
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

  private GateResult unknown(ChangeLimit limit, String text) {
    return result(limit, Outcome.NOT_KNOWN, text, List.of());
  }

  private GateResult result(
      ChangeLimit limit, Outcome outcome, String text, List<HistoryRun> repetitions) {
    return new GateResult(
        series.key(), limit, outcome, text, repetitions.stream().map(HistoryRun::source).toList());
  }
}
