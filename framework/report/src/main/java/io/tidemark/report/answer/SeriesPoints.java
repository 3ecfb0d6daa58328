package io.tidemark.report.answer;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.report.answer.AnswerPicture.Point;
import io.tidemark.report.answer.AnswerPicture.Series;
import io.tidemark.report.figures.TimeSeries;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  /** Adds a series of a run; nothing if it was not measured. */
  static void line(ReportedRun run, String name, String label, List<Series> lines) {
    points(run, name)
        .map(points -> new Series(label, name.equals(TimeSeries.INTENDED_RATE), points))
        .ifPresent(lines::add);
  }

  private static Optional<List<Point>> points(ReportedRun run, String name) {
    double end =
        run.stored().stream()
            .flatMap(stored -> stored.phases().stream())
            .filter(PhaseResult::measured)
            .mapToDouble(phase -> run.seconds(phase.startEpochMicros()) + phase.lengthSeconds())
            .max()
            .orElse(Double.MAX_VALUE);
    return run.series(name).map(series -> reduced(series, end + SLACK)).filter(p -> !p.isEmpty());
  }

  /** The mean rate or the longest time of each part; a gap where nothing was measured. */
  private static List<Point> reduced(TimeSeries series, double end) {
    double[] x = series.seconds();
    double[] y = series.values();
    int length = (int) DoubleStream.of(x).filter(at -> at <= end).count();
    int each = (length + POINTS - 1) / POINTS;
    boolean rate =
        series.name().equals(PUBLISHED)
            || series.name().equals(CONSUMED)
            || series.name().equals(ANSWERED);
    List<Point> points = new ArrayList<>();
    for (int from = 0; from < length; from += each) {
      int to = Math.min(length, from + each);
      double sum = 0;
      int known = 0;
      for (int i = from; i < to; i++) {
        if (!Double.isNaN(y[i])) {
          sum = rate ? sum + y[i] : Math.max(sum, y[i]);
          known++;
        }
      }
      points.add(Point.of(x[to - 1], known == 0 ? Double.NaN : rate ? sum / known : sum));
    }
    return points;
  }
}
