package io.tidemark.model.workloadfile;

import io.tidemark.driver.Setting;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.ProducerRate;
import io.tidemark.model.workload.ProducerRate.OpenLoop;
import io.tidemark.model.workload.ProducerRate.Search;
import io.tidemark.model.workload.TimeSpec;
import io.tidemark.model.workload.WorkloadKeys;
import io.tidemark.model.yaml.YamlNode.YamlList;
import java.util.List;
import java.util.Optional;

/** The keys of {@code pattern: request-reply}, and keys that are not allowed with it. */
record RequestReplyReader(Fields fields, WorkloadKeys file) {
  private static final int BINARY_BYTES = 32;
  private static final int TEXT_BYTES = 48;
  private static final String REQUESTERS = "requesters";
  private static final String RESPONDERS = "responders";
  private static final String PAIRS = "pairs";
  private static final String REPLY_SIZE = "replySize";

  /** What the keys say; empty when something is missing or wrong, which has been reported. */
  Optional<RequestReplySpec> read(
      ProducerRate rate, TimeSpec time, List<String> topicNames, Optional<PayloadSpec> payload) {
    List<Integer> requesters = requesters();
    int pairs = pairs(topicNames);
    int given = file.requestReply().responders();
    int responders = given > 0 ? given : pairs;
    if (responders < pairs) {
      fields.error(
          RESPONDERS, "each pair needs one, got " + responders + "; allowed from " + pairs);
    }
    WorkloadKeys.REPLACED.forEach(this::notWith);
    load(requesters, rate, time);
    sizes(payload);
    return requesters.isEmpty() || fields.haveErrors()
        ? Optional.empty()
        : Optional.of(spec(requesters, responders, pairs, rate));
  }

  private RequestReplySpec spec(
      List<Integer> requesters, int responders, int pairs, ProducerRate rate) {
    Optional<Integer> closedLoop = rate instanceof OpenLoop ? Optional.empty() : Optional.of(1);
    return file.requestReply()
        .complete(
            requesters,
            responders,
            pairs,
            file.requestReply().requestsInFlight().or(() -> closedLoop));
  }

  /** Reports the keys of this pattern in a file of another. */
  void warnWithout(Pattern pattern) {
    Setting.of(RequestReplySpec.class).stream()
        .map(Setting::path)
        .filter(key -> !key.endsWith("[]") && fields.has(key))
        .forEach(
            key ->
                fields.warn(
                    key, "has no effect: pattern is " + pattern.key() + ", not request-reply"));
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

  private void notWith(String key, String instead) {
    if (fields.has(key)) {
      fields.error(key, "does not go with pattern: request-reply; allowed " + instead + " instead");
    }
  }

  private void load(List<Integer> requesters, ProducerRate rate, TimeSpec time) {
    boolean sweep = requesters.size() > 1;
    if (sweep && rate instanceof OpenLoop) {
      fields.error(
          REQUESTERS,
          "a sweep needs a closed loop, got a rate and "
              + requesters
              + "; allowed one number (phases can step the rate)");
    }
    if (sweep && !time.phases().isEmpty()) {
      fields.error(
          "phases", "cannot be combined with a sweep over requesters, whose steps are the phases");
    }
    if (sweep && time.test().isEmpty()) {
      fields.error("testDuration", "a sweep needs a limited testDuration, got unlimited");
    }
    if (fields.has("producerRate") && rate instanceof Search) {
      fields.error(
          "producerRate",
          "a rate search is not possible with request-reply, got 0; allowed a number"
              + " above 0, or max (or leave the key out: requestsInFlight per requester)");
    }
    if (file.consumers().backlogSizeBytes() > 0) {
      fields.error("consumerBacklogSizeGB", "does not go with pattern: request-reply; allowed 0");
    }
  }

  private void sizes(Optional<PayloadSpec> payload) {
    EnvelopeSpec envelope = file.messages().envelope();
    if (envelope.position() == EnvelopeSpec.Position.OFF) {
      fields.error("envelope", "request-reply requires an envelope, got position: off");
      return;
    }
    int least = envelope.form() == EnvelopeSpec.Form.TEXT ? TEXT_BYTES : BINARY_BYTES;
    String why = "the envelope takes " + least + " bytes, got ";
    payload.stream()
        .flatMap(spec -> spec.sizes().stream())
        .filter(size -> size.payloadBytes() < least)
        .findFirst()
        .ifPresent(
            size ->
                fields.error("messageSize", why + size.payloadBytes() + "; allowed from " + least));
    file.requestReply()
        .replySizeBytes()
        .filter(bytes -> bytes < least)
        .ifPresent(bytes -> fields.error(REPLY_SIZE, why + bytes + "; allowed from " + least));
  }
}
