package io.tidemark.model.worker;

import io.tidemark.driver.requests.RequestReplyPair;
import java.util.List;
import java.util.stream.Stream;

/**
 * The request/reply destinations of a run.
 *
 * @param nativeWay whether the driver's own way is used
 * @param mechanism how replies find their requester, in a few words
 * @param pairs in order of their indexes, at least one
 */
public record Pairs(boolean nativeWay, String mechanism, List<RequestReplyPair> pairs) {
  public Pairs {
    pairs = List.copyOf(pairs);
    if (pairs.isEmpty()) {
      throw new IllegalArgumentException("at least one pair is needed");
    }
  }

  public List<String> requestDestinations() {
    return pairs.stream().map(RequestReplyPair::requestDestination).toList();
  }

  /** Returns the destinations of requests and of replies, each once. */
  public List<String> destinations() {
    return pairs.stream()
        .flatMap(pair -> Stream.of(pair.requestDestination(), pair.replyDestination()))
        .filter(name -> !name.isEmpty())
        .distinct()
        .toList();
  }

  /** The pair of a requester or responder. */
  public RequestReplyPair of(int client) {
    return pairs.get(client % pairs.size());
  }

  /** Index of the audit's subscription in which a responder receives requests. */
  public int requestSubscription(int responder) {
    return responder % pairs.size();
  }

  /** Index of the audit's subscription in which a requester receives replies. */
  public int replySubscription(int requester) {
    return pairs.size() + requester % pairs.size();
  }
}
