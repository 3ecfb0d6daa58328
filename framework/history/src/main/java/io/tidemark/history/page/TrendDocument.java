package io.tidemark.history.page;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tidemark.history.HistoryRun;
import io.tidemark.history.SeriesKey;
import io.tidemark.history.change.LevelChange;
import io.tidemark.history.change.Noise;
import io.tidemark.history.trend.Band;
import io.tidemark.history.trend.Causes;
import io.tidemark.history.trend.Trend;
import io.tidemark.history.trend.TrendMetric;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.Text;
import io.tidemark.report.chart.ChartText.Drawn;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Trends: what changed, then the metrics of each series.
 *
 * @param links addresses of the results of runs
 */
public record TrendDocument(Causes causes, Function<HistoryRun, Optional<String>> links) {
  private static final int COLUMNS = 30;
  private static final String LEVELS = "▁▂▃▄▅▆▇█";

  /** Trends of a series follow each other; without charts, which only a page shows. */
  public Document of(List<Trend> trends) {
    return of(trends, false);
  }

  /** The same with charts. */
  public Document page(List<Trend> trends) {
    return of(trends, true);
  }

  private Document of(List<Trend> trends, boolean charts) {
    Map<String, List<Trend>> bySeries =
        trends.stream()
            .collect(groupingBy(trend -> trend.key().id(), LinkedHashMap::new, toList()));
    List<Section> sections = new ArrayList<>();
    sections.add(changes(trends, bySeries.size() > 1));
    bySeries.values().forEach(members -> sections.add(section(members, charts)));
    return new Document(
        title(trends.get(0).key(), bySeries.size()),
        List.of(new Paragraph(Cell.of(subtitle(trends)))),
        sections);
  }

  /** Returns the title of one series, or of several. */
  static String title(SeriesKey first, int series) {
    return series == 1 ? "History of " + first.title() : "History of " + series + " series";
  }

  private static String subtitle(List<Trend> trends) {
    long runs =
        trends.stream()
            .flatMap(trend -> trend.runs().stream().map(HistoryRun::id))
            .distinct()
            .count();
    List<HistoryRun> ends =
        trends.stream()
            .flatMap(
                trend -> Stream.of(trend.runs().get(0), trend.runs().get(trend.runs().size() - 1)))
            .sorted(Comparator.comparing(HistoryRun::at))
            .toList();
    return Text.plural(runs, "run")
        + ", "
        + Trend.day(ends.get(0))
        + " to "
        + Trend.day(ends.get(ends.size() - 1));
  }

  private Section changes(List<Trend> trends, boolean several) {
    List<List<Cell>> rows = new ArrayList<>();
    for (Trend trend : trends) {
      trend.points().changes().forEach(change -> rows.add(row(trend, change, several)));
    }
    rows.sort((one, other) -> other.get(0).text().compareTo(one.get(0).text()));
    return Section.of("changes", "Changes")
        .notes(
            rows.isEmpty()
                ? "No level changed."
                : Text.plural(rows.size(), "change") + " of a level, the latest first.")
        .add(
            new Table(
                "",
                List.of(
                    "since",
                    "series",
                    "metric",
                    "change",
                    "95 % interval",
                    "before",
                    "after",
                    "changed there",
                    "first run"),
                rows));
  }

  private List<Cell> row(Trend trend, LevelChange change, boolean several) {
    String metric = trend.metric();
    List<String> accepted = causes.accepted(trend, change);
    boolean worse = TrendMetric.isWorse(metric, change.change());
    // A change for the worse that was accepted is no warning.
    Tone tone = !worse ? Tone.GOOD : accepted.isEmpty() ? Tone.BAD : Tone.NONE;
    return List.of(
        Cell.of(Trend.day(trend.run(change))),
        Cell.of(several ? trend.key().title() : ""),
        Cell.of(metric),
        Cell.of(TrendMetric.change(metric, change.change()), tone),
        Cell.of(change.interval()),
        TrendMetric.cell(metric, change.before()),
        TrendMetric.cell(metric, change.after()),
        Cell.of(causes.sentence(trend, change)),
        links
            .apply(trend.run(change))
            .map(address -> Cell.link("results", address))
            .orElse(Cell.EMPTY));
  }

  private Section section(List<Trend> trends, boolean charts) {
    SeriesKey key = trends.get(0).key();
    Section section =
        Section.of(id(key), key.title())
            .notes("Machines: " + key.testBedText())
            .add(
                new Table(
                    "Since the last change of each metric, without damaged values",
                    List.of(
                        "metric", "course", "mean", "spread", "runs since", "all runs", "damaged"),
                    trends.stream().map(TrendDocument::row).toList()));
    for (Trend trend : trends) {
      section =
          section
              .notes(trend.points().noise().stream().map(each -> noise(trend, each)).toList())
              .notes(causes.acceptedWithoutChange(trend));
    }
    return charts
        ? section.add(
            trends.stream()
                .map(trend -> new Drawn(TrendChart.of(trend, TrendChart.id(trend.metric()))))
                .toList())
        : section;
  }

  static String id(SeriesKey key) {
    return "series-" + key.id().replaceAll("[^A-Za-z0-9]+", "-");
  }

  private static List<Cell> row(Trend trend) {
    Band now = trend.current().orElseThrow().band(); // A trend has a run.
    return List.of(
        Cell.of(trend.metric()),
        Cell.of(sparkline(trend.values())),
        TrendMetric.cell(trend.metric(), now.mean()),
        spread(now),
        Cell.of(now.runs(), Unit.COUNT),
        Cell.of(trend.runs().size(), Unit.COUNT),
        trend.damaged() == 0 ? Cell.EMPTY : Cell.of(trend.damaged(), Unit.COUNT));
  }

  /** The standard deviation of single runs; empty for one run. */
  static Cell spread(Band band) {
    double percent = 100 * Math.expm1(band.deviation());
    return band.runs() > 1
        ? Cell.of(String.format(Locale.ROOT, "±%.1f %%", percent), percent)
        : Cell.EMPTY;
  }

  /** {@code 2026-10-12 to 2026-10-18: publishRate scatters 5 times as much as usual, 7 runs}. */
  static String noise(Trend trend, Noise noise) {
    return String.format(
        Locale.ROOT,
        "%s to %s: %s scatters %.1f times as much as usual, %s; this is no change",
        Trend.day(trend.runs().get(noise.from())),
        Trend.day(trend.runs().get(noise.to() - 1)),
        trend.metric(),
        noise.factor(),
        Text.plural(noise.to() - noise.from(), "run"));
  }

  /**
   * Draws the values from the lowest to the highest one; means where there are more values than
   * columns.
   */
  private static String sparkline(double[] values) {
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
      line.append(LEVELS.charAt((int) Math.round(place * (LEVELS.length() - 1))));
    }
    return line.toString();
  }
}
