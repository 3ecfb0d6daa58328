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
  private static final long[] NOT_COMPUTED = {};

  private final List<Committed> steps = new ArrayList<>();
  private long back;

  /** The highest committed offset by each step; empty if it is to be computed again. */
  private long[] reached = NOT_COMPUTED;

  private Optional<String> firstBack = Optional.empty();

  /** Readings come in their order. */
  void add(Committed reading) {
    reached = NOT_COMPUTED;
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

  /** The first reading by which consumers that start again do not receive an offset. */
  Optional<Committed> firstBeyond(long offset) {
    if (reached.length != steps.size()) {
      reached = reachedBySteps();
    }
    int at = Arrays.binarySearch(reached, offset + 1);
    int first = at >= 0 ? at : -at - 1;
    while (first > 0 && reached[first - 1] > offset) {
      first--;
    }
    return first < reached.length ? Optional.of(steps.get(first)) : Optional.empty();
  }

  private long[] reachedBySteps() {
    long[] highest = new long[steps.size()];
    long soFar = Long.MIN_VALUE;
    for (int i = 0; i < highest.length; i++) {
      soFar = Math.max(soFar, steps.get(i).nextOffset());
      highest[i] = soFar;
    }
    return highest;
  }
}
