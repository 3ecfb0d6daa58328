package io.tidemark.features.history.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.features.history.change.Levels.ChangeRule;
import io.tidemark.features.history.change.Levels.EnergyDistance;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The change points that Apache Otava finds in the series of its own tests. */
class OtavaTest {
  /**
   * Compares as Otava does: the larger change of both directions, the deviation of a population.
   */
  private static final Levels.Comparison OTAVA =
      new Levels.Comparison() {
        @Override
        public double probability(double[] left, double[] right) {
          double both =
              (left.length - 1) * Levels.squares(left) / left.length
                  + (right.length - 1) * Levels.squares(right) / right.length;
          return Levels.student(left, right, both / (left.length + right.length - 2));
        }

        @Override
        public double size(double before, double after) {
          return Math.max(Math.abs(after / before - 1), Math.abs(before / after - 1));
        }
      };

  private static double[] tigerBeetle() throws Exception {
    try (InputStream in = OtavaTest.class.getResourceAsStream("tigerbeetle.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .flatMap(line -> Stream.of(line.split(" ")))
          .mapToDouble(Double::parseDouble)
          .toArray();
    }
  }

  private static List<Integer> cuts(double[] values, int window, double level, double least) {
    return Levels.cuts(values, new ChangeRule(window, level, least, 1), OTAVA);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "30 | 0.01    | 0.05 | 15 71",
        "30 | 0.05    | 0.05 | 15 71",
        "30 | 0.2     | 0.05 | 10 11 15 71",
        "30 | 0.0001  | 0    | 71 95 117 131 142 148 192 212",
        "30 | 0.00001 | 0    | 71 95 131 192 212"
      })
  void findsTheChangePointsOfTheTigerBeetleSeries(
      int window, double level, double least, String expected) throws Exception {
    assertThat(cuts(tigerBeetle(), window, level, least))
        .isEqualTo(Stream.of(expected.split(" ")).map(Integer::valueOf).toList());
  }

  /**
   * When a cut is removed, Otava tests its right neighbour anew, and not the left one. The change
   * points 363, 26 and 260 that it has here are not significant when they are.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "30 | 0.1     | 0.05 | 10 11 15 71",
        "30 | 0.01    | 0    | 15 61 71 95 117 131 142 148 165 169 192 212 260",
        "30 | 0.001   | 0    | 15 61 71 95 117 131 142 148 192 212"
      })
  void leavesOutChangePointsThatAreNotSignificantBesideTheOthers(
      int window, double level, double least, String expected) throws Exception {
    findsTheChangePointsOfTheTigerBeetleSeries(window, level, least, expected);
  }

  @Test
  void findsTheChangePointsOfTheSmallSeries() {
    double[] halved = {
      1.02, 0.95, 0.99, 1.00, 1.12, 1.00, 1.01, 0.98, 1.01, 0.96, 0.50, 0.51, 0.48, 0.48, 0.55,
      0.50, 0.49, 0.51, 0.50, 0.49
    };
    assertThat(cuts(halved, 10, 0.0001, 0)).containsExactly(10);
    double[] threeLevels = {
      0.3, 2.4, 1.5, -0.9, -0.5, 99.7, 98.3, 99.1, 149.0, 149.7, 149.5, 149.1, 148.8, 150.0
    };
    assertThat(cuts(threeLevels, 50, 0.001, 0)).containsExactly(5, 8);
  }

  /** By the definition, without sums that are carried on. */
  @Test
  void theBestCutIsThatOfTheDefinition() {
    double[] values = {0.3, 2.4, 1.5, -0.9, -0.5, 99.7, 98.3, 99.1, 149.0, 149.7};
    double most = Double.NEGATIVE_INFINITY;
    int at = 0;
    for (int end = 2; end <= values.length; end++) {
      for (int cut = 1; cut < end; cut++) {
        double[] left = Arrays.copyOfRange(values, 0, cut);
        double[] right = Arrays.copyOfRange(values, cut, end);
        double between =
            DoubleStream.of(left)
                .map(x -> DoubleStream.of(right).map(y -> Math.abs(x - y)).sum())
                .sum();
        double distance =
            2.0 / end * between
                - 2.0 * right.length / end * pairs(left)
                - 2.0 * left.length / end * pairs(right);
        if (distance > most) {
          most = distance;
          at = cut;
        }
      }
    }
    EnergyDistance.Cut best = EnergyDistance.best(values, 0, values.length);
    assertThat(best.index()).isEqualTo(at);
    assertThat(best.distance()).isCloseTo(most, Offset.offset(1e-9));
  }

  private static double pairs(double[] side) {
    double sum = 0;
    for (int i = 0; i < side.length; i++) {
      for (int j = i + 1; j < side.length; j++) {
        sum += Math.abs(side[i] - side[j]);
      }
    }
    return side.length > 1 ? sum / (side.length - 1) : 0;
  }
}
