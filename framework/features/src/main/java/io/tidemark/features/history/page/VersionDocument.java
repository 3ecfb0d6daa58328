package io.tidemark.features.history.page;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tidemark.features.history.SeriesKey;
import io.tidemark.features.history.change.ChangePoints.LevelChange;
import io.tidemark.features.history.trend.TrendMetric;
import io.tidemark.features.history.trend.VersionTrend;
import io.tidemark.features.history.trend.VersionTrend.Version;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.Text;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.chart.ChartText.Drawn;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Metrics over versions: for each series a table of its versions, and charts. */
public final class VersionDocument {
  private static final String METHOD =
      "Runs with one value of the attribute are a group, whenever they were carried out. A change"
          + " is compared with the line before; it is shown if it is more than chance (Welch's t,"
          + " Holm's correction, 5 %) and at least 1 %.";

  private VersionDocument() {}

  /** Trends of a series follow each other, and all are over one attribute. */
  public static Document of(List<VersionTrend> trends) {
    Map<String, List<VersionTrend>> bySeries =
        trends.stream()
            .collect(groupingBy(trend -> trend.key().id(), LinkedHashMap::new, toList()));
    VersionTrend first = trends.get(0);
    long versions =
        trends.stream()
            .flatMap(each -> each.versions().stream().map(Version::name))
            .distinct()
            .count();
    String subtitle =
        "over " + Text.plural(versions, "value") + " of the attribute " + first.attribute();
    return new Document(
        TrendDocument.title(first.key(), bySeries.size()),
        List.of(new Paragraph(Cell.of(subtitle))),
        bySeries.values().stream().map(VersionDocument::section).toList());
  }

  private static Section section(List<VersionTrend> trends) {
    SeriesKey key = trends.get(0).key();
    return Section.of(TrendDocument.id(key), key.title())
        .notes("Machines: " + key.testBedText(), METHOD)
        .notes(trends.stream().flatMap(trend -> without(trend).stream()).distinct().toList())
        .add(trends.stream().map(VersionDocument::table).toList())
        .add(trends.stream().map(trend -> new Drawn(chart(trend))).toList());
  }

  /** How many runs are left out; empty if none is. */
  private static Optional<String> without(VersionTrend trend) {
    return trend.without() == 0
        ? Optional.empty()
        : Optional.of(
            "left out: "
                + Text.plural(trend.without(), "run")
                + " without the attribute "
                + trend.attribute());
  }

  private static Table table(VersionTrend trend) {
    String metric = trend.metric();
    return new Columns<Version>()
        .text(trend.attribute(), Version::name)
        .cell("geometric mean", each -> TrendMetric.cell(metric, each.band().mean()))
        .cell("spread", each -> TrendDocument.spread(each.band()))
        .number("runs", Unit.COUNT, each -> each.runs().size())
        .cell(
            "change", each -> each.step().map(step -> change(trend, each, step)).orElse(Cell.EMPTY))
        .text("95 % interval", each -> each.step().map(LevelChange::interval).orElse(""))
        .table(metric + " over " + trend.attribute(), trend.versions().stream());
  }

  private static Cell change(VersionTrend trend, Version version, LevelChange step) {
    return version.shown()
        ? Cell.of(
            TrendMetric.change(trend.metric(), step.change()),
            version.isWorse(trend.metric()) ? Tone.BAD : Tone.GOOD)
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
                "mean, 99 % of runs",
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
