package io.tidemark.model.worker;

import java.util.List;

/**
 * Responders of a worker.
 *
 * @param pairs the run's destinations
 * @param indexes of the responders, among all of the run
 */
public record RespondersRequest(Pairs pairs, List<Integer> indexes) {
  public RespondersRequest {
    indexes = List.copyOf(indexes);
  }
}
