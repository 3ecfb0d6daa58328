package io.tidemark.measure.payload;

import io.tidemark.measure.SeededRandom;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongFunction;

/** A producer's keys. All of them are made beforehand; not thread-safe. */
public abstract class KeySource {
  /** How many different keys there are. */
  public static final int KEYS = 10_000;

  private static final int KEY_LETTERS = 7;

  private KeySource() {}

  /** The next message's key. */
  public abstract Optional<String> next();

  /** The keys of a workload: equal on every worker, because they follow from the seed. */
  public static final class Keys {
    private final Optional<String>[] keys;
    private final long seed;
    private final double[] zipf;

    /**
     * @param zipfExponent of {@link #zipf}: key k has a weight of 1 divided by k to this power
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Keys(long seed, double zipfExponent) {
      this.seed = seed;
      SeededRandom random = SeededRandom.of(seed, KEYS);
      this.keys = new Optional[KEYS];
      Arrays.setAll(keys, i -> Optional.of(randomKey(random, i)));
      this.zipf = cumulativeZipf(zipfExponent);
    }

    /** Letters at random, and the index, so that no two are the same. */
    private static String randomKey(SeededRandom random, int index) {
      StringBuilder key = new StringBuilder(KEY_LETTERS + 6);
      for (int i = 0; i < KEY_LETTERS; i++) {
        key.append((char) ('a' + random.nextInt(26)));
      }
      return key.append('-').append(index).toString();
    }

    private static double[] cumulativeZipf(double exponent) {
      double[] cumulative = new double[KEYS];
      double sum = 0;
      for (int i = 0; i < KEYS; i++) {
        sum += Math.pow(i + 1, -exponent);
        cumulative[i] = sum;
      }
      for (int i = 0; i < KEYS; i++) {
        cumulative[i] /= sum;
      }
      return cumulative;
    }

    /** All keys in turn; each producer starts at a different one. */
    public KeySource roundRobin(int producer) {
      return new KeySource() {
        private int next = (int) (producer * 7919L % KEYS);

        @Override
        public Optional<String> next() {
          Optional<String> key = keys[next];
          next = next + 1 == KEYS ? 0 : next + 1;
          return key;
        }
      };
    }

    public KeySource uniform(int producer) {
      SeededRandom random = SeededRandom.of(seed, producer);
      return new KeySource() {
        @Override
        public Optional<String> next() {
          return keys[random.nextInt(KEYS)];
        }
      };
    }

    /** Returns keys by Zipf's law: the first key comes most often. */
    public KeySource zipf(int producer) {
      SeededRandom random = SeededRandom.of(seed, producer);
      return new KeySource() {
        @Override
        public Optional<String> next() {
          int at = Arrays.binarySearch(zipf, random.nextDouble());
          return keys[Math.min(KEYS - 1, at < 0 ? -at - 1 : at + 1)];
        }
      };
    }
  }

  /** Keys that are chosen elsewhere, by the number of the message. */
  public static KeySource given(LongFunction<Optional<String>> choice) {
    return new KeySource() {
      private long number;

      @Override
      public Optional<String> next() {
        return choice.apply(number++);
      }
    };
  }

  /** No key at all. */
  public static KeySource none() {
    return new KeySource() {
      @Override
      public Optional<String> next() {
        return Optional.empty();
      }
    };
  }
}
