package io.tidemark.charts.page;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.tidemark.charts.Palette;
import io.tidemark.charts.SvgChart;
import io.tidemark.charts.page.Page.Assets;
import io.tidemark.model.result.Text;
import io.tidemark.report.answer.Answers;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.chart.Chart.Reference;
import io.tidemark.report.chart.ChartText.Drawn;
import io.tidemark.report.chart.Charts;
import io.tidemark.report.chart.Downsampling;
import io.tidemark.report.chart.SweepCharts;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.DifferencesSection;
import io.tidemark.report.compare.StudyComparison;
import io.tidemark.report.document.Block;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.AddedViews;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.section.RunDocument;
import io.tidemark.report.section.SummarySection;
import io.tidemark.report.section.VerdictSection;
import io.tidemark.report.study.LeaderboardSection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Runs as one HTML file that loads nothing: the answer, charts, verdict, tables of figures, and how
 * they were measured.
 */
public final class ReportPage {
  private static final int TITLE_NAMES = 3;

  /** About three for each pixel, so that there is something to zoom. */
  private static final int LINE_POINTS = 4_000;

  private static final int FEWEST_LINE_POINTS = 150;

  /** The page of 200 runs must open within 2 s. */
  private static final int CHART_POINTS = 30_000;

  private static final int ON_PAPER = 10;

  private static final Pattern LESS_IMPORTANT =
      Pattern.compile(
          "-(worker|broker|schedule|in-flight|failed|request-leg|round-trip-response)"
              + "|-distribution$|-runs-");

  /** Twice the width of a column on paper, so that texts are small there. */
  private static final double PAPER_WIDTH = 560;

  private static final double PAPER_HEIGHT = 230;

  private ReportPage() {}

  /**
   * The whole file.
   *
   * @param others limits and published figures beside those of a study
   */
  public static String html(ReportedRuns runs, List<ReferenceLine> others) {
    List<ReferenceLine> references = runs.references(others);
    Map<String, List<Chart>> charts = new LinkedHashMap<>();
    Map<String, List<ReportedRun>> byWorkload =
        runs.runs().stream()
            .collect(groupingBy(ReportedRun::workload, LinkedHashMap::new, toList()));
    byWorkload.forEach(
        (workload, members) -> charts.put(workload, Charts.forRuns(members, references)));
    return html(runs, references, charts);
  }

  /**
   * Makes the page with other charts.
   *
   * @param references limits and published figures
   * @param charts by workload
   */
  public static String html(
      ReportedRuns runs, List<ReferenceLine> references, Map<String, List<Chart>> charts) {
    List<Comparison> comparisons = StudyComparison.ofEnvironments(runs);
    List<Section> sections = new ArrayList<>();
    List<Chart> sweeps = SweepCharts.forRuns(runs, references);
    List<Section> added =
        AddedViews.all().stream().flatMap(each -> each.sections(runs).stream()).toList();
    List<String> paper = onPaper(sweeps, charts, added);
    if (!sweeps.isEmpty()) {
      Palette palette = Palette.forCharts(sweeps);
      sections.add(Section.of("sweeps", "Sweeps").add(figures("sweeps", sweeps, palette, paper)));
    }
    sections.addAll(charts(charts, paper));
    ShownRuns shown = ShownRuns.of(runs.runs());
    sections.add(
        VerdictSection.of(shown)
            .notes(
                SummarySection.counts(runs.runs())
                    + ". The definitions at the end explain each verdict.")
            .warnings(runs.leftOut().stream().map(file -> "Left out: " + file).toList()));
    sections.add(LeaderboardSection.of(runs));
    sections.add(SummarySection.of(runs.runs()));
    List<Section> measured = RunDocument.sections(shown);
    measured.forEach(each -> sections.add(joined(each, added, paper)));
    added.stream()
        .filter(each -> measured.stream().noneMatch(other -> other.id().equals(each.id())))
        .forEach(each -> sections.add(drawn(each, paper)));
    sections.add(DifferencesSection.of(comparisons, runs.study()));
    if (!references.isEmpty()) {
      List<Chart> all = new ArrayList<>(sweeps);
      charts.values().forEach(all::addAll);
      sections.add(ReferencesSection.section(references, all));
    }
    sections.add(SystemsSection.section(runs));
    sections.addAll(StudySections.plan(runs));
    sections.add(ConfigurationSection.section(runs.runs()));
    sections.add(Definitions.section(ids(sections)));
    StringOutput html = new StringOutput();
    TemplateEngine.createPrecompiled(ContentType.Html)
        .render(
            "report.jte",
            new Page(
                title(runs),
                subtitle(runs.runs()),
                Assets.load(true, false),
                Optional.of(
                    FirstScreen.of(
                        Answers.of(runs, comparisons).document(),
                        Palette.of(
                            runs.runs().stream().map(ReportedRun::environment).distinct().toList()),
                        ids(sections))),
                sections),
            html);
    return html.toString();
  }

  /** Of those that the page has. */
  private static Set<String> ids(List<Section> sections) {
    return sections.stream()
        .filter(section -> !section.isEmpty())
        .map(Section::id)
        .collect(toSet());
  }

  /** A section with what features add to it. */
  private static Section joined(Section section, List<Section> added, List<String> paper) {
    Section joined = section;
    for (Section each : added) {
      if (each.id().equals(section.id())) {
        joined = joined.add(drawn(each, paper).blocks());
      }
    }
    return joined;
  }

  private static Section drawn(Section section, List<String> paper) {
    List<Chart> charts = charts(section);
    Palette palette = Palette.forCharts(charts);
    return new Section(
        section.id(),
        section.title(),
        section.blocks().stream()
            .<Block>flatMap(
                block ->
                    block instanceof Drawn drawn
                        ? figures(section.id(), List.of(drawn.chart()), palette, paper).stream()
                        : Stream.of(block))
            .toList());
  }

  private static List<Chart> charts(Section section) {
    return section.blocks(Drawn.class).stream().map(Drawn::chart).toList();
  }

  private static String title(ReportedRuns all) {
    List<ReportedRun> runs = all.runs();
    String title =
        names(runs.stream().map(ReportedRun::workload))
            + " on "
            + names(runs.stream().map(ReportedRun::environment));
    return all.study().map(study -> "Study " + study.name()).orElse(title);
  }

  private static String names(Stream<String> names) {
    List<String> all = names.distinct().toList();
    return all.size() > TITLE_NAMES
        ? String.join(", ", all.subList(0, TITLE_NAMES))
            + String.format(Locale.ROOT, " and %d more", all.size() - TITLE_NAMES)
        : String.join(", ", all);
  }

  private static String subtitle(List<ReportedRun> runs) {
    List<String> started =
        runs.stream()
            .flatMap(run -> run.stored().stream())
            .map(run -> run.identity().startedAt().replaceFirst("T(\\d\\d:\\d\\d).*", " $1 UTC"))
            .sorted()
            .toList();
    String when = "";
    if (!started.isEmpty()) {
      String first = started.get(0);
      String last = started.get(started.size() - 1);
      when = first.equals(last) ? ", " + first : ", " + first + " to " + last;
    }
    return Text.plural(runs.size(), "run") + when;
  }

  private static List<Section> charts(Map<String, List<Chart>> charts, List<String> paper) {
    Palette palette = Palette.forCharts(charts.values().stream().flatMap(List::stream).toList());
    List<Section> sections = new ArrayList<>();
    charts.forEach(
        (workload, members) -> {
          String id = chapter(sections.size());
          String title = charts.size() == 1 ? "Charts" : "Charts of " + workload;
          sections.add(Section.of(id, title).add(figures(id, members, palette, paper)));
        });
    return sections;
  }

  private static String chapter(int place) {
    return "charts" + (place == 0 ? "" : "-" + (place + 1));
  }

  /** The charts that are printed, the most important one first. */
  private static List<String> onPaper(
      List<Chart> sweeps, Map<String, List<Chart>> charts, List<Section> added) {
    List<String> ids = new ArrayList<>();
    sweeps.forEach(chart -> ids.add("sweeps-" + chart.id()));
    int place = 0;
    for (List<Chart> members : charts.values()) {
      String chapter = chapter(place++);
      members.stream()
          .sorted(Comparator.comparing(Chart::group))
          .forEach(chart -> ids.add(chapter + "-" + chart.id()));
    }
    for (Section section : added) {
      charts(section).forEach(chart -> ids.add(section.id() + "-" + chart.id()));
    }
    return ids.stream()
        .sorted(Comparator.comparing(id -> LESS_IMPORTANT.matcher(id).find()))
        .limit(ON_PAPER)
        .toList();
  }

  /** Charts of a page that is not printed. */
  static List<Figure> figures(String id, List<Chart> charts, Palette palette) {
    return figures(id, charts, palette, List.of());
  }

  private static List<Figure> figures(
      String id, List<Chart> charts, Palette palette, List<String> paper) {
    DoubleSummaryStatistics times =
        charts.stream()
            .filter(chart -> chart.group() == Chart.Group.TIMELINE)
            .flatMapToDouble(
                chart ->
                    DoubleStream.concat(
                        chart.lines().stream().flatMapToDouble(line -> DoubleStream.of(line.x())),
                        chart.marks().stream().mapToDouble(Mark::from)))
            .summaryStatistics();
    return charts.stream()
        .sorted(Comparator.comparing(Chart::group))
        .map(
            chart -> {
              String figure = id + "-" + chart.id();
              int rank = paper.indexOf(figure);
              return new Figure(
                  figure,
                  chart.group().name().toLowerCase(Locale.ROOT),
                  chart.title(),
                  chart.description(),
                  ChartJson.json(Downsampling.reduced(chart, points(chart)), palette, times),
                  rank,
                  rank < 0 ? "" : SvgChart.element(chart, palette, PAPER_WIDTH, PAPER_HEIGHT));
            })
        .toList();
  }

  /** Points of each line; charts with many lines have fewer. */
  private static int points(Chart chart) {
    return Math.min(LINE_POINTS, Math.max(FEWEST_LINE_POINTS, CHART_POINTS / chart.lines().size()));
  }

  /** Limits of environments and published figures, also those that are not drawn. */
  static final class ReferencesSection {
    private static final String TITLE = "Limits and published figures";

    private ReferencesSection() {}

    /**
     * @param charts all of the page
     */
    static Section section(List<ReferenceLine> references, List<Chart> charts) {
      Set<String> drawn =
          charts.stream()
              .flatMap(chart -> chart.references().stream())
              .map(Reference::label)
              .collect(Collectors.toSet());
      return Section.of("references", TITLE)
          .notes(
              "These values were not measured in the runs of this page. Figures from other"
                  + " hardware are no targets. A value is drawn in the charts of its metric"
                  + " unless it is more than 3 times above or below everything measured there;"
                  + " limits in bytes are drawn as messages of the workload's size.")
          .add(
              new Columns<ReferenceLine>()
                  .text("name", ReferenceLine::name)
                  .text("metric", ReferenceLine::metric)
                  .cell("value", line -> Cell.of(line.text(), line.value()))
                  .text("drawn", line -> drawn.contains(line.label()) ? "yes" : "no")
                  .text("environment", line -> line.environment().orElse("all"))
                  .text("workload", line -> line.workload().orElse("all"))
                  .text("hardware", ReferenceLine::hardware)
                  .text("source", ReferenceLine::source)
                  .table(TITLE, references.stream()));
    }
  }
}
