package io.tidemark.model.workload;

import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.load.RequestReplySpec.Way;
import io.tidemark.model.workload.ProducerRate.OpenLoop;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The keys of {@code pattern: request-reply}, and what does not go with it. */
final class RequestReplyReader {
  private static final int BINARY_BYTES = 32;
  private static final int TEXT_BYTES = 48;
  private static final List<String> OWN =
      List.of(
          "requesters",
          "responders",
          "pairs",
          "replySize",
          "requestsInFlight",
          "replyTimeout",
          "requesterStartDelay",
          "requestReply");
  private static final List<String> NOT_WITH =
      List.of(
          "topics",
          "subscriptionsPerTopic",
          "producersPerTopic",
          "consumerPerSubscription",
          "maxInFlightPerProducer");

  private final Fields fields;
  private final Problems problems;

  RequestReplyReader(Fields fields, Problems problems) {
    this.fields = fields;
    this.problems = problems;
  }

  /**
   * What the keys say; empty when something is missing or wrong, which has been reported.
   *
   * @param errorsBefore errors of other files
   */
  Optional<RequestReplySpec> read(
      ProducerRate rate,
      TimeSpec time,
      List<String> topicNames,
      Optional<PayloadSpec> payload,
      int errorsBefore) {
    List<Integer> requesters = requesters();
    int pairs = pairs(topicNames);
    int responders = fields.has("responders") ? fields.count("responders") : pairs;
    if (responders < pairs) {
      error("responders", "each pair needs one, got " + responders + "; allowed from " + pairs);
    }
    NOT_WITH.stream().filter(fields::has).forEach(this::doesNotGo);
    load(requesters, rate, time);
    sizes(payload);
    if (requesters.isEmpty() || problems.errors().size() > errorsBefore) {
      return Optional.empty();
    }
    return Optional.of(spec(requesters, responders, pairs, rate));
  }

  private RequestReplySpec spec(
      List<Integer> requesters, int responders, int pairs, ProducerRate rate) {
    Optional<Integer> closedLoop = rate instanceof OpenLoop ? Optional.empty() : Optional.of(1);
    return new RequestReplySpec(
        Way.valueOf(fields.word("requestReply").toUpperCase(Locale.ROOT)),
        requesters,
        responders,
        pairs,
        fields.bytes("replySize").map(Long::intValue),
        fields.has("requestsInFlight") ? Optional.of(fields.count("requestsInFlight")) : closedLoop,
        fields.duration("replyTimeout").orElseThrow(),
        fields.duration("requesterStartDelay").orElseThrow());
  }

  /** Reports the keys of this pattern in a file of another. */
  void warnWithout(Pattern pattern) {
    OWN.stream()
        .filter(fields::has)
        .forEach(
            key ->
                problems.warn(
                    fields.mark(key),
                    key,
                    "has no effect: pattern is " + pattern.key() + ", not request-reply"));
  }

  private List<Integer> requesters() {
    YamlNode node = fields.node("requesters").orElse(null);
    if (node == null) {
      error("requesters", "the key is missing; allowed a whole number from 1, or a list of such");
      return List.of();
    }
    if (!(node instanceof YamlList list)) {
      return fields.count("requesters") < 1 ? List.of() : List.of(fields.count("requesters"));
    }
    List<Integer> steps = new ArrayList<>();
    for (YamlNode item : list.items()) {
      if (item instanceof YamlScalar scalar && scalar.isInteger()) {
        steps.add((int) Math.max(0, Math.min(WorkloadKeys.MAX_COUNT, scalar.number())));
      }
    }
    if (steps.isEmpty()) {
      error("requesters", "an empty list; allowed a whole number from 1, or a list of such");
    }
    if (steps.stream().distinct().count() < steps.size()) {
      error("requesters", "the same number twice, got " + steps + "; allowed each number once");
    }
    return steps;
  }

  private int pairs(List<String> topicNames) {
    if (topicNames.isEmpty()) {
      return fields.count("pairs");
    }
    if (fields.has("pairs") && fields.count("pairs") != topicNames.size()) {
      error(
          "pairs",
          "does not fit topicNames, got "
              + fields.count("pairs")
              + "; allowed "
              + topicNames.size()
              + ", or leave the key out");
    }
    return topicNames.size();
  }

  private void doesNotGo(String key) {
    String instead =
        switch (key) {
          case "topics" -> "pairs";
          case "producersPerTopic" -> "requesters";
          case "maxInFlightPerProducer" -> "requestsInFlight";
          default -> "responders";
        };
    error(key, "does not go with pattern: request-reply; allowed " + instead + " instead");
  }

  private void load(List<Integer> requesters, ProducerRate rate, TimeSpec time) {
    boolean sweep = requesters.size() > 1;
    if (sweep && rate instanceof OpenLoop) {
      error(
          "requesters",
          "a sweep needs a closed loop, got a rate and "
              + requesters
              + "; allowed one number (phases can step the rate)");
    }
    if (sweep && !time.phases().isEmpty()) {
      error("phases", "do not go with a sweep over requesters, whose steps are the phases");
    }
    if (sweep && time.test().isEmpty()) {
      error("testDuration", "a sweep needs an end of each step, got unlimited");
    }
    if (fields.has("producerRate")
        && fields.number("producerRate").filter(r -> r == 0).isPresent()) {
      error(
          "producerRate",
          "requests cannot be searched for a rate, got 0; allowed a number above 0, or max (or"
              + " leave the key out: requestsInFlight per requester)");
    }
    if (fields.integer("consumerBacklogSizeGB") > 0) {
      error("consumerBacklogSizeGB", "does not go with pattern: request-reply; allowed 0");
    }
  }

  private void sizes(Optional<PayloadSpec> payload) {
    Fields envelope = fields.section("envelope");
    if (envelope.word("position").equals("off")) {
      error("envelope", "requests and replies are told by it, got position: off");
      return;
    }
    int least = envelope.word("form").equals("text") ? TEXT_BYTES : BINARY_BYTES;
    String why = "the envelope takes " + least + " bytes, got ";
    payload.stream()
        .flatMap(spec -> spec.sizes().stream())
        .filter(size -> size.payloadBytes() < least)
        .findFirst()
        .ifPresent(
            size -> error("messageSize", why + size.payloadBytes() + "; allowed from " + least));
    fields
        .bytes("replySize")
        .filter(bytes -> bytes < least)
        .ifPresent(bytes -> error("replySize", why + bytes + "; allowed from " + least));
  }

  private void error(String key, String message) {
    problems.error(fields.mark(key), key, message);
  }
}
