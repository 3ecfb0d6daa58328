package io.tidemark.measure;

import io.tidemark.base.Hash64;

/** The state, padded against false sharing. */
abstract class RandomState extends PadBefore {
  long state;
}

/**
 * SplitMix64: a small random stream that is the same for the same seed on every machine and Java
 * version, which the JDK's generators do not guarantee. Not thread-safe.
 */
@SuppressWarnings("unused")
public final class SeededRandom extends RandomState {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;
  private static final double DOUBLE_UNIT = 0x1.0p-53;

  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

  private SeededRandom(long state) {
    this.state = state;
  }

  /** Streams of one seed and different numbers are independent. */
  public static SeededRandom of(long seed, long stream) {
    return new SeededRandom(Hash64.mix(seed) ^ Hash64.mix(stream * GAMMA + 1));
  }

  public long nextLong() {
    state += GAMMA;
    return Hash64.mix(state);
  }

  /** Uniform in [0, 1). */
  public double nextDouble() {
    return (nextLong() >>> 11) * DOUBLE_UNIT;
  }

  /** Uniform in [0, bound). */
  public int nextInt(int bound) {
    return (int) ((nextLong() >>> 32) * bound >>> 32);
  }

  /** Exponential with mean 1. */
  public double nextExponential() {
    return -Math.log(1 - nextDouble());
  }

  /** Standard normal, by Box and Muller. */
  public double nextNormal() {
    return Math.sqrt(-2 * Math.log(1 - nextDouble())) * Math.cos(2 * Math.PI * nextDouble());
  }
}
