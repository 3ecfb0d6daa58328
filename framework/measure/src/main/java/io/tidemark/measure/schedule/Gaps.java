package io.tidemark.measure.schedule;

import io.tidemark.measure.SeededRandom;

/**
 * Independent random distances with mean 1. Not thread-safe.
 *
 * <p>The first distance is that from a random moment to the next arrival, so that producers that
 * begin together have the intended rate from the beginning.
 */
abstract class Gaps {
  final SeededRandom random;

  private Gaps(SeededRandom random) {
    this.random = random;
  }

  abstract double next();

  /** From the start of the schedule to the first arrival. */
  abstract double first();

  /** Returns the gaps of independent clients. */
  static Gaps exponential(SeededRandom random) {
    return new Gaps(random) {
      @Override
      double next() {
        return random.nextExponential();
      }

      @Override
      double first() {
        return next(); // The exponential distribution has no memory.
      }
    };
  }

  /**
   * A gamma distribution.
   *
   * @param variation standard deviation over mean
   */
  static Gaps gamma(SeededRandom random, double variation) {
    double shape = 1 / (variation * variation);
    return new Gaps(random) {
      @Override
      double next() {
        return gamma(shape) / shape;
      }

      /** A random part of a distance, which is met the more often the longer it is. */
      @Override
      double first() {
        return random.nextDouble() * gamma(shape + 1) / shape;
      }
    };
  }

  /** Marsaglia and Tsang, "A simple method for generating gamma variables", 2000. */
  final double gamma(double shape) {
    if (shape < 1) {
      return gamma(shape + 1) * Math.pow(1 - random.nextDouble(), 1 / shape);
    }
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double normal = random.nextNormal();
      double root = 1 + c * normal;
      double cube = root * root * root;
      if (root > 0
          && Math.log(1 - random.nextDouble())
              < normal * normal / 2 + d - d * cube + d * Math.log(cube)) {
        return d * cube;
      }
    }
  }
}
