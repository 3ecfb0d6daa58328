package io.tidemark.model.result.finish;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Whether a number of waiting messages grows over a phase, by its values at the ends of samples. A
 * long phase takes no more memory: neighbours are merged into one stretch with its lowest and
 * highest value.
 */
public final class QueueTrend {
  private static final int MOST_STRETCHES = 96;
  private static final int LEAST_SAMPLES = 6;
  private static final int PARTS = 3;

  private record Stretch(long lowest, long highest) {
    Stretch and(Stretch next) {
      return new Stretch(Math.min(lowest, next.lowest), Math.max(highest, next.highest));
    }
  }

  private final List<Stretch> stretches = new ArrayList<>();
  private long samplesPerStretch = 1;
  private long samplesInLast = 1;
  private long last;

  /** The number at the end of the next sample. */
  public void add(long waiting) {
    Stretch sample = new Stretch(waiting, waiting);
    last = waiting;
    if (samplesInLast < samplesPerStretch) {
      samplesInLast++;
      stretches.set(stretches.size() - 1, stretches.get(stretches.size() - 1).and(sample));
      return;
    }
    if (stretches.size() == MOST_STRETCHES) {
      merge();
    }
    stretches.add(sample);
    samplesInLast = 1;
  }

  private void merge() {
    for (int i = 0; i < MOST_STRETCHES / 2; i++) {
      stretches.set(i, stretches.get(2 * i).and(stretches.get(2 * i + 1)));
    }
    stretches.subList(MOST_STRETCHES / 2, MOST_STRETCHES).clear();
    samplesPerStretch *= 2;
  }

  /**
   * By how much the lowest value of the last third is above the highest of the first third;
   * negative when it is not, empty when there are too few samples. A steady growth over the whole
   * phase is three times as large. A queue that fills once and then stays, or that rises and falls,
   * does not grow.
   */
  public OptionalLong growth() {
    if (stretches.size() < LEAST_SAMPLES) {
      return OptionalLong.empty();
    }
    int third = stretches.size() / PARTS;
    long lowest =
        stretches.subList(stretches.size() - third, stretches.size()).stream()
            .mapToLong(Stretch::lowest)
            .min()
            .orElseThrow();
    return OptionalLong.of(lowest - atFirst());
  }

  /** The highest value of the first third. */
  public long atFirst() {
    return stretches.subList(0, (stretches.size() + PARTS - 1) / PARTS).stream()
        .mapToLong(Stretch::highest)
        .max()
        .orElse(0);
  }

  /** The last value. */
  public long atLast() {
    return last;
  }
}
