package io.tidemark.model.worker;

import java.time.Duration;
import java.util.List;

/**
 * Requesters of a worker.
 *
 * @param pairs the run's destinations
 * @param indexes of the requesters, among all of the run
 * @param openLoop whether they send by a schedule
 * @param requestsInFlight unanswered requests at most, of each
 * @param replyTimeout after which a request counts as unanswered
 */
public record RequestersRequest(
    Pairs pairs,
    List<Integer> indexes,
    boolean openLoop,
    int requestsInFlight,
    Duration replyTimeout) {
  public RequestersRequest {
    indexes = List.copyOf(indexes);
  }
}
