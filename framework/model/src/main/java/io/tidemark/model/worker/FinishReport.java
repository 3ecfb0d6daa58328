package io.tidemark.model.worker;

import io.tidemark.model.snapshot.TelemetrySample;
import java.util.List;

/**
 * How a worker's part of a run ended.
 *
 * @param unacknowledgedAgesNanos age, from intended send to the end, of each send that was never
 *     acknowledged (at most 10,000 of them, the oldest)
 * @param unacknowledged how many there are in all
 * @param unanswered requests that had neither a reply nor a timeout at the end
 * @param problems clean-up problems, one line each
 * @param telemetry read when producers, consumers, requesters and responders were closed, and
 *     nothing was deleted yet: what is left at the broker
 */
public record FinishReport(
    List<Long> unacknowledgedAgesNanos,
    long unacknowledged,
    long unanswered,
    List<String> problems,
    List<TelemetrySample> telemetry) {
  /** The report of a run without requests and replies, whose driver has no telemetry. */
  public FinishReport(
      List<Long> unacknowledgedAgesNanos, long unacknowledged, List<String> problems) {
    this(unacknowledgedAgesNanos, unacknowledged, 0, problems, List.of());
  }

  /**
   * This report of the sends, when the result was composed, with what closing showed later: sends
   * that end while clients are closed are counted nowhere else.
   */
  public FinishReport withOutcomesOf(FinishReport closing) {
    return new FinishReport(
        unacknowledgedAgesNanos, unacknowledged, unanswered, closing.problems, closing.telemetry);
  }

  public FinishReport {
    unacknowledgedAgesNanos = List.copyOf(unacknowledgedAgesNanos);
    problems = List.copyOf(problems);
    telemetry = List.copyOf(telemetry);
  }
}
