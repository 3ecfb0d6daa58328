package io.tidemark.base;

import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What a property is asked about: values drawn at random, the ends of their ranges and small values
 * more often than others. The failure of a property names the seed of its case.
 */
public final class RandomCase {
  private static final String SEED = "tidemark.seed";

  private final Random random;
  private final double shareOfEdges;

  private RandomCase(long seed) {
    random = new Random(seed);
    shareOfEdges = random.nextInt(8) == 0 ? 0.7 : 0.1;
  }

  /** New cases in every run; with {@code -Dtidemark.seed} the one of a failure again. */
  public static void forAll(int cases, Consumer<RandomCase> property) {
    Long only = Long.getLong(SEED);
    LongStream seeds = only == null ? new Random().longs(cases) : LongStream.of(only);
    seeds.forEach(seed -> check(property, seed));
  }

  private static void check(Consumer<RandomCase> property, long seed) {
    try {
      property.accept(new RandomCase(seed));
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("again with -D" + SEED + "=" + seed + ": " + e.getMessage(), e);
    }
  }

  /** For a property that makes its values itself. */
  public Random random() {
    return random;
  }

  public boolean either() {
    return random.nextBoolean();
  }

  public <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** Both ends included. */
  public int between(int min, int max) {
    return (int) between((long) min, (long) max);
  }

  /** Both ends included. */
  public long between(long min, long max) {
    if (random.nextDouble() < shareOfEdges) {
      long[] edges =
          LongStream.of(min, min + 1, -1, 0, 1, max - 1, max)
              .filter(edge -> edge >= min && edge <= max)
              .toArray();
      return edges[random.nextInt(edges.length)];
    }
    long above = random.nextLong(max - min + 1);
    return min + (either() ? above : above >> random.nextInt(Long.SIZE));
  }

  public double between(double min, double max) {
    if (random.nextDouble() < shareOfEdges) {
      return either() ? min : max;
    }
    double share = random.nextDouble();
    return min + (max - min) * (either() ? share : Math.pow(share, 8));
  }

  /** With a number of elements between two limits, both included. */
  public <T> List<T> listOf(int min, int max, Supplier<T> element) {
    return Stream.generate(element).limit(between(min, max)).toList();
  }
}
