package io.tidemark.history.trend;

import io.tidemark.history.change.LevelChange;
import io.tidemark.model.result.Text;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.report.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Metrics over versions for a terminal: a table of each, with one line for each version. */
public final class VersionText {
  private final TerminalStyle style;

  public VersionText(TerminalStyle style) {
    this.style = style;
  }

  public String of(List<VersionTrend> trends) {
    List<String> lines = new ArrayList<>();
    String heading = "";
    for (VersionTrend trend : trends) {
      if (!heading.equals(trend.key().id())) {
        heading = trend.key().id();
        lines.add(trend.key().workload() + " on " + trend.key().driver());
        lines.add("  " + trend.key().testBedText());
      }
      lines.add("  " + trend.metric() + " over " + trend.attribute());
      TextTable table = new TextTable(1);
      trend.versions().forEach(version -> row(table, trend, version));
      table.lines().forEach(line -> lines.add("    " + line));
      without(trend).ifPresent(text -> lines.add("    " + text));
      lines.add("");
    }
    return String.join("\n", lines).stripTrailing();
  }

  private void row(TextTable table, VersionTrend trend, VersionTrend.Version version) {
    table.row(
        version.name(),
        TrendMetric.text(trend.metric(), version.band().mean(), style),
        version.runs().size() > 1
            ? String.format(
                Locale.ROOT,
                style.unicode() ? "±%.1f %%" : "+-%.1f %%",
                100 * Math.expm1(version.band().deviation()))
            : "",
        Text.plural(version.runs().size(), "run"),
        step(trend.metric(), version));
  }

  /** {@code 8.1 % worse (95 %: +6.2 to +10.0 %)}, or that no difference was shown. */
  public static String step(String metric, VersionTrend.Version version) {
    return version
        .step()
        .map(
            step ->
                (version.shown()
                        ? TrendMetric.change(metric, step.change())
                        : "no difference shown")
                    + " (95 %: "
                    + interval(step)
                    + ")")
        .orElse("");
  }

  public static String interval(LevelChange step) {
    return String.format(
        Locale.ROOT, "%+.1f to %+.1f %%", 100 * step.lowest(), 100 * step.highest());
  }

  /** How many runs are left out; empty if none is. */
  public static Optional<String> without(VersionTrend trend) {
    return trend.without() == 0
        ? Optional.empty()
        : Optional.of(
            "left out: "
                + Text.plural(trend.without(), "run")
                + " without the attribute "
                + trend.attribute());
  }
}
