package io.tidemark.model.worker;

import java.util.List;

/**
 * How a worker's part of a run ended.
 *
 * @param unacknowledgedAgesNanos age, from intended send to the end, of each send that was never
 *     acknowledged (at most 10,000 of them, the oldest)
 * @param unacknowledged how many there are in all
 * @param unanswered requests that had neither a reply nor a timeout at the end
 * @param problems what could not be closed or removed, one line each
 */
public record FinishReport(
    List<Long> unacknowledgedAgesNanos,
    long unacknowledged,
    long unanswered,
    List<String> problems) {
  /** Of a run without requests and replies. */
  public FinishReport(
      List<Long> unacknowledgedAgesNanos, long unacknowledged, List<String> problems) {
    this(unacknowledgedAgesNanos, unacknowledged, 0, problems);
  }

  public FinishReport {
    unacknowledgedAgesNanos = List.copyOf(unacknowledgedAgesNanos);
    problems = List.copyOf(problems);
  }
}
