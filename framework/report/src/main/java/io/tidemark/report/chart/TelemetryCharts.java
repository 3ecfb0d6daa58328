package io.tidemark.report.chart;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.SearchReport.Trial;
import io.tidemark.model.result.TrialTelemetry;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.figures.RunTimeline.TimeSeries;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * Metrics of the broker over time, one chart for each name. Metrics that do not change and sums
 * since a start are left out.
 */
final class TelemetryCharts {
  /** Lines of one run in a chart: the subjects with the highest values. */
  private static final int MOST_SUBJECTS = 8;

  private static final String NODE = "node";
  private static final Pattern LIMIT = Pattern.compile("(Watermark|Limit)(?=[A-Z])");

  /** A unit, by the ending of a name; the first that matches. */
  private enum Ending {
    BYTES_PER_SECOND("BytesPerSecond", "", Unit.MEGABYTES_PER_SECOND, 1e6),
    PER_SECOND("PerSecond", "", Unit.PER_SECOND, 1),
    BYTES("Bytes", "", Unit.MEGABYTES, 1e6),
    MICROS("Micros", "", Unit.MICROSECONDS, 1),
    MILLIS("Millis", "", Unit.MICROSECONDS, 1e-3),
    CORES("Cores", "cores", Unit.RATIO, 1),
    NUMBER("", "number", Unit.RATIO, 1);

    private final String ending;
    private final String text;
    private final Unit of;
    private final double size;

    Ending(String ending, String text, Unit of, double size) {
      this.ending = ending;
      this.text = text;
      this.of = of;
      this.size = size;
    }

    static Ending fromName(String name) {
      return List.of(values()).stream()
          .filter(unit -> name.endsWith(unit.ending))
          .findFirst()
          .orElse(NUMBER);
    }

    String without(String name) {
      return name.substring(0, name.length() - ending.length());
    }
  }

  private final ChartSet set;

  private TelemetryCharts(ChartSet set) {
    this.set = set;
  }

  static void addTo(ChartSet set) {
    TreeSet<String> names =
        new TreeSet<>(
            Comparator.comparing((String name) -> !name.startsWith(NODE))
                .thenComparing(Comparator.naturalOrder()));
    for (ReportedRun run : set.runs()) {
      run.telemetry().forEach(series -> names.add(series.name()));
    }
    names.removeIf(name -> TelemetrySample.isSum(name) || isLimit(name));
    names.forEach(new TelemetryCharts(set)::add);
  }

  /** What the nodes of the broker used in the trials of a search, by what was tried. */
  static void addTrialsTo(ChartSet set, Quantity quantity, Axis tried, Group group) {
    TreeSet<String> names = new TreeSet<>();
    for (ReportedRun run : set.runs()) {
      TrialLines.search(run, quantity)
          .ifPresent(search -> search.trials().forEach(trial -> names.addAll(nodeMetrics(trial))));
    }
    for (String name : names) {
      Ending unit = Ending.fromName(name);
      List<Line> lines = new ArrayList<>();
      for (ReportedRun run : set.runs()) {
        TrialLines.search(run, quantity)
            .map(search -> trials(set, run, search, name, unit))
            .ifPresent(lines::add);
      }
      if (lines.stream().anyMatch(TelemetryCharts::changes)) {
        set.add(
            new Chart(
                "broker-" + name + "-by-" + ChartSet.letters(quantity.key()),
                group,
                words(unit.without(name)) + " by " + quantity.key(),
                "Telemetry of the broker: mean of " + name + " over all nodes in each trial.",
                tried,
                Axis.linear(unit.text, unit.of),
                lines,
                List.of(),
                List.of()));
      }
    }
  }

  private static List<String> nodeMetrics(Trial trial) {
    return trial.telemetry().stream()
        .map(TrialTelemetry::name)
        .filter(name -> name.startsWith(NODE) && !isLimit(name))
        .toList();
  }

  private static Line trials(
      ChartSet set, ReportedRun run, SearchReport search, String name, Ending unit) {
    return TrialLines.points(
        run,
        set.label(run, "trials", true),
        search,
        trial ->
            trial.telemetry().stream()
                .filter(each -> each.name().equals(name))
                .mapToDouble(each -> each.mean() / unit.size)
                .findFirst()
                .orElse(Double.NaN));
  }

  private static boolean isLimit(String name) {
    return LIMIT.matcher(name).find();
  }

  private void add(String name) {
    Ending unit = Ending.fromName(name);
    List<Line> lines = new ArrayList<>();
    TreeMap<Double, Line> limits = new TreeMap<>();
    for (ReportedRun run : set.runs()) {
      for (TimeSeries each : highest(run, name)) {
        String label = set.label(run, each.subject(), false);
        lines.add(
            ChartSet.line(run, label, each.seconds(), ChartSet.divided(each.values(), unit.size)));
        limits(run, each, unit).forEach(limit -> limits.putIfAbsent(max(limit.y()), limit));
      }
    }
    if (lines.stream().noneMatch(TelemetryCharts::changes)) {
      return;
    }
    lines.addAll(limits.values());
    String words = words(unit.without(name));
    set.add(
        new Chart(
            "broker-" + name,
            Group.TIMELINE,
            words,
            description(name),
            ChartSet.TIME,
            Axis.linear(unit.text, unit.of),
            lines,
            Marks.inRuns(set.runs()),
            set.references().in(lines, unit.size, List.of(name))));
  }

  private String description(String name) {
    return "Telemetry of the broker: "
        + name
        + (set.isSingle()
            ? ", at most of " + MOST_SUBJECTS + " subjects."
            : " of the subject with the highest value.");
  }

  private List<TimeSeries> highest(ReportedRun run, String name) {
    return run.telemetry().stream()
        .filter(each -> each.name().equals(name))
        .sorted(Comparator.comparingDouble(each -> -max(each.values())))
        .limit(set.isSingle() ? MOST_SUBJECTS : 1)
        .sorted(Comparator.comparing(TimeSeries::subject))
        .toList();
  }

  /** {@code nodeMemoryWatermarkBytes} is a limit of {@code nodeMemoryBytes}. */
  private List<Line> limits(ReportedRun run, TimeSeries of, Ending unit) {
    List<Line> limits = new ArrayList<>();
    for (TimeSeries each : run.telemetry()) {
      Matcher limit = LIMIT.matcher(each.name());
      if (limit.find()
          && limit.replaceFirst("").equals(of.name())
          && each.subject().equals(of.subject())) {
        String text = "limit, " + each.subject();
        limits.add(
            ChartSet.dashed(
                run,
                set.label(run, text, true),
                each.seconds(),
                ChartSet.divided(each.values(), unit.size)));
      }
    }
    return limits;
  }

  private static boolean changes(Line line) {
    return DoubleStream.of(line.y()).filter(Double::isFinite).distinct().limit(2).count() > 1;
  }

  private static double max(double[] values) {
    return DoubleStream.of(values).filter(Double::isFinite).max().orElse(0);
  }

  /** {@code nodeDiskFree} (of {@code nodeDiskFreeBytes}) becomes {@code Node disk free}. */
  private static String words(String name) {
    String spaced = name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    return Character.toUpperCase(spaced.charAt(0)) + spaced.substring(1);
  }

  /** What charts show of the trials of a search, by what was tried. */
  static final class TrialLines {
    private TrialLines() {}

    static Optional<SearchReport> search(ReportedRun run, Quantity quantity) {
      return run.stored().flatMap(RunResult::search).filter(search -> search.over() == quantity);
    }

    /** A value of each trial, by what was tried. */
    static Line points(
        ReportedRun run, String label, SearchReport search, ToDoubleFunction<Trial> value) {
      return new Line(
          label,
          run.environment(),
          run.iteration(),
          Kind.POINTS,
          values(search, Trial::value),
          values(search, value));
    }

    static double[] values(SearchReport search, ToDoubleFunction<Trial> value) {
      return search.trials().stream()
          .sorted(Comparator.comparingDouble(Trial::value))
          .mapToDouble(value)
          .toArray();
    }
  }
}
