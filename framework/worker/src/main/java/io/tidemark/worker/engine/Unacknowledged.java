package io.tidemark.worker.engine;

import java.util.List;

/**
 * Sends that were never acknowledged.
 *
 * @param count how many, with those of requests that were answered or timed out
 * @param agesNanos age of each of the others since its intended send time, oldest first, at most
 *     10,000
 */
public record Unacknowledged(long count, List<Long> agesNanos) {
  public static final int MOST_AGES = 10_000;

  public Unacknowledged {
    agesNanos = List.copyOf(agesNanos);
  }
}
