package io.tidemark.model.workloadfile;

import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.workload.ProducerRate;
import io.tidemark.model.workload.WorkloadKeys;
import io.tidemark.model.yaml.YamlNode.YamlList;
import java.util.List;
import java.util.Optional;

/** The keys of {@code pattern: request-reply}. */
record RequestReplyReader(Fields fields, WorkloadKeys file) {
  private static final int BINARY_BYTES = 32;
  private static final int TEXT_BYTES = 48;
  private static final String REQUESTERS = "requesters";
  private static final String RESPONDERS = "responders";
  private static final String PAIRS = "pairs";
  private static final String REPLY_SIZE = "replySize";

  /** What the keys say; empty when something is missing or wrong, which has been reported. */
  Optional<RequestReplySpec> read(
      ProducerRate rate, List<String> topicNames, Optional<PayloadSpec> payload) {
    List<Integer> requesters = requesters();
    int pairs = pairs(topicNames);
    int given = file.requestReply().responders();
    int responders = given > 0 ? given : pairs;
    if (responders < pairs) {
      fields.error(
          RESPONDERS, "each pair needs one, got " + responders + "; allowed from " + pairs);
    }
    sizes(payload);
    return requesters.isEmpty() || fields.haveErrors()
        ? Optional.empty()
        : Optional.of(spec(requesters, responders, pairs, rate));
  }

  private RequestReplySpec spec(
      List<Integer> requesters, int responders, int pairs, ProducerRate rate) {
    Optional<Integer> closedLoop = rate.isOpenLoop() ? Optional.empty() : Optional.of(1);
    return file.requestReply()
        .complete(
            requesters,
            responders,
            pairs,
            file.requestReply().requestsInFlight().or(() -> closedLoop));
  }

  private List<Integer> requesters() {
    if (!fields.has(REQUESTERS)) {
      fields.error(
          REQUESTERS, "the key is missing; allowed a whole number from 1, or a list of such");
      return List.of();
    }
    List<Integer> steps = file.requestReply().requesters();
    if (!(fields.node(REQUESTERS).orElseThrow() instanceof YamlList list)) {
      return steps;
    }
    if (list.items().isEmpty()) {
      fields.error(REQUESTERS, "an empty list; allowed a whole number from 1, or a list of such");
    }
    if (steps.stream().distinct().count() < steps.size()) {
      fields.error(
          REQUESTERS, "the same number twice, got " + steps + "; allowed each number once");
    }
    return steps;
  }

  private int pairs(List<String> topicNames) {
    int pairs = file.requestReply().pairs();
    if (topicNames.isEmpty()) {
      return pairs;
    }
    if (fields.has(PAIRS) && pairs != topicNames.size()) {
      fields.error(
          PAIRS,
          "does not match topicNames, got %s; allowed %s, or leave the key out"
              .formatted(pairs, topicNames.size()));
    }
    return topicNames.size();
  }

  private void sizes(Optional<PayloadSpec> payload) {
    EnvelopeSpec envelope = file.messages().envelope();
    if (!envelope.position().isInBody()) {
      return; // It is refused.
    }
    int least = envelope.form() == EnvelopeSpec.Form.TEXT ? TEXT_BYTES : BINARY_BYTES;
    String why = "the envelope takes " + least + " bytes, got ";
    payload.stream()
        .flatMap(PayloadSpec::endsBytes)
        .filter(bytes -> bytes < least)
        .findFirst()
        .ifPresent(bytes -> fields.error("messageSize", why + bytes + "; allowed from " + least));
    file.requestReply()
        .replySizeBytes()
        .filter(bytes -> bytes < least)
        .ifPresent(bytes -> fields.error(REPLY_SIZE, why + bytes + "; allowed from " + least));
  }
}
