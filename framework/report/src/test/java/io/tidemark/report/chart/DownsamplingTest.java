package io.tidemark.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class DownsamplingTest {
  private static Line line(double[] x, double[] y) {
    return new Line("line", "environment", 1, Kind.LINE, x, y);
  }

  private static Line random(Random random, int length) {
    double[] x = new double[length];
    double[] y = new double[length];
    for (int i = 0; i < length; i++) {
      x[i] = (i == 0 ? 0 : x[i - 1]) + (random.nextInt(5) == 0 ? 0 : random.nextDouble());
      y[i] = random.nextInt(50) == 0 ? Double.NaN : random.nextGaussian();
    }
    return line(x, y);
  }

  @RepeatedTest(20)
  void keepsExtremesEndsAndOrderOfRandomLines(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    Line line = random(random, 1_000 + random.nextInt(20_000));
    int points = 10 + random.nextInt(500);
    Line drawn = Downsampling.reduced(line, points);

    assertThat(drawn.x().length).isLessThanOrEqualTo(points);
    assertThat(drawn.x()).isSorted();
    assertThat(finite(drawn).min()).isEqualTo(finite(line).min());
    assertThat(finite(drawn).max()).isEqualTo(finite(line).max());
    int last = line.x().length - 1;
    assertThat(drawn.x()[0]).isEqualTo(line.x()[0]);
    assertThat(drawn.x()[drawn.x().length - 1]).isEqualTo(line.x()[last]);
    assertThat(drawn.y()[drawn.y().length - 1]).isEqualTo(line.y()[last]);
    Set<String> measured = points(line);
    assertThat(measured).containsAll(points(drawn));
  }

  private static DoubleStream finite(Line line) {
    return Arrays.stream(line.y()).filter(Double::isFinite);
  }

  private static Set<String> points(Line line) {
    Set<String> points = new HashSet<>();
    for (int i = 0; i < line.x().length; i++) {
      points.add(line.x()[i] + " " + line.y()[i]);
    }
    return points;
  }

  @Test
  void eachBucketKeepsItsExtremes() {
    double[] x = new double[300];
    double[] y = new double[300];
    for (int i = 0; i < 300; i++) {
      x[i] = i;
      y[i] = i % 100 == 37 ? 1_000 + i : i % 100 == 38 ? -1_000 - i : 0;
    }
    assertThat(Downsampling.reduced(line(x, y), 11).x())
        .containsExactly(0, 37, 38, 137, 138, 237, 238, 299);
  }

  @Test
  void aGapStaysAGap() {
    double[] x = new double[100];
    double[] y = new double[100];
    for (int i = 0; i < 100; i++) {
      x[i] = i;
      y[i] = i >= 40 && i < 60 ? Double.NaN : 1;
    }
    Line drawn = Downsampling.reduced(line(x, y), 32);
    List<Double> gaps =
        IntStream.range(0, drawn.x().length)
            .filter(i -> Double.isNaN(drawn.y()[i]))
            .mapToObj(i -> drawn.x()[i])
            .toList();
    assertThat(gaps).isNotEmpty().allMatch(place -> place >= 40 && place < 60);
  }

  @Test
  void shortLinesStayAsTheyAre() {
    Line line = line(new double[] {1, 1, 2}, new double[] {1, Double.NaN, 3});
    assertThat(Downsampling.reduced(line, 5)).isSameAs(line);
  }
}
