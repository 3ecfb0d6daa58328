package io.tidemark.measure.offsets;

import io.tidemark.model.snapshot.OffsetSamples.Committed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The committed offset of one partition at one subscription, as one worker reads it. Keeps the
 * readings that changed it; of too many, each second one.
 */
final class CommitTrack {
  private static final int MOST_STEPS = 1_000;

  private final List<Committed> steps = new ArrayList<>();
  private long back;
  private Optional<String> firstBack = Optional.empty();

  /** Readings come in their order. */
  void add(Committed reading) {
    if (steps.isEmpty()) {
      steps.add(reading);
      return;
    }
    long before = steps.get(steps.size() - 1).nextOffset();
    if (reading.nextOffset() < before) {
      wentBack(before, reading);
    }
    if (reading.nextOffset() != before) {
      steps.add(reading);
      thin();
    }
  }

  private void wentBack(long before, Committed reading) {
    boolean truncated = reading.endOffset() >= 0 && reading.endOffset() < before;
    if (truncated) {
      return;
    }
    back++;
    if (firstBack.isEmpty()) {
      firstBack =
          Optional.of(
              "the committed offset of partition "
                  + reading.partition()
                  + " went back from "
                  + before
                  + " to "
                  + reading.nextOffset());
    }
  }

  /** The first and the last one stay. */
  private void thin() {
    if (steps.size() > MOST_STEPS) {
      for (int i = steps.size() - 2; i > 0; i -= 2) {
        steps.remove(i);
      }
    }
  }

  /** How often it went back. */
  long back() {
    return back;
  }

  Optional<String> firstBack() {
    return firstBack;
  }

  /**
   * The first reading by which consumers that start again do not receive an offset.
   *
   * @param reached highest committed offset by each reading, of {@link #reached}
   */
  Optional<Committed> firstBeyond(long offset, long[] reached) {
    int at = Arrays.binarySearch(reached, offset + 1);
    int first = at >= 0 ? at : -at - 1;
    while (first > 0 && reached[first - 1] > offset) {
      first--;
    }
    return first < reached.length ? Optional.of(steps.get(first)) : Optional.empty();
  }

  /** The highest committed offset by each reading. */
  long[] reached() {
    long[] reached = new long[steps.size()];
    long highest = Long.MIN_VALUE;
    for (int i = 0; i < reached.length; i++) {
      highest = Math.max(highest, steps.get(i).nextOffset());
      reached[i] = highest;
    }
    return reached;
  }
}
