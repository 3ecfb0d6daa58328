package io.tidemark.history.page;

import io.tidemark.charts.page.ChartsPage;
import io.tidemark.history.change.LevelChange;
import io.tidemark.history.trend.Causes;
import io.tidemark.history.trend.Trend;
import io.tidemark.history.trend.TrendMetric;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A folder of static pages: {@code index.html} by workload and driver, a page for each series,
 * whose name stays, and {@code feed.xml} with the changes.
 */
public final class HistorySite {
  private final Path folder;
  private final Causes causes;

  public HistorySite(Path folder, Causes causes) {
    this.folder = folder;
    this.causes = causes;
  }

  /** Writes or replaces all pages. */
  public void write(List<Trend> trends) throws ResultsException {
    Map<String, List<Trend>> bySeries = new LinkedHashMap<>();
    trends.forEach(
        trend -> bySeries.computeIfAbsent(trend.key().id(), any -> new ArrayList<>()).add(trend));
    TrendDocument page = new TrendDocument(causes, new RunLinks(folder)::of);
    for (Map.Entry<String, List<Trend>> series : bySeries.entrySet()) {
      ResultFiles.replaceFile(
          ResultFiles.within(folder, series.getKey() + ".html"),
          ChartsPage.html(page.page(series.getValue())));
    }
    ResultFiles.replaceFile(ResultFiles.within(folder, "index.html"), index(bySeries));
    ResultFiles.replaceFile(ResultFiles.within(folder, "feed.xml"), AtomFeed.of(trends, causes));
  }

  private static String index(Map<String, List<Trend>> bySeries) {
    List<List<Cell>> rows = new ArrayList<>();
    bySeries.forEach((id, trends) -> rows.add(row(id, trends)));
    Section section =
        Section.of("series", "Series")
            .add(
                new Table(
                    "Series",
                    List.of("workload", "driver", "machines", "runs", "last run", "last change"),
                    rows),
                new Table(
                    "All changes",
                    List.of("Atom feed"),
                    List.of(List.of(Cell.link("feed.xml", "feed.xml")))));
    String subtitle = Text.count(bySeries.size()) + " series";
    return ChartsPage.html(
        new Document("History", List.of(new Paragraph(Cell.of(subtitle))), List.of(section)));
  }

  private static List<Cell> row(String id, List<Trend> trends) {
    Trend longest =
        trends.stream()
            .reduce((one, other) -> other.runs().size() > one.runs().size() ? other : one)
            .orElseThrow();
    String last = "";
    String what = "";
    for (Trend trend : trends) {
      for (LevelChange change : trend.points().changes()) {
        String day = Trend.day(trend.run(change));
        if (day.compareTo(last) > 0) {
          last = day;
          what =
              day
                  + ": "
                  + trend.metric()
                  + " "
                  + TrendMetric.change(trend.metric(), change.change());
        }
      }
    }
    return List.of(
        Cell.link(longest.key().workload(), id + ".html"),
        Cell.of(longest.key().driver()),
        Cell.of(longest.key().testBedText()),
        Cell.of(longest.runs().size(), Unit.COUNT),
        Cell.of(Trend.day(longest.runs().get(longest.runs().size() - 1))),
        Cell.of(what));
  }
}
