package io.tidemark.measure.schedule;

import io.tidemark.model.load.TopicPopularity;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Deals each message of a schedule to exactly one producer, by the popularity of topics, and the
 * messages of a producer as evenly as possible. The same on all workers. Immutable.
 */
public final class Dealing {
  private static final int SHORTEST = 1 << 12;
  private static final int LONGEST = 1 << 18;

  /** Places of the producer with the fewest, so that rounding changes its share by little. */
  private static final int LEAST_PLACES = 16;

  private static final int PLACES_OF_EACH = 4;
  private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

  private final int[][] places;
  private final int length;

  private Dealing(int[][] places, int length) {
    this.places = places;
    this.length = length;
  }

  public static Dealing of(TopicPopularity popularity) {
    double[] shares = shares(popularity);
    int length = length(shares);
    int[] counts = counts(shares, length);
    int[][] places = new int[counts.length][];
    Arrays.setAll(places, producer -> new int[counts[producer]]);
    int[] filled = new int[counts.length];
    int place = 0;
    for (int producer : order(counts, length)) {
      places[producer][filled[producer]++] = place++;
    }
    return new Dealing(places, length);
  }

  /** What a producer gets. */
  public Deal to(int producer) {
    return new Deal(length, places[producer]);
  }

  private static double[] shares(TopicPopularity popularity) {
    double[] ofTopics = popularity.shares();
    double[] shares = new double[popularity.producers()];
    Arrays.setAll(
        shares, i -> ofTopics[i / popularity.producersPerTopic()] / popularity.producersPerTopic());
    return shares;
  }

  private static int length(double[] shares) {
    double least = Arrays.stream(shares).min().orElse(1);
    double wanted = Math.max(SHORTEST, Math.min(LONGEST, LEAST_PLACES / least));
    return (int) Math.max(Math.ceil(wanted), (double) PLACES_OF_EACH * shares.length);
  }

  /** Whole numbers by the largest remainders; every producer has at least one place. */
  private static int[] counts(double[] shares, int length) {
    int[] counts = new int[shares.length];
    long left = length;
    for (int i = 0; i < shares.length; i++) {
      counts[i] = Math.max(1, (int) (shares[i] * length));
      left -= counts[i];
    }
    Integer[] byRemainder = new Integer[shares.length];
    Arrays.setAll(byRemainder, i -> i);
    Arrays.sort(
        byRemainder, Comparator.comparingDouble((Integer i) -> counts[i] - shares[i] * length));
    for (int i = 0; left > 0; i = (i + 1) % byRemainder.length, left--) {
      counts[byRemainder[i]]++;
    }
    for (int i = 0; left < 0; i = (i + 1) % counts.length) { // Those with the most come first.
      if (counts[i] > 1) {
        counts[i]--;
        left++;
      }
    }
    return counts;
  }

  /**
   * The producer of each place. Message j of n of a producer has its ideal place at (j + phase) /
   * n; phases differ, so that producers with the same share take turns.
   */
  private static int[] order(int[] counts, int length) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(counts.length);
    double scale = Math.pow(2, Math.min(52, Long.SIZE - 1 - bits));
    long[] ideal = new long[length];
    int filled = 0;
    for (int producer = 0; producer < counts.length; producer++) {
      double phase = (producer + 1) * GOLDEN_RATIO % 1;
      for (int j = 0; j < counts[producer]; j++) {
        long place = (long) ((j + phase) / counts[producer] * scale);
        ideal[filled++] = (place << bits) | producer;
      }
    }
    Arrays.sort(ideal);
    int[] order = new int[length];
    Arrays.setAll(order, i -> (int) (ideal[i] & ((1L << bits) - 1)));
    return order;
  }
}
