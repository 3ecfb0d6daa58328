package io.tidemark.history.trend;

import io.tidemark.history.HistoryRun;
import io.tidemark.history.change.LevelChange;
import io.tidemark.history.change.Noise;
import io.tidemark.model.result.Text;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.report.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Trends for a terminal: a table with one line for each, and the sentences of their changes. */
public final class TrendText {
  private static final int COLUMNS = 30;
  private static final String UNICODE = "▁▂▃▄▅▆▇█";
  private static final String ASCII = "_.:-=+*#";

  private final Causes causes;
  private final TerminalStyle style;

  public TrendText(Causes causes, TerminalStyle style) {
    this.causes = causes;
    this.style = style;
  }

  public String of(List<Trend> trends) {
    List<String> lines = new ArrayList<>();
    String heading = "";
    TextTable table = new TextTable(2);
    List<String> sentences = new ArrayList<>();
    for (Trend trend : trends) {
      if (!heading.equals(trend.key().id())) {
        end(lines, table, sentences);
        table = new TextTable(2);
        sentences = new ArrayList<>();
        heading = trend.key().id();
        lines.add(trend.key().workload() + " on " + trend.key().driver());
        lines.add("  " + trend.key().testBedText());
      }
      row(table, trend);
      sentences.addAll(sentences(trend));
    }
    end(lines, table, sentences);
    return String.join("\n", lines).stripTrailing();
  }

  private static void end(List<String> lines, TextTable table, List<String> sentences) {
    table.lines().forEach(line -> lines.add("  " + line));
    sentences.forEach(line -> lines.add("  " + line));
    if (!lines.isEmpty()) {
      lines.add("");
    }
  }

  private void row(TextTable table, Trend trend) {
    Band now = trend.current().orElseThrow().band(); // A trend has a run.
    table.row(
        trend.metric(),
        sparkline(trend.values(), style.unicode()),
        TrendMetric.text(trend.metric(), now.mean(), style),
        now.runs() > 1
            ? String.format(
                Locale.ROOT,
                style.unicode() ? "±%.1f %%" : "+-%.1f %%",
                100 * Math.expm1(now.deviation()))
            : "",
        Text.plural(trend.runs().size(), "run"),
        trend.damaged() == 0 ? "" : trend.damaged() + " damaged");
  }

  /** What changed, oldest first, one sentence each. */
  public List<String> sentences(Trend trend) {
    List<String> all = new ArrayList<>();
    for (LevelChange change : trend.points().changes()) {
      all.add(sentence(trend, change));
    }
    for (Noise noise : trend.points().noise()) {
      all.add(sentence(trend, noise));
    }
    all.addAll(causes.acceptedWithoutChange(trend));
    return all;
  }

  /** {@code 2026-10-12: endToEnd.p99 8.1 % worse (95 %: 6.2 to 10.0 %): 11.4 ms -> 12.3 ms}. */
  public String sentence(Trend trend, LevelChange change) {
    String metric = trend.metric();
    List<String> changed = causes.of(trend, change);
    String accepted =
        causes.accepted(trend, change).stream().map("; "::concat).collect(Collectors.joining());
    return String.format(
        Locale.ROOT,
        "%s: %s %s (95 %%: %+.1f to %+.1f %%), %s -> %s; %s%s",
        Trend.day(trend.run(change)),
        metric,
        TrendMetric.change(metric, change.change()),
        100 * change.lowest(),
        100 * change.highest(),
        TrendMetric.text(metric, change.before(), style),
        TrendMetric.text(metric, change.after(), style),
        changed.isEmpty() ? "no attribute changed there" : String.join(", ", changed),
        accepted);
  }

  /** {@code 2026-10-12 to 2026-10-18: publishRate scatters 5 times as much as usual, 7 runs}. */
  public static String sentence(Trend trend, Noise noise) {
    HistoryRun first = trend.runs().get(noise.from());
    HistoryRun last = trend.runs().get(noise.to() - 1);
    return String.format(
        Locale.ROOT,
        "%s to %s: %s scatters %.1f times as much as usual, %s",
        Trend.day(first),
        Trend.day(last),
        trend.metric(),
        noise.factor(),
        Text.plural(noise.to() - noise.from(), "run"));
  }

  /** From the lowest to the highest value; means where there are more values than columns. */
  static String sparkline(double[] values, boolean unicode) {
    String levels = unicode ? UNICODE : ASCII;
    int columns = Math.min(COLUMNS, values.length);
    double[] means = new double[columns];
    double lowest = Double.POSITIVE_INFINITY;
    double highest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < columns; i++) {
      int from = i * values.length / columns;
      int to = (i + 1) * values.length / columns;
      for (int k = from; k < to; k++) {
        means[i] += values[k] / (to - from);
      }
      lowest = Math.min(lowest, means[i]);
      highest = Math.max(highest, means[i]);
    }
    StringBuilder line = new StringBuilder();
    for (double mean : means) {
      double place = highest > lowest ? (mean - lowest) / (highest - lowest) : 0.5;
      line.append(levels.charAt((int) Math.round(place * (levels.length() - 1))));
    }
    return line.toString();
  }
}
