package io.tidemark.features.live;

import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.chart.Charts;
import io.tidemark.report.chart.Downsampling;
import io.tidemark.report.chart.Marks;
import io.tidemark.report.figures.RunTimeline;
import io.tidemark.report.figures.RunTimeline.TimeSeries;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.text.RunTitle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The samples of a run that has not ended, for charts. Its memory is bounded: of long runs it keeps
 * the lowest and highest values. Thread-safe.
 */
final class LiveSamples {
  /** Most points of a line, after values were left out. */
  private static final int POINTS = 600;

  private final RunTitle title;
  private final Set<String> scheduled;
  private final Map<String, Course> courses = new LinkedHashMap<>();
  private final List<Mark> phases = new ArrayList<>();
  private long startEpochNanos;
  private long endEpochNanos;
  private long debt;

  /**
   * @param scheduled names of phases with an intended rate
   */
  LiveSamples(RunTitle title, Set<String> scheduled) {
    this.title = title;
    this.scheduled = Set.copyOf(scheduled);
  }

  /** The points of one series. */
  private static final class Course {
    private final String name;
    private final String subject;
    private double[] seconds = new double[2 * POINTS];
    private double[] values = new double[2 * POINTS];
    private int size;

    Course(TimeSeries series) {
      name = series.name();
      subject = series.subject();
    }

    void add(double second, double value) {
      if (size == values.length) {
        Line less = Downsampling.reduced(new Line(name, "", 0, Kind.LINE, seconds, values), POINTS);
        size = less.x().length;
        seconds = Arrays.copyOf(less.x(), 2 * POINTS);
        values = Arrays.copyOf(less.y(), 2 * POINTS);
      }
      seconds[size] = second;
      values[size++] = value;
    }

    TimeSeries series() {
      return new TimeSeries(
          name, subject, Arrays.copyOf(seconds, size), Arrays.copyOf(values, size));
    }
  }

  /** Samples come in order of time. */
  synchronized void add(Sample sample) {
    if (courses.isEmpty()) {
      startEpochNanos = sample.startEpochNanos();
    }
    endEpochNanos = sample.startEpochNanos() + sample.lengthNanos();
    double start = seconds(sample.startEpochNanos());
    if (phases.isEmpty() || !phases.get(phases.size() - 1).text().equals(sample.phase())) {
      phases.add(new Mark(Event.PHASE, start, start, sample.phase()));
    }
    Map<String, Double> values = new LinkedHashMap<>();
    for (TimeSeries each :
        RunTimeline.of(sample, startEpochNanos, isScheduled(sample.phase()), debt)) {
      String key = each.name() + " " + each.subject();
      courses.computeIfAbsent(key, any -> new Course(each));
      values.put(key, each.values()[0]);
    }
    double end = seconds(endEpochNanos);
    courses.forEach((key, course) -> course.add(end, values.getOrDefault(key, Double.NaN)));
    debt = sample.scheduleDebt();
  }

  private double seconds(long epochNanos) {
    return (epochNanos - startEpochNanos) / 1e9;
  }

  /**
   * The charts of the report, as far as their values are known.
   *
   * @param events of this run
   */
  List<Chart> charts(List<RunEvent> events) {
    List<TimeSeries> timeline;
    List<Mark> marks;
    synchronized (this) {
      timeline = courses.values().stream().map(Course::series).toList();
      marks = new ArrayList<>(phases);
      marks.addAll(Marks.inEvents(events, startEpochNanos, endEpochNanos));
    }
    return Charts.forRuns(List.of(ReportedRun.running(title, timeline)), List.of()).stream()
        .map(chart -> chart.withMarks(marks))
        .toList();
  }

  private boolean isScheduled(String phase) {
    return scheduled.contains(phase) || PhaseNames.isTrial(phase);
  }
}
