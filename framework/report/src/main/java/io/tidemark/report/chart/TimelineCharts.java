package io.tidemark.report.chart;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FailoverReport.Lag;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Reference;
import io.tidemark.report.figures.RunTimeline.TimeSeries;
import io.tidemark.report.runs.AddedViews;
import io.tidemark.report.runs.AddedViews.Pauses;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** What the load generator and its machines measured over time. */
final class TimelineCharts {
  private static final Axis MESSAGES = Axis.linear("", Unit.MESSAGES);
  private static final Axis PAUSE = Axis.linear("pause", Unit.MICROSECONDS);
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

    static Curve of(Measure latency, Statistic statistic) {
      return new Curve(
          statistic.label(),
          TimeSeries.nameOf(latency, statistic),
          List.of(ReferenceLine.metric(latency, statistic)));
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
    charts.classes();
    charts.failover();
  }

  private void rates() {
    if (set.isSingle()) {
      List<Curve> curves = new ArrayList<>(List.of(PUBLISHED, CONSUMED, ROUND_TRIPS));
      if (!set.isBrief()) {
        curves.add(0, Curve.of("sent", Counter.SENT));
      }
      rates("rates", "Rates", curves);
    } else {
      rates("publish-rate", "Publish rate", List.of(PUBLISHED));
      rates("consume-rate", "Consume rate", List.of(CONSUMED));
      rates("round-trip-rate", "Round trips", List.of(ROUND_TRIPS));
    }
    List<Line> failed = lines(List.of(Curve.of("failed", Counter.FAILED)));
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
    if (!curves.equals(List.of(CONSUMED))) {
      intended(1).ifPresent(lines::add);
    }
    int copies = set.runs().stream().mapToInt(ReportedRun::deliveriesPerMessage).max().orElse(1);
    if (curves.contains(CONSUMED) && (copies > 1 || lines.isEmpty())) {
      intended(copies).ifPresent(lines::add);
    }
    lines.addAll(lines(curves));
    add(
        id,
        title,
        "Messages per second in each sample, by the time of the event.",
        ChartSet.RATE,
        lines,
        references(lines, curves),
        Optional.of(FigureGroup.RATES));
  }

  /**
   * The schedule of the first run that has one: runs of a workload have the same.
   *
   * @param copies how often each message is counted
   */
  private Optional<Line> intended(int copies) {
    String label = INTENDED + (copies == 1 ? "" : ", " + copies + " subscriptions");
    return set.runs().stream()
        .flatMap(
            run ->
                run.series(TimeSeries.INTENDED_RATE).stream()
                    .map(
                        rate ->
                            ChartSet.dashed(
                                run,
                                label,
                                rate.seconds(),
                                ChartSet.divided(rate.values(), 1.0 / copies))))
        .findFirst();
  }

  private void messages(String id, String title, String description, String series) {
    List<Line> lines = notZero(lines(List.of(new Curve("messages", series, List.of()))));
    add(id, title, description + ", at the end of each sample.", MESSAGES, lines, List.of());
  }

  private void latency(Measure latency) {
    List<Curve> curves = curves(latency, set.statistics(Statistic.FEW));
    List<Line> lines = lines(curves);
    add(
        Latency.id(latency),
        Latency.title(latency) + (set.isSingle() ? "" : ", " + Statistic.P99.label()),
        Latency.interval(latency) + " Percentiles of each sample.",
        Latency.axis(set.isBrief() ? lines(curves(latency, Statistic.FEW)) : lines),
        lines,
        references(lines, curves),
        Optional.of(FigureGroup.of(latency)));
  }

  private static List<Curve> curves(Measure latency, List<Statistic> statistics) {
    return statistics.stream().map(statistic -> Curve.of(latency, statistic)).toList();
  }

  private void workers() {
    List<Line> cores = new ArrayList<>(ofWorkers("", TimeSeries.PROCESS_CPU));
    if (set.isSingle()) {
      cores.addAll(ofWorkers("machine of ", TimeSeries.HOST_CPU));
    }
    add(
        "worker-cpu",
        "CPU of the workers",
        "Cores in use by the process of a worker"
            + (set.isSingle() ? ", and by all processes of its machine." : "."),
        Axis.linear("cores", Unit.RATIO),
        cores,
        List.of());
    add(
        "worker-gc",
        "Garbage collection of the workers",
        "Longest pause in each sample.",
        PAUSE,
        notZero(ofWorkers("", TimeSeries.LONGEST_GC_PAUSE)),
        List.of());
  }

  /** One line for each traffic class. */
  private void classes() {
    List<Line> lines = new ArrayList<>();
    for (ReportedRun run : set.runs()) {
      for (TimeSeries each : run.classes()) {
        String label = set.label(run, each.subject(), true);
        lines.add(ChartSet.line(run, label, each.seconds(), each.values()));
      }
    }
    add(
        "classes",
        "End-to-end latency of each class, p99",
        "From the intended send time to the reception, for each traffic class. p99 of each sample.",
        Latency.axis(lines),
        lines,
        List.of(),
        Optional.of(FigureGroup.END_TO_END_LATENCY));
  }

  /** The replication between two sites. */
  private void failover() {
    List<Line> lines = new ArrayList<>();
    for (ReportedRun run : set.runs()) {
      run.stored()
          .flatMap(RunResult::failover)
          .map(FailoverReport::lag)
          .ifPresent(
              lag ->
                  lines.add(
                      ChartSet.line(
                          run,
                          set.label(run, "lag", false),
                          lag.stream()
                              .mapToDouble(point -> run.seconds(point.epochNanos() / 1_000))
                              .toArray(),
                          lag.stream().mapToDouble(Lag::messages).toArray())));
    }
    add(
        "replication-lag",
        "Replication lag",
        "Messages that site A had acknowledged and site B did not hold yet.",
        MESSAGES,
        lines,
        List.of());
  }

  /** Pauses of the garbage collectors of profiled workers and brokers. */
  static void addPausesTo(ChartSet set) {
    List<Line> lines = new ArrayList<>();
    for (ReportedRun run : set.runs()) {
      for (AddedViews views : AddedViews.all()) {
        for (Pauses each : views.pauses(run)) {
          lines.add(
              new Line(
                  set.label(run, each.process(), true),
                  run.environment(),
                  run.iteration(),
                  Kind.POINTS,
                  each.seconds(),
                  each.micros()));
        }
      }
    }
    new TimelineCharts(set)
        .add(
            "pauses",
            "Pauses of garbage collectors",
            "Each pause of a profiled process, by the clock of its machine.",
            PAUSE,
            lines,
            List.of());
  }

  /** One line for each worker of each run. */
  private List<Line> ofWorkers(String prefix, String name) {
    List<Line> lines = new ArrayList<>();
    for (ReportedRun run : set.runs()) {
      List<TimeSeries> workers =
          run.timeline().stream().filter(each -> each.name().equals(name)).toList();
      for (TimeSeries each : workers) {
        String label = prefix + set.label(run, each.subject(), workers.size() > 1);
        lines.add(ChartSet.line(run, label, each.seconds(), each.values()));
      }
    }
    return lines;
  }

  /** Each curve of each run; of several runs, only one curve makes sense. */
  private List<Line> lines(List<Curve> curves) {
    List<Line> lines = new ArrayList<>();
    for (ReportedRun run : set.runs()) {
      for (Curve curve : curves) {
        String label = set.label(run, curve.label(), false);
        run.series(curve.series())
            .map(each -> ChartSet.line(run, label, each.seconds(), each.values()))
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

  private List<Reference> references(List<Line> lines, List<Curve> curves) {
    List<String> metrics = curves.stream().flatMap(curve -> curve.metrics.stream()).toList();
    return set.references().in(lines, metrics);
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
