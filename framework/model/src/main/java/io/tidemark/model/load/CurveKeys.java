package io.tidemark.model.load;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.Curve.Point;
import java.time.Duration;
import java.util.List;

/**
 * The keys of {@code rateCurve}. A complete one has its points, and no file.
 *
 * @param file with times and rates; empty if the points are given
 * @param points of the curve as the file or the workload has them
 */
@RecordBuilder
public record CurveKeys(
    @Key(
            "CSV file with a time and a rate in each line, see"
                + " [change the load](../how-to/change-the-load.md#a-curve-from-measured-rates)."
                + " Looked for in the working directory, and then where the workload file is.")
        String file,
    @Key(
            value = "Factor by which the curve is faster: with 24 a day is an hour.",
            range = "0.001..1000000",
            orElse = "1")
        double speed,
    @Key(
            value = "Factor of all rates.",
            types = Type.NUMBER,
            range = "0.000001..1000000",
            orElse = "1")
        double scale,
    @Key(
            value = "Instead of a file: the points. Two at one time make a step.",
            each = "One point of the curve.")
        List<CurvePoint> points)
    implements CurveKeysBuilder.With {
  /** A curve with more would be long in requests to workers and in results. */
  public static final int MOST_POINTS = 10_000;

  /** One point of a curve. */
  @RecordBuilder
  public record CurvePoint(
      @Key(value = "Since the beginning of the curve.", range = "0..", orElse = "0s") Duration at,
      @Key(value = "Messages per second.", rate = true, range = "0..1000000000", orElse = "0")
          double rate)
      implements CurveKeysCurvePointBuilder.With {
    /** A point without a file. */
    public static CurvePoint of(Duration at, double rate) {
      return Grammar.defaults(CurvePoint.class).with().at(at).rate(rate).build();
    }
  }

  public CurveKeys {
    points = List.copyOf(points);
  }

  /** A complete curve. */
  public static CurveKeys of(List<CurvePoint> points) {
    return Grammar.defaults(CurveKeys.class).withPoints(points);
  }

  /** The curve with all its rates multiplied. */
  public CurveKeys times(double factor) {
    return withScale(scale * factor);
  }

  /** How long the curve is at its speed. */
  public Duration length() {
    return points.isEmpty()
        ? Duration.ZERO
        : Duration.ofNanos(offsetNanos(points.get(points.size() - 1)));
  }

  /** Over its length, at its scale; above 0. */
  public double meanRate() {
    long nanos = length().toNanos();
    double mean = nanos == 0 ? curve().valueAt(0) : curve().area(0, nanos) / nanos;
    return mean > 0 ? mean : Double.MIN_NORMAL;
  }

  /** Rates over time at the speed and scale of the curve. */
  public Curve curve() {
    return new Curve(
        points.stream().map(point -> new Point(offsetNanos(point), point.rate() * scale)).toList());
  }

  private long offsetNanos(CurvePoint point) {
    return Math.round(point.at().toNanos() / speed);
  }
}
