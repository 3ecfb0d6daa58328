package io.tidemark.model.load;

/**
 * How much of the load each topic gets: topic k, from 1, has a weight of 1 divided by k to a power,
 * which its producers share equally. The producers of a topic have consecutive indexes.
 *
 * @param exponent the power
 */
public record TopicPopularity(double exponent, int topics, int producersPerTopic) {
  public TopicPopularity {
    if (!(exponent > 0) || Double.isInfinite(exponent)) {
      throw new IllegalArgumentException("exponent must be above 0: " + exponent);
    }
    if (topics < 1 || producersPerTopic < 1) {
      throw new IllegalArgumentException(
          "topics and producers must be at least 1: " + topics + ", " + producersPerTopic);
    }
  }

  public int producers() {
    return Math.multiplyExact(topics, producersPerTopic);
  }

  /** The share of each topic, in order; together they are 1. */
  public double[] shares() {
    double[] shares = new double[topics];
    double sum = 0;
    for (int i = topics - 1; i >= 0; i--) { // From the smallest, so that the sum is exact.
      shares[i] = Math.pow(i + 1, -exponent);
      sum += shares[i];
    }
    for (int i = 0; i < topics; i++) {
      shares[i] /= sum;
    }
    return shares;
  }
}
