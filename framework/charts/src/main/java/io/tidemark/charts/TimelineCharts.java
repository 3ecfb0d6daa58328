package io.tidemark.charts;

import io.tidemark.charts.Axis.Scale;
import io.tidemark.charts.Chart.Group;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.report.figures.TimeSeries;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** What the load generator and its machines measured over time. */
final class TimelineCharts {
  private static final Axis MESSAGES = new Axis("messages", Scale.LINEAR);
  private static final String INTENDED = "intended";

  /**
   * A line.
   *
   * @param label in the chart of a single run
   * @param metrics of references in the same chart
   */
  private record Curve(String label, String series, List<String> metrics) {
    static Curve of(String label, Counter counter) {
      // Only of counters that have a rate.
      String series = Objects.requireNonNull(counter.rateKey());
      return new Curve(label, series, References.metrics(counter));
    }

    static Curve of(Latency latency, Statistic statistic) {
      return new Curve(
          statistic.label(),
          latency.series(statistic),
          List.of(ReferenceLine.metric(latency.measure(), statistic)));
    }
  }

  private static final Curve PUBLISHED = Curve.of("published", Counter.ACKNOWLEDGED);
  private static final Curve CONSUMED = Curve.of("consumed", Counter.RECEIVED);
  private static final Curve ROUND_TRIPS = Curve.of("round trips", Counter.ANSWERED);

  private final ChartSet set;

  private TimelineCharts(ChartSet set) {
    this.set = set;
  }

  static void addTo(ChartSet set) {
    TimelineCharts charts = new TimelineCharts(set);
    charts.rates();
    charts.messages("backlog", "Backlog", "Acknowledged and not yet received", TimeSeries.BACKLOG);
    Latency.recordedIn(set.runs()).forEach(charts::latency);
    charts.messages(
        "in-flight", "In flight", "Sent, neither acknowledged nor failed", TimeSeries.IN_FLIGHT);
    charts.messages(
        "schedule-debt", "Schedule debt", "Due and not yet sent", TimeSeries.SCHEDULE_DEBT);
    charts.workers();
  }

  private void rates() {
    if (set.isSingle()) {
      Curve sent = Curve.of("sent", Counter.SENT);
      rates("rates", "Rates", List.of(sent, PUBLISHED, CONSUMED, ROUND_TRIPS));
    } else {
      rates("publish-rate", "Publish rate", List.of(PUBLISHED));
      rates("consume-rate", "Consume rate", List.of(CONSUMED));
      rates("round-trip-rate", "Round trips", List.of(ROUND_TRIPS));
    }
    List<Line> failed = lines(List.of(Curve.of("failed", Counter.FAILED)), 1);
    add(
        "failed-sends",
        "Failed sends",
        "Errors of sends per second.",
        ChartSet.RATE,
        notZero(failed),
        List.of());
  }

  private void rates(String id, String title, List<Curve> curves) {
    List<Line> lines = new ArrayList<>();
    intended().ifPresent(lines::add);
    lines.addAll(lines(curves, 1));
    add(
        id,
        title,
        "Messages per second in each sample, by the time of the event.",
        ChartSet.RATE,
        lines,
        references(lines, 1, curves),
        Optional.of(FigureGroup.RATES));
  }

  /** The schedule of the first run that has one: runs of a workload have the same. */
  private Optional<Line> intended() {
    return set.runs().stream()
        .flatMap(
            run -> run.series(TimeSeries.INTENDED_RATE).stream().map(each -> dashed(run, each)))
        .findFirst();
  }

  private static Line dashed(ReportedRun run, TimeSeries rate) {
    return ChartSet.dashed(run, INTENDED, rate.seconds(), rate.values(), 1);
  }

  private void messages(String id, String title, String description, String series) {
    List<Line> lines = notZero(lines(List.of(new Curve("messages", series, List.of())), 1));
    add(id, title, description + ", at the end of each sample.", MESSAGES, lines, List.of());
  }

  private void latency(Latency latency) {
    List<Curve> curves =
        Statistic.FEW.stream()
            .filter(statistic -> set.isSingle() || statistic == Statistic.P99)
            .map(statistic -> Curve.of(latency, statistic))
            .toList();
    List<Line> lines = lines(curves, Latency.MICROS_PER_MILLI);
    add(
        latency.id(),
        latency.title() + (set.isSingle() ? "" : ", " + Statistic.P99.label()),
        latency.interval() + " Percentiles of each sample.",
        Latency.axis(lines),
        lines,
        references(lines, Latency.MICROS_PER_MILLI, curves),
        Optional.of(FigureGroup.of(latency.measure())));
  }

  private void workers() {
    List<Line> cores = new ArrayList<>(ofWorkers("", TimeSeries.PROCESS_CPU, 1));
    if (set.isSingle()) {
      cores.addAll(ofWorkers("machine of ", TimeSeries.HOST_CPU, 1));
    }
    add(
        "worker-cpu",
        "CPU of the workers",
        "Cores in use by the process of a worker"
            + (set.isSingle() ? ", and by all processes of its machine." : "."),
        new Axis("cores", Scale.LINEAR),
        cores,
        List.of());
    add(
        "worker-gc",
        "Garbage collection of the workers",
        "Longest pause in each sample.",
        new Axis("pause (ms)", Scale.LINEAR),
        notZero(ofWorkers("", TimeSeries.LONGEST_GC_PAUSE, Latency.MICROS_PER_MILLI)),
        List.of());
  }

  /** One line for each worker of each run. */
  private List<Line> ofWorkers(String prefix, String name, double unit) {
    List<Line> lines = new ArrayList<>();
    for (ReportedRun run : set.runs()) {
      List<TimeSeries> workers =
          run.timeline().stream().filter(each -> each.name().equals(name)).toList();
      for (TimeSeries each : workers) {
        String label = prefix + set.label(run, each.subject(), workers.size() > 1);
        lines.add(ChartSet.line(run, label, each.seconds(), each.values(), unit));
      }
    }
    return lines;
  }

  /** Each curve of each run; of several runs, only one curve makes sense. */
  private List<Line> lines(List<Curve> curves, double unit) {
    List<Line> lines = new ArrayList<>();
    for (ReportedRun run : set.runs()) {
      for (Curve curve : curves) {
        String label = set.label(run, curve.label(), false);
        run.series(curve.series())
            .map(each -> ChartSet.line(run, label, each.seconds(), each.values(), unit))
            .ifPresent(lines::add);
      }
    }
    return lines;
  }

  /** No lines where all values are 0. */
  private static List<Line> notZero(List<Line> lines) {
    boolean zero =
        lines.stream().flatMapToDouble(l -> DoubleStream.of(l.y())).noneMatch(y -> y > 0);
    return zero ? List.of() : lines;
  }

  private List<Reference> references(List<Line> lines, double unit, List<Curve> curves) {
    List<String> metrics = curves.stream().flatMap(curve -> curve.metrics.stream()).toList();
    return set.references().in(lines, unit, metrics);
  }

  private void add(
      String id,
      String title,
      String description,
      Axis y,
      List<Line> lines,
      List<Reference> references) {
    add(id, title, description, y, lines, references, Optional.empty());
  }

  private void add(
      String id,
      String title,
      String description,
      Axis y,
      List<Line> lines,
      List<Reference> references,
      Optional<FigureGroup> figures) {
    set.add(
        new Chart(
            id,
            Group.TIMELINE,
            title,
            description,
            ChartSet.TIME,
            y,
            lines,
            Marks.inRuns(set.runs()),
            references),
        figures);
  }
}
