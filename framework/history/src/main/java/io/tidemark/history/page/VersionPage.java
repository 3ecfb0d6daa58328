package io.tidemark.history.page;

import io.tidemark.charts.page.ChartsPage;
import io.tidemark.charts.page.ChartsPage.Part;
import io.tidemark.history.SeriesKey;
import io.tidemark.history.trend.TrendMetric;
import io.tidemark.history.trend.VersionText;
import io.tidemark.history.trend.VersionTrend;
import io.tidemark.history.trend.VersionTrend.Version;
import io.tidemark.model.result.Text;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.text.TerminalStyle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Metrics over versions as one HTML file: for each series a table of its versions, and charts. */
public final class VersionPage {
  private static final TerminalStyle STYLE = TerminalStyle.UNICODE;

  private VersionPage() {}

  /** The whole file; trends of a series follow each other, and all are over one attribute. */
  public static String html(List<VersionTrend> trends) {
    Map<String, List<VersionTrend>> bySeries = new LinkedHashMap<>();
    trends.forEach(
        trend -> bySeries.computeIfAbsent(trend.key().id(), any -> new ArrayList<>()).add(trend));
    List<Part> parts = new ArrayList<>();
    bySeries.forEach((id, members) -> parts.add(part(id, members)));
    VersionTrend first = trends.get(0);
    long versions =
        trends.stream()
            .flatMap(each -> each.versions().stream().map(Version::name))
            .distinct()
            .count();
    return ChartsPage.html(
        bySeries.size() == 1
            ? "History of " + first.key().workload() + " on " + first.key().driver()
            : "History of " + bySeries.size() + " series",
        "over " + Text.plural(versions, "value") + " of the attribute " + first.attribute(),
        parts);
  }

  private static Part part(String id, List<VersionTrend> trends) {
    SeriesKey key = trends.get(0).key();
    List<String> notes = new ArrayList<>();
    notes.add("Machines: " + key.testBedText());
    notes.add(
        "Runs with one value of the attribute are a group, whenever they were carried out. A change is compared with"
            + " the line before; it is shown if it is more than chance (Welch's t, Holm's correction, 5 %) and at"
            + " least 1 %.");
    trends.stream()
        .flatMap(trend -> VersionText.without(trend).stream())
        .distinct()
        .forEach(notes::add);
    return new Part(
        Section.of(
                "series-" + id.replaceAll("[^A-Za-z0-9]+", "-"),
                key.workload() + " on " + key.driver())
            .notes(notes)
            .add(trends.stream().map(VersionPage::table).toList()),
        trends.stream().map(VersionPage::chart).toList());
  }

  private static Table table(VersionTrend trend) {
    List<List<Cell>> rows = new ArrayList<>();
    for (Version version : trend.versions()) {
      rows.add(
          List.of(
              Cell.of(version.name()),
              Cell.of(
                  TrendMetric.text(trend.metric(), version.band().mean(), STYLE),
                  version.band().mean()),
              Cell.of("" + version.runs().size(), version.runs().size()),
              change(trend.metric(), version),
              Cell.of(version.step().map(VersionText::interval).orElse(""))));
    }
    return new Table(
        trend.metric(),
        List.of(trend.attribute(), "geometric mean", "runs", "change", "95 % interval"),
        rows);
  }

  private static Cell change(String metric, Version version) {
    if (version.step().isEmpty()) {
      return Cell.of("");
    }
    return version.shown()
        ? Cell.of(
            TrendMetric.change(metric, version.step().get().change()),
            version.isWorse(metric) ? Cell.Tone.BAD : Cell.Tone.GOOD)
        : Cell.of("no difference shown");
  }

  private static Chart chart(VersionTrend trend) {
    List<Version> versions = trend.versions();
    double[] x = IntStream.range(0, versions.size()).asDoubleStream().toArray();
    return new Chart(
        TrendChart.id(trend.metric()),
        Chart.Group.SWEEP,
        trend.metric() + " over " + trend.attribute(),
        "One point for each run. " + TrendChart.better(trend.metric()),
        Axis.categories(trend.attribute(), versions.stream().map(Version::name).toList()),
        TrendChart.axis(trend.metric()),
        List.of(
            TrendChart.level(
                "geometric mean, with 99 % of runs",
                x,
                versions.stream().mapToDouble(each -> each.band().mean()).toArray(),
                versions.stream().mapToDouble(each -> each.band().lowest(1)).toArray(),
                versions.stream().mapToDouble(each -> each.band().highest(1)).toArray()),
            singleRuns(trend)),
        marks(trend),
        List.of());
  }

  private static Line singleRuns(VersionTrend trend) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int i = 0; i < trend.versions().size(); i++) {
      int place = i;
      trend
          .versions()
          .get(i)
          .runs()
          .forEach(
              run -> {
                x.add((double) place);
                y.add(run.value(trend.metric()).orElse(Double.NaN));
              });
    }
    return Line.of(
        "single runs",
        Kind.POINTS,
        x.stream().mapToDouble(each -> each).toArray(),
        y.stream().mapToDouble(each -> each).toArray());
  }

  private static List<Mark> marks(VersionTrend trend) {
    List<Mark> marks = new ArrayList<>();
    for (int i = 0; i < trend.versions().size(); i++) {
      Version version = trend.versions().get(i);
      if (version.shown() && version.step().isPresent()) {
        marks.add(
            new Mark(
                Event.CHANGE,
                i,
                i,
                TrendMetric.change(trend.metric(), version.step().get().change())));
      }
    }
    return marks;
  }
}
