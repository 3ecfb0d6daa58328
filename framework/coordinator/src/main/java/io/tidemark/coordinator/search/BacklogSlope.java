package io.tidemark.coordinator.search;

import io.tidemark.model.result.Intended;
import java.util.List;

/**
 * How fast a backlog grows: a straight line through its sizes, by least squares.
 *
 * @param perSecond messages per second
 * @param errorPerSecond standard error of that, with regard to the correlation of successive sizes
 */
public record BacklogSlope(double perSecond, double errorPerSecond) {
  private static final double ERRORS = 2;
  private static final double STRONGEST_CORRELATION = 0.9;

  /**
   * @param seconds since the beginning of the trial
   * @param messages that were due by then and not received
   */
  public record Point(double seconds, double messages) {}

  /** Fewer than 3 points have a slope of 0 with an infinite error. */
  public static BacklogSlope of(List<Point> points) {
    int n = points.size();
    double meanX = points.stream().mapToDouble(Point::seconds).average().orElse(0);
    double meanY = points.stream().mapToDouble(Point::messages).average().orElse(0);
    double xx = points.stream().mapToDouble(p -> square(p.seconds() - meanX)).sum();
    if (n < 3 || xx == 0) {
      return new BacklogSlope(0, Double.POSITIVE_INFINITY);
    }
    double xy =
        points.stream().mapToDouble(p -> (p.seconds() - meanX) * (p.messages() - meanY)).sum();
    double slope = xy / xx;
    double[] residuals =
        points.stream()
            .mapToDouble(p -> p.messages() - meanY - slope * (p.seconds() - meanX))
            .toArray();
    double squares = 0;
    double products = 0;
    for (int i = 0; i < n; i++) {
      squares += square(residuals[i]);
      products += i == 0 ? 0 : residuals[i] * residuals[i - 1];
    }
    double correlation =
        squares == 0 ? 0 : Math.max(0, Math.min(STRONGEST_CORRELATION, products / squares));
    double inflation = Math.sqrt((1 + correlation) / (1 - correlation));
    return new BacklogSlope(slope, Math.sqrt(squares / (n - 2) / xx) * inflation);
  }

  /**
   * Whether the backlog grows by more than the share of a rate that may be missing, and chance does
   * not explain it.
   */
  public boolean isGrowth(Intended intended, double seconds, double requiredPercent) {
    double certain = perSecond - ERRORS * errorPerSecond;
    return certain > 0 && !intended.isMet(intended.messages() - certain * seconds, requiredPercent);
  }

  private static double square(double value) {
    return value * value;
  }
}
