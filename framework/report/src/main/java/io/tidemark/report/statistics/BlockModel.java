package io.tidemark.report.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Runs in blocks, each of which has every system once: the logarithm of a value is an effect of the
 * system, an effect of the block, and an error. So a slow change of the machine is no difference
 * between systems, and the variance is estimated from all systems together.
 */
public final class BlockModel {
  /** Below this chance the variances of the systems are not taken as equal. */
  private static final double UNEQUAL = 0.05;

  private static final double SINGULAR = 1e-9;

  private final double[][] logarithms;

  /** The effect of each system; that of the first one is 0. */
  private final double[] effects;

  /** The covariance of the effects, with a variance of the errors of 1. */
  private final double[][] covariance;

  private final double variance;
  private final int degreesOfFreedom;
  private final double allSquares;

  private BlockModel(double[][] logarithms, double[][] covariance) {
    this.logarithms = logarithms;
    this.covariance = covariance;
    this.effects = effects(logarithms, covariance);
    this.degreesOfFreedom = degrees(logarithms);
    this.allSquares = squares(errors(logarithms, effects));
    this.variance = Math.max(Change.LEAST_VARIANCE, allSquares / degreesOfFreedom);
  }

  /**
   * @param values of each system, above 0, in the order of the blocks; NaN where there is none
   * @return empty if there are too few values, or systems that share no block
   */
  public static Optional<BlockModel> of(double[][] values) {
    double[][] logarithms =
        Arrays.stream(values)
            .map(each -> Arrays.stream(each).map(Math::log).toArray())
            .toArray(double[][]::new);
    if (logarithms.length < 2 || degrees(logarithms) < 1) {
      return Optional.empty();
    }
    return inverse(information(logarithms)).map(known -> new BlockModel(logarithms, known));
  }

  /** Whether no system varies more than the others, as far as the runs show. */
  public boolean hasEqualVariances() {
    return equality() >= UNEQUAL;
  }

  /** The change from one system to another one, by their places. */
  public Change change(int baseline, int system) {
    return new Change(
        count(logarithms[baseline]),
        count(logarithms[system]),
        effects[system] - effects[baseline],
        Math.sqrt(variance * covariance(baseline, system, system)),
        Math.sqrt(variance),
        degreesOfFreedom,
        logarithms.length - 1);
  }

  /** The mean of a system without what the blocks add to its error. */
  public Mean mean(int system) {
    double[] values = logarithms[system];
    int runs = count(values);
    double mean =
        Arrays.stream(values).filter(value -> !Double.isNaN(value)).average().orElseThrow();
    return new Mean(runs, mean, Math.sqrt(variance / runs), degreesOfFreedom);
  }

  /**
   * The probabilities of the changes from a baseline to some systems, all of which may be compared
   * with one level: Dunnett's test, from the largest change to the smallest one.
   *
   * @return in the same order
   */
  public double[] adjusted(int baseline, int... systems) {
    double[] t = Arrays.stream(systems).mapToDouble(system -> t(baseline, system)).toArray();
    List<Integer> largestFirst =
        IntStream.range(0, systems.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -t[i]))
            .toList();
    double[] adjusted = new double[systems.length];
    double largest = 0;
    for (int rank = 0; rank < systems.length; rank++) {
      int[] left =
          largestFirst.subList(rank, systems.length).stream().mapToInt(i -> systems[i]).toArray();
      int first = largestFirst.get(rank);
      largest = Math.max(largest, dunnett(baseline, left).probability(t[first]));
      adjusted[first] = largest;
    }
    return adjusted;
  }

  /** The level of a single test that is as strict as the first one of {@link #adjusted}. */
  public double level(double ofAll, int baseline, int... systems) {
    double limit = dunnett(baseline, systems).quantile(ofAll);
    return 2 * TDistribution.of(degreesOfFreedom).survivalProbability(limit);
  }

  private double t(int baseline, int system) {
    Change change = change(baseline, system);
    return Math.abs(change.logRatio()) / change.standardError();
  }

  private Dunnett dunnett(int baseline, int... systems) {
    double lowest = 0.5;
    for (int first : systems) {
      for (int second : systems) {
        double both =
            Math.sqrt(covariance(baseline, first, first) * covariance(baseline, second, second));
        lowest = Math.min(lowest, covariance(baseline, first, second) / both);
      }
    }
    return new Dunnett(systems.length, Math.max(0, lowest), degreesOfFreedom);
  }

  /** Returns the covariance of the changes from a baseline to two systems. */
  private double covariance(int baseline, int first, int second) {
    return covariance[first][second]
        - covariance[first][baseline]
        - covariance[baseline][second]
        + covariance[baseline][baseline];
  }

  private static int count(double[] values) {
    return (int) Arrays.stream(values).filter(value -> !Double.isNaN(value)).count();
  }

  private static int countOfBlock(double[][] logarithms, int block) {
    return (int) Arrays.stream(logarithms).filter(each -> !Double.isNaN(each[block])).count();
  }

  private static int degrees(double[][] logarithms) {
    int values = Arrays.stream(logarithms).mapToInt(BlockModel::count).sum();
    int blocks =
        (int)
            IntStream.range(0, logarithms[0].length)
                .filter(block -> countOfBlock(logarithms, block) > 0)
                .count();
    return values - blocks - logarithms.length + 1;
  }

  /** What the runs tell of the effects once those of the blocks are removed, without the first. */
  private static double[][] information(double[][] logarithms) {
    int systems = logarithms.length;
    double[][] information = new double[systems - 1][systems - 1];
    for (int block = 0; block < logarithms[0].length; block++) {
      double share = 1.0 / Math.max(1, countOfBlock(logarithms, block));
      for (int i = 1; i < systems; i++) {
        for (int j = 1; j < systems; j++) {
          boolean both = !Double.isNaN(logarithms[i][block]) && !Double.isNaN(logarithms[j][block]);
          information[i - 1][j - 1] += both ? (i == j ? 1 : 0) - share : 0;
        }
      }
    }
    return information;
  }

  private static double[] effects(double[][] logarithms, double[][] covariance) {
    double[] deviations = new double[logarithms.length];
    for (int block = 0; block < logarithms[0].length; block++) {
      double mean = meanOfBlock(logarithms, block, new double[logarithms.length]);
      for (int i = 0; i < deviations.length; i++) {
        double value = logarithms[i][block];
        deviations[i] += Double.isNaN(value) ? 0 : value - mean;
      }
    }
    return Arrays.stream(covariance)
        .mapToDouble(
            row -> IntStream.range(0, row.length).mapToDouble(i -> row[i] * deviations[i]).sum())
        .toArray();
  }

  private static double meanOfBlock(double[][] logarithms, int block, double[] effects) {
    return IntStream.range(0, logarithms.length)
        .mapToDouble(i -> logarithms[i][block] - effects[i])
        .filter(value -> !Double.isNaN(value))
        .average()
        .orElse(0);
  }

  /** What neither system nor block explains. */
  private static double[][] errors(double[][] logarithms, double[] effects) {
    double[][] errors = new double[logarithms.length][logarithms[0].length];
    for (int block = 0; block < logarithms[0].length; block++) {
      double mean = meanOfBlock(logarithms, block, effects);
      for (int i = 0; i < errors.length; i++) {
        double error = logarithms[i][block] - effects[i] - mean;
        errors[i][block] = Double.isNaN(error) ? 0 : error;
      }
    }
    return errors;
  }

  private static double squares(double[][] errors) {
    return Arrays.stream(errors).mapToDouble(BlockModel::squares).sum();
  }

  private static double squares(double[] errors) {
    return Arrays.stream(errors).map(error -> error * error).sum();
  }

  /**
   * The least chance of any system's part of the variance, corrected for all of them: F, because
   * the errors that a system adds to those of the others are independent of these.
   */
  private double equality() {
    double least = 1;
    for (int left = 0; left < logarithms.length; left++) {
      double[][] others = without(left);
      int degrees = degrees(others);
      Optional<double[][]> known = inverse(information(others));
      if (degrees > 0 && degrees < degreesOfFreedom && known.isPresent()) {
        double squares = squares(errors(others, effects(others, known.get())));
        double ofOthers = Math.max(Change.LEAST_VARIANCE, squares / degrees);
        int added = degreesOfFreedom - degrees;
        double own = Math.max(Change.LEAST_VARIANCE, (allSquares - squares) / added);
        double higher = FDistribution.of(added, degrees).survivalProbability(own / ofOthers);
        least = Math.min(least, higher * logarithms.length);
      }
    }
    return least;
  }

  private double[][] without(int system) {
    return IntStream.range(0, logarithms.length)
        .filter(i -> i != system)
        .mapToObj(i -> logarithms[i])
        .toArray(double[][]::new);
  }

  /** With a first row and column of zeros; empty if there is none. Gauss and Jordan. */
  private static Optional<double[][]> inverse(double[][] matrix) {
    int size = matrix.length;
    List<double[]> rows = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      double[] row = Arrays.copyOf(matrix[i], 2 * size);
      row[size + i] = 1;
      rows.add(row);
    }
    // The matrix is positive semidefinite: its diagonal needs no exchange of rows.
    for (int i = 0; i < size; i++) {
      double[] pivot = rows.get(i);
      double first = pivot[i];
      if (first < SINGULAR) {
        return Optional.empty();
      }
      Arrays.setAll(pivot, column -> pivot[column] / first);
      for (double[] row : rows) {
        if (row != pivot) {
          double factor = row[i];
          IntStream.range(0, row.length).forEach(c -> row[c] -= factor * pivot[c]);
        }
      }
    }
    double[][] inverse = new double[size + 1][size + 1];
    for (int i = 0; i < size; i++) {
      System.arraycopy(rows.get(i), size, inverse[i + 1], 1, size);
    }
    return Optional.of(inverse);
  }
}
