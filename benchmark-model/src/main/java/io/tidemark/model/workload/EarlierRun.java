package io.tidemark.model.workload;

import java.util.Objects;

/**
 * A run before this one, whose messages are still there.
 *
 * @param runId its id; messages are told by it
 * @param producers it had, or at most as many as messages of every size can tell apart
 */
public record EarlierRun(String runId, int producers) {
  /** What the smallest stamped messages have room for. */
  public static final int MOST_PRODUCERS_UNTOLD = 4_096;

  public EarlierRun {
    Objects.requireNonNull(runId);
    if (producers < 1) {
      throw new IllegalArgumentException("producers must be at least 1: " + producers);
    }
  }
}
