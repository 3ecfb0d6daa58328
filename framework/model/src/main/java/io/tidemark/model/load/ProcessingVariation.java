package io.tidemark.model.load;

/**
 * How processing times of single messages differ from the typical one.
 *
 * @param law of the quotient of the two
 * @param sigma of a log-normal law: standard deviation of the quotient's logarithm
 * @param slowOneIn one message in this number takes another time; 0 for none
 * @param slowNanos that time
 */
public record ProcessingVariation(Law law, double sigma, int slowOneIn, long slowNanos) {
  public static final ProcessingVariation NONE = new ProcessingVariation(Law.FIXED, 0, 0, 0);

  /** The law of a random factor. */
  public enum Law {
    /** Always 1. */
    FIXED,
    /** Exponential with mean 1. */
    EXPONENTIAL,
    /** Log-normal with median 1. */
    LOG_NORMAL
  }

  public ProcessingVariation {
    if (!(sigma >= 0) || Double.isInfinite(sigma) || slowOneIn < 0 || slowNanos < 0) {
      throw new IllegalArgumentException("a processing time must not vary below 0");
    }
  }

  /** Whether all messages take the typical time. */
  public boolean isNone() {
    return law == Law.FIXED && slowOneIn == 0;
  }
}
