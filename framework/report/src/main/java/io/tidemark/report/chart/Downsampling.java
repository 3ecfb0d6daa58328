package io.tidemark.report.chart;

import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Fewer points for a picture. The x axis is divided into buckets; the lowest and the highest point
 * of each are kept, so that extremes stay visible, and one gap. The first and the last point are
 * kept, too.
 */
public final class Downsampling {
  /** Minimum, maximum and a gap. */
  private static final int POINTS_PER_BUCKET = 3;

  private Downsampling() {}

  /**
   * A chart whose lines have at most that many points. Those of bands have the range of those that
   * are left out.
   *
   * @param points of each line; at least 5
   */
  public static Chart reduced(Chart chart, int points) {
    return chart.with(
        chart.title(),
        chart.lines().stream()
            .map(
                line ->
                    line.kind() == Kind.BAND ? reducedBand(line, points) : reduced(line, points))
            .toList());
  }

  private static Line reducedBand(Line line, int points) {
    int length = line.x().length;
    int each = (length + points - 1) / points;
    if (each <= 1) {
      return line;
    }
    int[] kept = IntStream.range(0, (length + each - 1) / each).map(part -> part * each).toArray();
    Line less = line.at(kept);
    for (int part = 0; part < kept.length; part++) {
      int to = Math.min(length, kept[part] + each);
      less.low()[part] = known(line.low(), kept[part], to).min().orElse(Double.NaN);
      less.high()[part] = known(line.high(), kept[part], to).max().orElse(Double.NaN);
    }
    return less;
  }

  private static DoubleStream known(double[] values, int from, int to) {
    return Arrays.stream(values, from, to).filter(Double::isFinite);
  }

  /** A line with at most about so many points; the lowest and highest values stay. */
  public static Line reduced(Line line, int points) {
    int length = line.x().length;
    int buckets = (points - 2) / POINTS_PER_BUCKET;
    if (length <= points) {
      return line;
    }
    double first = line.x()[0];
    double width = (line.x()[length - 1] - first) / buckets;
    TreeSet<Integer> kept = new TreeSet<>(List.of(0, length - 1));
    int from = 0;
    for (int bucket = 0; bucket < buckets; bucket++) {
      int to = from;
      boolean last = bucket == buckets - 1;
      while (to < length && (last || line.x()[to] < first + (bucket + 1) * width)) {
        to++;
      }
      keep(line.y(), from, to, kept);
      from = to;
    }
    return line.at(kept.stream().mapToInt(Integer::intValue).toArray());
  }

  private static void keep(double[] y, int from, int to, TreeSet<Integer> kept) {
    int lowest = -1;
    int highest = -1;
    int gap = -1;
    for (int i = from; i < to; i++) {
      if (Double.isNaN(y[i])) {
        gap = i;
      } else {
        lowest = lowest < 0 || y[i] < y[lowest] ? i : lowest;
        highest = highest < 0 || y[i] > y[highest] ? i : highest;
      }
    }
    for (int index : new int[] {lowest, highest, gap}) {
      if (index >= 0) {
        kept.add(index);
      }
    }
  }
}
