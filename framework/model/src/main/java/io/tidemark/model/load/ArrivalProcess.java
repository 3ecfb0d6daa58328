package io.tidemark.model.load;

/**
 * The point process of an open loop, on the scale of the schedule: where the rate changes,
 * distances change with it.
 *
 * @param arrivals law of the distances
 * @param variation standard deviation of a distance over its mean: 0 if uniform, 1 if poisson
 * @param batch messages that are due at the same time
 */
public record ArrivalProcess(Arrivals arrivals, double variation, int batch) {
  public static final ArrivalProcess UNIFORM = new ArrivalProcess(Arrivals.UNIFORM, 0, 1);
  public static final ArrivalProcess POISSON = new ArrivalProcess(Arrivals.POISSON, 1, 1);

  public ArrivalProcess {
    boolean right =
        switch (arrivals) {
          case UNIFORM -> variation == 0;
          case POISSON -> variation == 1;
          case GAMMA -> variation > 0 && variation <= 1000;
        };
    if (!right) {
      throw new IllegalArgumentException(arrivals + " arrivals with variation " + variation);
    }
    if (batch < 1) {
      throw new IllegalArgumentException("batch must be at least 1: " + batch);
    }
  }

  /**
   * Index of dispersion: variance over mean of the number of messages in a time that is long
   * against the distances. That of a renewal process is the square of its variation.
   */
  public double dispersion() {
    return variation * variation * batch;
  }
}
