package io.tidemark.driver.requests;

import java.util.List;

/**
 * The request/reply destinations that a run needs.
 *
 * @param names one for each pair, in order of the pairs: the request destination's name, unique to
 *     the run, unless {@code existing}; a driver whose destinations are pre-defined by its own
 *     settings uses those instead
 * @param existing whether the names are destinations that exist already (the workload's {@code
 *     topicNames}): they are not created, emptied or deleted
 * @param requesters of the run, over all workers and steps; requester {@code i} uses pair {@code i
 *     % names.size()}
 * @param responders of the run, over all workers; responder {@code i} uses pair {@code i %
 *     names.size()}
 * @param largestRequestBytes the largest request payload
 * @param largestReplyBytes the largest reply payload
 */
public record PairsRequest(
    List<String> names,
    boolean existing,
    int requesters,
    int responders,
    int largestRequestBytes,
    int largestReplyBytes) {
  public PairsRequest {
    names = List.copyOf(names);
    if (names.isEmpty()) {
      throw new IllegalArgumentException("at least one pair is required");
    }
    if (requesters < 1 || responders < 1) {
      throw new IllegalArgumentException(
          "requesters and responders must be at least 1, got " + requesters + " and " + responders);
    }
  }
}
