package io.tidemark.model.worker;

import java.util.Objects;

/**
 * A pair of request and reply destinations.
 *
 * @param index from 0
 * @param requestDestination as the driver knows it
 * @param replyDestination reply destination as stored by the driver; may be empty
 */
public record PairHandle(int index, String requestDestination, String replyDestination) {
  public PairHandle {
    Objects.requireNonNull(requestDestination);
    Objects.requireNonNull(replyDestination);
  }
}
