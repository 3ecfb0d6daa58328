package io.tidemark.driver.requests;

import java.util.Objects;

/**
 * A destination for requests and what the driver keeps for the replies. Sent as two texts from the
 * worker that created it to the others.
 *
 * @param index of the pair, from 0
 * @param requestDestination where requests go
 * @param replyDestination where replies arrive, or the prefix from which the driver derives each
 *     requester's destination; empty if it is created with the requester (a temporary queue, direct
 *     reply-to)
 */
public record RequestReplyPair(int index, String requestDestination, String replyDestination) {
  public RequestReplyPair {
    Objects.requireNonNull(requestDestination);
    Objects.requireNonNull(replyDestination);
    if (index < 0) {
      throw new IllegalArgumentException("index must not be negative: " + index);
    }
  }
}
