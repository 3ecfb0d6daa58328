package io.tidemark.history.page;

import io.tidemark.charts.page.ChartsPage;
import io.tidemark.charts.page.ChartsPage.Part;
import io.tidemark.history.change.LevelChange;
import io.tidemark.history.trend.Causes;
import io.tidemark.history.trend.Trend;
import io.tidemark.history.trend.TrendMetric;
import io.tidemark.history.trend.TrendText;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.text.TerminalStyle;
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
    TrendPage page = new TrendPage(causes, new RunLinks(folder));
    for (Map.Entry<String, List<Trend>> series : bySeries.entrySet()) {
      ResultFiles.replaceFile(
          ResultFiles.within(folder, series.getKey() + ".html"), page.html(series.getValue()));
    }
    ResultFiles.replaceFile(ResultFiles.within(folder, "index.html"), index(bySeries));
    ResultFiles.replaceFile(
        ResultFiles.within(folder, "feed.xml"),
        AtomFeed.of(trends, new TrendText(causes, TerminalStyle.UNICODE)));
  }

  private static String index(Map<String, List<Trend>> bySeries) {
    List<List<Cell>> rows = new ArrayList<>();
    bySeries.forEach((id, trends) -> rows.add(row(id, trends)));
    Table table =
        new Table(
            "Series",
            List.of("workload", "driver", "machines", "runs", "last run", "last change", ""),
            rows);
    Section section =
        Section.of("series", "Series")
            .add(
                List.of(
                    table,
                    new Table(
                        "All changes",
                        List.of("Atom feed"),
                        List.of(List.of(Cell.link("feed.xml", "feed.xml"))))));
    return ChartsPage.html(
        "History",
        Text.plural(bySeries.size(), "series").replaceFirst("seriess$", "series"),
        List.of(new Part(section, List.of())));
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
        Cell.of("" + longest.runs().size(), longest.runs().size()),
        Cell.of(Trend.day(longest.runs().get(longest.runs().size() - 1))),
        Cell.of(what),
        Cell.of(""));
  }
}
