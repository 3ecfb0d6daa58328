package io.tidemark.model.workload;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.load.RequestReplySpec.Way;
import io.tidemark.model.workload.ProducerRate.OpenLoop;
import io.tidemark.model.workload.ProducerRate.Search;
import io.tidemark.model.yaml.YamlNode.YamlList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of {@code pattern: request-reply}, and keys that are not allowed with it. */
record RequestReplyReader(WorkloadFields fields) {
  private static final int BINARY_BYTES = 32;
  private static final int TEXT_BYTES = 48;

  static final List<Setting> KEYS = new ArrayList<>();
  static final WorkloadKey<String> REQUESTERS =
      WorkloadKey.of(
              "requesters",
              "Number of requesters. A list is a sweep: consecutive steps, each with a"
                  + " warm-up, `testDuration` and a row in the result.",
              Type.INTEGER,
              Type.LIST)
          .atLeast(1)
          .atMost(WorkloadKey.MAX_COUNT)
          .in(KEYS);
  private static final WorkloadKey<Integer> STEP =
      WorkloadKey.count("requesters[]", "Requesters in one step.").atLeast(1).in(KEYS);
  private static final WorkloadKey<Integer> RESPONDERS =
      WorkloadKey.count("responders", "Number of responders. If absent, one for each pair.")
          .atLeast(1)
          .in(KEYS);
  static final WorkloadKey<Integer> PAIRS =
      WorkloadKey.count(
              "pairs",
              "Request destinations with their reply destinations. Requester and responder `i`"
                  + " use pair `i` modulo `pairs`.")
          .atLeast(1)
          .byDefault(1)
          .in(KEYS);
  private static final WorkloadKey<Integer> REPLY_SIZE =
      WorkloadKey.size(
              "replySize", "Size of every reply. If absent, a reply is a copy of its request.")
          .in(KEYS);
  private static final WorkloadKey<Integer> REQUESTS_IN_FLIGHT =
      WorkloadKey.count(
              "requestsInFlight",
              "Most unanswered requests of each requester. Default: 1 in a closed loop;"
                  + " with a `producerRate` limited by the heap.")
          .atLeast(1)
          .in(KEYS);
  private static final WorkloadKey<Duration> REPLY_TIMEOUT =
      WorkloadKey.duration("replyTimeout", "Timeout after which a request counts as unanswered.")
          .atLeast(TimeReader.MILLISECOND)
          .byDefault(Duration.ofSeconds(30))
          .in(KEYS);
  private static final WorkloadKey<Duration> START_DELAY =
      WorkloadKey.duration(
              "requesterStartDelay",
              "Interval between the starts of additional requesters in a closed loop.")
          .byDefault(Duration.ofMillis(10))
          .in(KEYS);
  private static final WorkloadKey<Way> WAY =
      WorkloadKey.words(
              "requestReply",
              "`native`: the driver's mechanism (correlation ids, reply-to). `generic`:"
                  + " plain producers and consumers, with any driver. `auto`: native if the"
                  + " driver has it.",
              Way.values())
          .byDefault(Way.AUTO)
          .in(KEYS);

  private static final List<WorkloadKey<?>> OWN =
      List.of(
          REQUESTERS,
          RESPONDERS,
          PAIRS,
          REPLY_SIZE,
          REQUESTS_IN_FLIGHT,
          REPLY_TIMEOUT,
          START_DELAY,
          WAY);

  /** What the keys say; empty when something is missing or wrong, which has been reported. */
  Optional<RequestReplySpec> read(
      ProducerRate rate, TimeSpec time, List<String> topicNames, Optional<PayloadSpec> payload) {
    List<Integer> requesters = requesters();
    int pairs = pairs(topicNames);
    int responders = fields.given(RESPONDERS).orElse(pairs);
    if (responders < pairs) {
      fields.error(
          RESPONDERS, "each pair needs one, got " + responders + "; allowed from " + pairs);
    }
    notWith(DestinationSpec.TOPICS, PAIRS);
    notWith(DestinationSpec.SUBSCRIPTIONS, RESPONDERS);
    notWith(DestinationSpec.PRODUCERS, REQUESTERS);
    notWith(DestinationSpec.CONSUMERS, RESPONDERS);
    notWith(LoadSpec.MAX_IN_FLIGHT, REQUESTS_IN_FLIGHT);
    load(requesters, rate, time);
    sizes(payload);
    return requesters.isEmpty() || fields.haveErrors()
        ? Optional.empty()
        : Optional.of(spec(requesters, responders, pairs, rate));
  }

  private RequestReplySpec spec(
      List<Integer> requesters, int responders, int pairs, ProducerRate rate) {
    Optional<Integer> closedLoop = rate instanceof OpenLoop ? Optional.empty() : Optional.of(1);
    return new RequestReplySpec(
        fields.get(WAY),
        requesters,
        responders,
        pairs,
        fields.given(REPLY_SIZE),
        fields.given(REQUESTS_IN_FLIGHT).or(() -> closedLoop),
        fields.get(REPLY_TIMEOUT),
        fields.get(START_DELAY));
  }

  static void write(RequestReplySpec spec, Map<String, Object> map) {
    map.put(REQUESTERS.name(), spec.isSweep() ? spec.requesters() : spec.requesters().get(0));
    RESPONDERS.put(map, spec.responders());
    spec.replySizeBytes().ifPresent(bytes -> REPLY_SIZE.put(map, bytes));
    spec.requestsInFlight().ifPresent(most -> REQUESTS_IN_FLIGHT.put(map, most));
    REPLY_TIMEOUT.put(map, spec.replyTimeout());
    START_DELAY.put(map, spec.requesterStartDelay());
    WAY.put(map, spec.way());
  }

  /** Reports the keys of this pattern in a file of another. */
  void warnWithout(Pattern pattern) {
    OWN.stream()
        .filter(fields::has)
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
    if (!(fields.node(REQUESTERS).orElseThrow() instanceof YamlList list)) {
      return fields.text(REQUESTERS).flatMap(STEP.parse()).filter(n -> n > 0).stream().toList();
    }
    List<Integer> steps =
        list.items().stream()
            .flatMap(item -> item.asText().flatMap(STEP.parse()).stream())
            .toList();
    if (steps.isEmpty()) {
      fields.error(REQUESTERS, "an empty list; allowed a whole number from 1, or a list of such");
    }
    if (steps.stream().distinct().count() < steps.size()) {
      fields.error(
          REQUESTERS, "the same number twice, got " + steps + "; allowed each number once");
    }
    return steps;
  }

  private int pairs(List<String> topicNames) {
    int pairs = fields.get(PAIRS);
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

  private void notWith(WorkloadKey<?> key, WorkloadKey<?> instead) {
    if (fields.has(key)) {
      fields.error(
          key, "does not go with pattern: request-reply; allowed " + instead.name() + " instead");
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
          PhaseReader.PHASES,
          "cannot be combined with a sweep over requesters, whose steps are the phases");
    }
    if (sweep && time.test().isEmpty()) {
      fields.error(TimeReader.TEST, "a sweep needs a limited testDuration, got unlimited");
    }
    if (fields.has(LoadSpec.PRODUCER_RATE) && rate instanceof Search) {
      fields.error(
          LoadSpec.PRODUCER_RATE,
          "a rate search is not possible with request-reply, got 0; allowed a number"
              + " above 0, or max (or leave the key out: requestsInFlight per requester)");
    }
    if (fields.get(ConsumerSpec.BACKLOG_GIB) > 0) {
      fields.error(ConsumerSpec.BACKLOG_GIB, "does not go with pattern: request-reply; allowed 0");
    }
  }

  private void sizes(Optional<PayloadSpec> payload) {
    EnvelopeSpec envelope = MessageSpec.envelope(fields);
    if (envelope.position() == EnvelopeSpec.Position.OFF) {
      fields.error(MessageSpec.ENVELOPE, "request-reply requires an envelope, got position: off");
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
                fields.error(
                    SizeReader.SIZE, why + size.payloadBytes() + "; allowed from " + least));
    fields
        .given(REPLY_SIZE)
        .filter(bytes -> bytes < least)
        .ifPresent(bytes -> fields.error(REPLY_SIZE, why + bytes + "; allowed from " + least));
  }
}
