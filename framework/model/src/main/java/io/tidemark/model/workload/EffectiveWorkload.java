package io.tidemark.model.workload;

import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Entropy;
import io.tidemark.model.load.PayloadSpec.OmbRandom;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.workload.ProducerRate.ClosedLoop;
import io.tidemark.model.workload.ProducerRate.OpenLoop;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.yaml.Quantities;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The whole workload as plain maps, defaults included, for the result. Written as a workload file
 * it gives the same workload again (bodies of messages apart, which are not in it).
 */
final class EffectiveWorkload {
  private static final long BYTES_PER_GIB = 1L << 30;

  private final Workload workload;
  private final Map<String, Object> map = new LinkedHashMap<>();

  private EffectiveWorkload(Workload workload) {
    this.workload = workload;
  }

  /** The same workload with its effective map. */
  static Workload complete(Workload bare, Fields fields) {
    return withEffective(bare, escaped(new EffectiveWorkload(bare).map(fields)));
  }

  /** What was filled in or escaped must not be taken for a placeholder when it is read again. */
  private static Map<String, Object> escaped(Map<String, Object> map) {
    Map<String, Object> escaped = new LinkedHashMap<>();
    map.forEach((key, value) -> escaped.put(key, escaped(value)));
    return escaped;
  }

  @SuppressWarnings("unchecked")
  private static Object escaped(Object value) {
    if (value instanceof Map<?, ?> map) {
      return escaped((Map<String, Object>) map);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(EffectiveWorkload::escaped).toList();
    }
    return value instanceof String text ? text.replace("${", "$${") : value;
  }

  private Map<String, Object> map(Fields fields) {
    destinations();
    content(fields);
    load();
    time();
    consuming();
    map.put("objectives", objectives(workload.objectives()));
    map.put("thresholds", thresholds());
    return map;
  }

  private void destinations() {
    map.put("name", workload.name());
    workload
        .requestReply()
        .ifPresentOrElse(
            spec -> map.put("pairs", spec.pairs()), () -> map.put("topics", workload.topics()));
    map.put("partitionsPerTopic", workload.partitionsPerTopic());
    if (!workload.topicNames().isEmpty()) {
      map.put("topicNames", workload.topicNames());
    }
    workload.fromRun().ifPresent(run -> map.put("fromRun", run.source()));
    workload.requestReply().ifPresentOrElse(this::requestReply, this::clients);
  }

  private void clients() {
    map.put("subscriptionsPerTopic", workload.subscriptionsPerTopic());
    map.put("producersPerTopic", workload.producersPerTopic());
    map.put("consumerPerSubscription", workload.consumerPerSubscription());
  }

  private void requestReply(RequestReplySpec spec) {
    map.put("requesters", spec.isSweep() ? spec.requesters() : spec.requesters().get(0));
    map.put("responders", spec.responders());
    spec.replySizeBytes().ifPresent(bytes -> map.put("replySize", bytes));
    spec.requestsInFlight().ifPresent(most -> map.put("requestsInFlight", most));
    map.put("replyTimeout", Quantities.text(spec.replyTimeout()));
    map.put("requesterStartDelay", Quantities.text(spec.requesterStartDelay()));
    map.put("requestReply", word(spec.way()));
  }

  private void content(Fields fields) {
    List<WeightedSize> sizes = workload.payload().sizes();
    if (sizes.size() == 1) {
      map.put("messageSize", sizes.get(0).payloadBytes());
    } else {
      map.put(
          "messageSizeDistribution",
          sizes.stream()
              .map(s -> ordered("size", s.payloadBytes(), "weight", s.weight()))
              .toList());
    }
    bodies(fields);
    map.put("keyDistributor", workload.keys().name());
    Map<String, Object> envelope = new LinkedHashMap<>();
    envelope.put("position", word(workload.envelope().position()));
    envelope.put("form", word(workload.envelope().form()));
    map.put("envelope", envelope);
    map.put("seed", workload.seed());
  }

  private void bodies(Fields fields) {
    if (workload.payload().content() instanceof OmbRandom random) {
      map.put("useRandomizedPayloads", true);
      map.put("randomBytesRatio", random.randomBytesRatio());
      map.put("randomizedPayloadPoolSize", random.poolSize());
    } else if (workload.payload().content() instanceof Entropy entropy) {
      map.put(
          "payload", ordered("entropy", entropy.compressedShare(), "poolSize", entropy.poolSize()));
    } else if (workload.payload().content() instanceof Corpus corpus) {
      fields
          .given("payloadFile")
          .ifPresentOrElse(
              file -> map.put("payloadFile", file),
              () -> corpus(fields.section("payload"), corpus));
    }
  }

  private void corpus(Fields payload, Corpus corpus) {
    if (payload.has("corpus")) {
      map.put("payload", Map.of("corpus", payload.given("corpus").orElse("")));
    } else {
      String template = payload.given("template").orElse("");
      map.put("payload", ordered("template", template, "poolSize", corpus.bodies().size()));
    }
  }

  private void load() {
    map.put("producerRate", rate());
    map.put("arrivals", word(workload.arrivals()));
    workload.maxInFlightPerProducer().ifPresent(cap -> map.put("maxInFlightPerProducer", cap));
    map.put("messageLimit", workload.messageLimit());
    map.put("pattern", workload.pattern().key());
  }

  private Object rate() {
    if (workload.rate() instanceof OpenLoop open) {
      return open.ratePerSecond();
    }
    return workload.rate() instanceof ClosedLoop ? "max" : 0;
  }

  private void time() {
    map.put("testDuration", workload.test().map(Quantities::text).orElse("unlimited"));
    map.put("warmupDuration", Quantities.text(workload.warmup()));
    map.put("sampleInterval", Quantities.text(workload.sampleInterval()));
    map.put("iterations", workload.iterations());
    if (!workload.phases().isEmpty()) {
      map.put("phases", workload.phases().stream().map(EffectiveWorkload::phase).toList());
    }
  }

  private static Map<String, Object> phase(Phase phase) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", phase.name());
    map.put("duration", Quantities.text(phase.duration()));
    line(map, "rate", phase.startRatePerSecond(), phase.endRatePerSecond());
    line(
        map,
        "consumerProcessingTime",
        phase.startProcessingTime().map(Quantities::text),
        phase.endProcessingTime().map(Quantities::text));
    if (!phase.objectives().isEmpty()) {
      map.put("objectives", objectives(phase.objectives()));
    }
    return map;
  }

  private static <T> void line(
      Map<String, Object> map, String key, Optional<T> start, Optional<T> end) {
    if (start.isPresent()) {
      map.put(key, end.isPresent() ? ordered("from", start.get(), "to", end.get()) : start.get());
    }
  }

  private void consuming() {
    map.put("consumerProcessingTime", Quantities.text(workload.processingTime()));
    map.put("consumerBacklogSizeGB", workload.backlogSizeBytes() / BYTES_PER_GIB);
    map.put("backlogDrainRatio", workload.backlogDrainRatio());
    map.put("delivery", word(workload.delivery()));
    map.put("drainTimeout", Quantities.text(workload.drainTimeout()));
  }

  private static List<Map<String, Object>> objectives(List<Objective> objectives) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Objective objective : objectives) {
      list.add(ordered(objective.key(), objective.condition()));
    }
    return list;
  }

  private Map<String, Object> thresholds() {
    Map<String, Object> thresholds = new LinkedHashMap<>();
    for (Threshold threshold : VerdictThresholds.all()) {
      thresholds.put(threshold.key(), threshold.text(threshold.in(workload.thresholds())));
    }
    return thresholds;
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> ordered(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
    }
    return map;
  }

  private static Workload withEffective(Workload w, Map<String, Object> effective) {
    return new Workload(
        w.name(),
        w.fileBase(),
        w.topics(),
        w.partitionsPerTopic(),
        w.topicNames(),
        w.fromRun(),
        w.subscriptionsPerTopic(),
        w.producersPerTopic(),
        w.consumerPerSubscription(),
        w.messageSizeBytes(),
        w.payload(),
        w.keys(),
        w.envelope(),
        w.rate(),
        w.arrivals(),
        w.maxInFlightPerProducer(),
        w.messageLimit(),
        w.warmup(),
        w.test(),
        w.sampleInterval(),
        w.iterations(),
        w.phases(),
        w.pattern(),
        w.processingTime(),
        w.backlogSizeBytes(),
        w.backlogDrainRatio(),
        w.delivery(),
        w.drainTimeout(),
        w.objectives(),
        w.thresholds(),
        w.seed(),
        w.requestReply(),
        effective);
  }
}
