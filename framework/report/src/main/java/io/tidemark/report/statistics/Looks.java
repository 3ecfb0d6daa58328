package io.tidemark.report.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Looks at a study after each of its blocks from the least number on, each of which may end it. The
 * chance of a false alarm until the block n of at most N is n/N of that of the whole study (alpha
 * spending, Lan and DeMets, 1983): an early look has a part of it, and the last one what is left.
 *
 * @param least blocks before the first look
 * @param most blocks before the last look
 */
public record Looks(int least, int most) {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** Steps of the integral over what no look has shown so far; an even number. */
  private static final int INTERVALS = 120;

  private static final int BISECTIONS = 40;
  private static final double FURTHEST = 8;

  /** A single look after a number of blocks that was fixed before. */
  public static Looks once(int blocks) {
    return new Looks(blocks, blocks);
  }

  public Looks {
    if (least < 1 || most < least) {
      throw new IllegalArgumentException("looks after " + least + " to " + most + " blocks");
    }
  }

  /**
   * The level of the tests of a look, if those of all looks together are to have a level.
   *
   * @param blocks that the study has; below {@link #least} as at the first look, above {@link
   *     #most} as at the last one
   */
  public double level(double ofAll, int blocks) {
    double[] levels = levels(ofAll, Math.min(Math.max(blocks, least), most));
    return levels[levels.length - 1];
  }

  /** The levels of all looks, the first one first. */
  public double[] levels(double ofAll) {
    return levels(ofAll, most);
  }

  /**
   * Returns the level of each look until that after {@code blocks}: that of a normal sum, which
   * grows by one with each block.
   */
  private double[] levels(double ofAll, int blocks) {
    double[] levels = new double[blocks - least + 1];
    double limit = limitOfFirst(ofAll);
    levels[0] = nominal(limit, least);
    double[] density = firstDensity(limit);
    for (int look = 1; look < levels.length; look++) {
      double next = nextLimit(density, limit, ofAll / most);
      levels[look] = nominal(next, least + look);
      density = nextDensity(density, limit, next);
      limit = next;
    }
    return levels;
  }

  private double limitOfFirst(double ofAll) {
    double spent = ofAll * least / most;
    return NORMAL.inverseSurvivalProbability(spent / 2) * Math.sqrt(least);
  }

  /** Returns the level of a sum with a variance of one for each block. */
  private static double nominal(double limit, int blocks) {
    return 2 * NORMAL.survivalProbability(limit / Math.sqrt(blocks));
  }

  /** Returns the density of the sum, on a grid from minus to plus the limit. */
  private double[] firstDensity(double limit) {
    double deviation = Math.sqrt(least);
    double[] density = new double[INTERVALS + 1];
    Arrays.setAll(density, i -> NORMAL.density(at(i, limit) / deviation) / deviation);
    return density;
  }

  private static double at(int place, double limit) {
    return limit * (2.0 * place / INTERVALS - 1);
  }

  /** The limit that the next sum exceeds for the first time with a chance. */
  private static double nextLimit(double[] density, double limit, double chance) {
    double low = 0;
    double high = limit + FURTHEST;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      double tried = middle;
      double beyond =
          integral(
              density,
              limit,
              sum ->
                  NORMAL.survivalProbability(tried - sum)
                      + NORMAL.survivalProbability(tried + sum));
      if (beyond > chance) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private static double[] nextDensity(double[] density, double limit, double next) {
    double[] after = new double[INTERVALS + 1];
    Arrays.setAll(after, i -> integral(density, limit, sum -> NORMAL.density(at(i, next) - sum)));
    return after;
  }

  private interface Integrand {
    double at(double sum);
  }

  /** By Simpson's rule. */
  private static double integral(double[] density, double limit, Integrand integrand) {
    double sum = 0;
    for (int i = 0; i <= INTERVALS; i++) {
      int weight = i == 0 || i == INTERVALS ? 1 : i % 2 == 1 ? 4 : 2;
      sum += weight * density[i] * integrand.at(at(i, limit));
    }
    return sum * 2 * limit / INTERVALS / 3;
  }
}
