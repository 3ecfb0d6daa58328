package io.tidemark.report.figures;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * How requests were answered, as stored: the whole run, warm-up included. Null is "could not be
 * known".
 */
public record StoredRequestReply(RequestReplyReport report) {
  private static final String NATIVE = "native";

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static StoredRequestReply read(JsonNode stored) {
    return new StoredRequestReply(
        new RequestReplyReport(
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
                        ? StoredCounts.number(stored, counter)
                        : 0),
            stored.path("unansweredRequests").longValue(),
            known(stored.path("lostRequests")),
            known(stored.path("lostReplies"))));
  }

  private static Optional<Long> known(JsonNode number) {
    return number.isNumber() ? Optional.of(number.longValue()) : Optional.empty();
  }

  @JsonValue
  ObjectNode write() {
    ObjectNode stored = JsonNodeFactory.instance.objectNode();
    stored.put("way", way()).put("mechanism", report.mechanism());
    report.requesters().forEach(stored.putArray("requesters")::add);
    stored
        .put("responders", report.responders())
        .put("pairs", report.pairs())
        .put("sentRequests", report.requestsSent());
    StoredCounts.putRoundTrips(stored, report.counts());
    return stored
        .put("unansweredRequests", report.unanswered())
        .put("lostRequests", report.requestsLost().orElse(null))
        .put("lostReplies", report.repliesLost().orElse(null));
  }

  /** How replies find their requester: {@code native} or {@code generic}. */
  public String way() {
    return report.nativeWay() ? NATIVE : "generic";
  }

  public String mechanism() {
    return report.mechanism();
  }
}
