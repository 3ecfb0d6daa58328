package io.tidemark.model.worker;

import io.tidemark.model.load.RequestReplySpec.Way;
import java.util.List;

/**
 * Request/reply destinations to create.
 *
 * @param way native, generic, or native where the driver has it
 * @param pairs how many
 * @param existing names of request destinations that exist; as many as pairs, or empty
 * @param partitionsPerPair partitions of each request topic; for the generic way
 * @param requesters over all workers
 * @param responders over all workers
 * @param largestRequestBytes the largest request
 * @param largestReplyBytes the largest reply
 */
public record DestinationsRequest(
    Way way,
    int pairs,
    List<String> existing,
    int partitionsPerPair,
    int requesters,
    int responders,
    int largestRequestBytes,
    int largestReplyBytes) {
  public DestinationsRequest {
    existing = List.copyOf(existing);
  }
}
