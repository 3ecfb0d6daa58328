package io.tidemark.report.answer;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.figures.TimeSeries;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/** Timelines of runs with as many points as a small picture shows. */
final class SeriesPoints {
  static final String PUBLISHED = Counter.ACKNOWLEDGED.rateName();
  static final String CONSUMED = Counter.RECEIVED.rateName();
  static final String ANSWERED = Counter.ANSWERED.rateName();

  private static final int POINTS = 300;

  /** The last sample can end a little later than the phase. */
  private static final double SLACK = 0.05;

  private SeriesPoints() {}

  /** Adds the rate at which all subscriptions of a run were to receive messages. */
  static void intendedToReceive(ReportedRun run, List<Line> lines) {
    int copies = run.deliveriesPerMessage();
    List<Line> sent = new ArrayList<>();
    line(run, TimeSeries.INTENDED_RATE, "intended", sent);
    sent.forEach(
        line ->
            lines.add(
                new Line(
                    copies == 1 ? line.label() : line.label() + ", " + copies + " subscriptions",
                    line.environment(),
                    0,
                    line.kind(),
                    line.x(),
                    DoubleStream.of(line.y()).map(rate -> rate * copies).toArray())));
  }

  /** Adds a series of a run; nothing if it was not measured. */
  static void line(ReportedRun run, String name, String label, List<Line> lines) {
    double end =
        run.stored().stream()
            .flatMap(stored -> stored.phases().stream())
            .filter(PhaseResult::measured)
            .mapToDouble(phase -> run.seconds(phase.startEpochMicros()) + phase.lengthSeconds())
            .max()
            .orElse(Double.MAX_VALUE);
    run.series(name)
        .map(series -> reduced(run, series, label, end + SLACK))
        .filter(Line::hasPoint)
        .ifPresent(lines::add);
  }

  /** The mean rate or the longest time of each part; a gap where nothing was measured. */
  private static Line reduced(ReportedRun run, TimeSeries series, String label, double end) {
    String name = series.name();
    boolean rate = name.equals(PUBLISHED) || name.equals(CONSUMED) || name.equals(ANSWERED);
    int length = (int) DoubleStream.of(series.seconds()).filter(at -> at <= end).count();
    int each = Math.max(1, (length + POINTS - 1) / POINTS);
    double[] x = new double[(length + each - 1) / each];
    double[] y = new double[x.length];
    for (int part = 0; part < x.length; part++) {
      int from = part * each;
      int to = Math.min(length, from + each);
      x[part] = series.seconds()[to - 1];
      DoubleStream known = Arrays.stream(series.values(), from, to).filter(Double::isFinite);
      y[part] = (rate ? known.average() : known.max()).orElse(Double.NaN);
    }
    Kind kind = name.equals(TimeSeries.INTENDED_RATE) ? Kind.DASHED : Kind.LINE;
    return new Line(label, run.environment(), 0, kind, x, y);
  }
}
