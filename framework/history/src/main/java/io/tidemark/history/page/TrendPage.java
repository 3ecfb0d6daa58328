package io.tidemark.history.page;

import io.tidemark.charts.page.ChartsPage;
import io.tidemark.charts.page.ChartsPage.Part;
import io.tidemark.history.HistoryRun;
import io.tidemark.history.SeriesKey;
import io.tidemark.history.change.LevelChange;
import io.tidemark.history.trend.Band;
import io.tidemark.history.trend.Causes;
import io.tidemark.history.trend.Trend;
import io.tidemark.history.trend.TrendMetric;
import io.tidemark.history.trend.TrendText;
import io.tidemark.model.result.Text;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.text.TerminalStyle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Trends as one HTML file: what changed, then a chart of each metric. */
public final class TrendPage {
  private static final TerminalStyle STYLE = TerminalStyle.UNICODE;

  private final Causes causes;
  private final RunLinks links;

  /**
   * @param links to the results of runs
   */
  public TrendPage(Causes causes, RunLinks links) {
    this.causes = causes;
    this.links = links;
  }

  /** The whole file; trends of a series follow each other. */
  public String html(List<Trend> trends) {
    Map<String, List<Trend>> bySeries = new LinkedHashMap<>();
    trends.forEach(
        trend -> bySeries.computeIfAbsent(trend.key().id(), any -> new ArrayList<>()).add(trend));
    List<Part> parts = new ArrayList<>();
    parts.add(new Part(summary(trends, bySeries.size() > 1), List.of()));
    bySeries.forEach((id, members) -> parts.add(part(id, members, bySeries.size() > 1)));
    SeriesKey first = trends.get(0).key();
    String title =
        bySeries.size() == 1
            ? "History of " + first.workload() + " on " + first.driver()
            : "History of " + bySeries.size() + " series";
    return ChartsPage.html(title, subtitle(trends), parts);
  }

  private static String subtitle(List<Trend> trends) {
    long runs =
        trends.stream()
            .flatMap(trend -> trend.runs().stream().map(HistoryRun::id))
            .distinct()
            .count();
    List<String> days =
        trends.stream().flatMap(trend -> trend.runs().stream()).map(Trend::day).sorted().toList();
    return Text.plural(runs, "run") + ", " + days.get(0) + " to " + days.get(days.size() - 1);
  }

  private Section summary(List<Trend> trends, boolean several) {
    List<List<Cell>> rows = new ArrayList<>();
    for (Trend trend : trends) {
      for (LevelChange change : trend.points().changes()) {
        rows.add(row(trend, change, several));
      }
    }
    rows.sort((one, other) -> other.get(0).text().compareTo(one.get(0).text()));
    long noise = trends.stream().mapToLong(trend -> trend.points().noise().size()).sum();
    List<String> notes = new ArrayList<>();
    notes.add(
        rows.isEmpty()
            ? "No level changed."
            : Text.plural(rows.size(), "change") + " of a level, the latest first.");
    if (noise > 0) {
      notes.add(
          Text.plural(noise, "time span")
              + " in which runs scatter more than usual: see the charts. They are no change.");
    }
    Section section = Section.of("changes", "Changes").notes(notes);
    return rows.isEmpty()
        ? section
        : section.add(
            List.of(
                new Table(
                    "Changes of levels",
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
                    rows)));
  }

  private List<Cell> row(Trend trend, LevelChange change, boolean several) {
    String metric = trend.metric();
    HistoryRun run = trend.run(change);
    List<String> accepted = causes.accepted(trend, change);
    List<String> there = new ArrayList<>(causes.of(trend, change));
    there.addAll(accepted);
    return List.of(
        Cell.of(Trend.day(run)),
        Cell.of(several ? trend.key().workload() + " on " + trend.key().driver() : ""),
        Cell.of(metric),
        size(metric, change, !accepted.isEmpty()),
        Cell.of(
            String.format(
                Locale.ROOT, "%+.1f to %+.1f %%", 100 * change.lowest(), 100 * change.highest())),
        Cell.of(TrendMetric.text(metric, change.before(), STYLE), change.before()),
        Cell.of(TrendMetric.text(metric, change.after(), STYLE), change.after()),
        Cell.of(String.join(", ", there)),
        links.of(run).map(address -> Cell.link("results", address)).orElse(Cell.of("")));
  }

  /** A change for the worse that was accepted is no warning. */
  private static Cell size(String metric, LevelChange change, boolean accepted) {
    String text = TrendMetric.change(metric, change.change());
    boolean worse = TrendMetric.isWorse(metric, change.change());
    return worse && accepted
        ? Cell.of(text)
        : Cell.of(text, worse ? Cell.Tone.BAD : Cell.Tone.GOOD);
  }

  private Part part(String id, List<Trend> trends, boolean several) {
    SeriesKey key = trends.get(0).key();
    List<Chart> charts =
        trends.stream().map(trend -> TrendChart.of(trend, TrendChart.id(trend.metric()))).toList();
    List<String> notes = new ArrayList<>();
    notes.add("Machines: " + key.testBedText());
    for (Trend trend : trends) {
      Band now = trend.current().orElseThrow().band(); // A trend has a run.
      notes.add(
          String.format(
              Locale.ROOT,
              "%s is %s (mean of %s since the last change)%s",
              trend.metric(),
              TrendMetric.text(trend.metric(), now.mean(), STYLE),
              Text.plural(now.runs(), "run"),
              trend.damaged() == 0
                  ? ""
                  : ", without " + Text.plural(trend.damaged(), "damaged value")));
      trend.points().noise().forEach(each -> notes.add(TrendText.sentence(trend, each)));
      notes.addAll(causes.acceptedWithoutChange(trend));
    }
    String title = several ? key.workload() + " on " + key.driver() : "Trends";
    return new Part(
        Section.of("series-" + id.replaceAll("[^A-Za-z0-9]+", "-"), title).notes(notes), charts);
  }
}
