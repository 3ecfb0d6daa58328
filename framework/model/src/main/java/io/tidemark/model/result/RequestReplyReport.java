package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import io.tidemark.model.result.json.CountsJson;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * Outcomes of requests over the whole run, including the warm-up.
 *
 * @param nativeWay whether the driver's own way was used
 * @param mechanism how replies found their requester, in a few words
 * @param requesters how many asked, one number for each step
 * @param responders how many answered
 * @param pairs request destinations
 * @param requestsSent handed to drivers
 * @param counts what happened to them; only {@link Counter.Group#ROUND_TRIPS}
 * @param unanswered requests that had neither a reply nor a timeout when the run ended
 * @param requestsLost accepted by the broker and never seen by a responder; empty where the audit
 *     could not know
 * @param repliesLost requests seen by a responder whose reply never came; empty where the audit
 *     could not know
 */
public record RequestReplyReport(
    boolean nativeWay,
    String mechanism,
    List<Integer> requesters,
    int responders,
    int pairs,
    long requestsSent,
    Counters counts,
    long unanswered,
    Optional<Long> requestsLost,
    Optional<Long> repliesLost) {
  public static final Part<Optional<RequestReplyReport>> PART =
      new Part<Optional<RequestReplyReport>>("requestReply", Written.IF_ANY, Optional.empty()) {};

  public RequestReplyReport {
    requesters = List.copyOf(requesters);
  }

  private static final String NATIVE = "native";

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static RequestReplyReport read(JsonNode stored) {
    return new RequestReplyReport(
        stored.path("way").asText().equals(NATIVE),
        stored.path("mechanism").asText(),
        StreamSupport.stream(stored.path("requesters").spliterator(), false)
            .map(JsonNode::intValue)
            .toList(),
        stored.path("responders").intValue(),
        stored.path("pairs").intValue(),
        stored.path("sentRequests").longValue(),
        Counters.of(
            counter ->
                counter.group() == Counter.Group.ROUND_TRIPS
                    ? CountsJson.Read.number(stored, counter)
                    : 0),
        stored.path("unansweredRequests").longValue(),
        known(stored.path("lostRequests")),
        known(stored.path("lostReplies")));
  }

  private static Optional<Long> known(JsonNode number) {
    return number.isNumber() ? Optional.of(number.longValue()) : Optional.empty();
  }

  @JsonValue
  ObjectNode write() {
    ObjectNode stored = JsonNodeFactory.instance.objectNode();
    stored.put("way", way()).put("mechanism", mechanism);
    requesters.forEach(stored.putArray("requesters")::add);
    stored.put("responders", responders).put("pairs", pairs).put("sentRequests", requestsSent);
    CountsJson.Write.putRoundTrips(stored, counts);
    return stored
        .put("unansweredRequests", unanswered)
        .put("lostRequests", requestsLost.orElse(null))
        .put("lostReplies", repliesLost.orElse(null));
  }

  /** How replies find their requester: {@code native} or {@code generic}. */
  public String way() {
    return nativeWay ? NATIVE : "generic";
  }
}
