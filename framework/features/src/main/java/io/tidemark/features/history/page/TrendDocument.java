package io.tidemark.features.history.page;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.SeriesKey;
import io.tidemark.features.history.change.ChangePoints.LevelChange;
import io.tidemark.features.history.change.ChangePoints.Noise;
import io.tidemark.features.history.trend.Causes;
import io.tidemark.features.history.trend.Trend;
import io.tidemark.features.history.trend.Trend.Band;
import io.tidemark.features.history.trend.TrendMetric;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.Text;
import io.tidemark.report.chart.ChartText.Drawn;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
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
  private static final String HEIGHTS = "▁▂▃▄▅▆▇█";
  private static final Columns<Trend> LEVELS =
      new Columns<Trend>()
          .text("metric", Trend::metric)
          .text("course", trend -> sparkline(trend.values()))
          .cell("mean", trend -> trend.cell(now(trend).mean()))
          .cell("spread", trend -> spread(now(trend)))
          .number("runs since", Unit.COUNT, trend -> now(trend).runs())
          .number("all runs", Unit.COUNT, trend -> trend.runs().size())
          .optional(
              "damaged", Unit.COUNT, trend -> Optional.of(trend.damaged()).filter(n -> n > 0));

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

  /** A change of a trend. */
  private record Changed(Trend trend, LevelChange change) {
    private String day() {
      return Trend.day(trend.run(change));
    }
  }

  private Section changes(List<Trend> trends, boolean several) {
    List<Changed> changes =
        trends.stream()
            .flatMap(
                trend -> trend.points().changes().stream().map(each -> new Changed(trend, each)))
            .sorted(Comparator.comparing(Changed::day).reversed())
            .toList();
    return Section.of("changes", "Changes")
        .notes(
            changes.isEmpty()
                ? "No level changed."
                : Text.plural(changes.size(), "change") + " of a level, the latest first.")
        .add(
            new Columns<Changed>()
                .text("since", Changed::day)
                .text("series", each -> several ? each.trend.key().title() : "")
                .text("metric", each -> each.trend.metric())
                .cell("change", this::size)
                .text("95 % interval", each -> each.change.interval())
                .cell("before", each -> each.trend.cell(each.change.before()))
                .cell("after", each -> each.trend.cell(each.change.after()))
                .text("changed there", each -> causes.sentence(each.trend, each.change))
                .cell(
                    "first run",
                    each ->
                        links
                            .apply(each.trend.run(each.change))
                            .map(address -> Cell.link("results", address))
                            .orElse(Cell.EMPTY))
                .table("", changes.stream()));
  }

  /** A change for the worse that was accepted is no warning. */
  private Cell size(Changed each) {
    String metric = each.trend.metric();
    double change = each.change.change();
    boolean accepted = !causes.accepted(each.trend, each.change).isEmpty();
    return Cell.of(
        TrendMetric.change(metric, change),
        !TrendMetric.isWorse(metric, change) ? Tone.GOOD : accepted ? Tone.NONE : Tone.BAD);
  }

  private Section section(List<Trend> trends, boolean charts) {
    SeriesKey key = trends.get(0).key();
    Section section =
        Section.of(id(key), key.title())
            .notes("Machines: " + key.testBedText())
            .add(
                LEVELS.table(
                    "Since the last change of each metric, without damaged values",
                    trends.stream()));
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

  private static Band now(Trend trend) {
    return trend.current().orElseThrow().band(); // A trend has a run.
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
      line.append(HEIGHTS.charAt((int) Math.round(place * (HEIGHTS.length() - 1))));
    }
    return line.toString();
  }
}
