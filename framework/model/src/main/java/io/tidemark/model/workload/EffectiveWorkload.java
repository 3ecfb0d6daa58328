package io.tidemark.model.workload;

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

  static Map<String, Object> of(Workload workload) {
    return escaped(new EffectiveWorkload(workload).map());
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

  private Map<String, Object> map() {
    destinations();
    content();
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
            spec -> map.put("pairs", spec.pairs()),
            () -> map.put("topics", workload.destinations().topics()));
    map.put("partitionsPerTopic", workload.destinations().partitionsPerTopic());
    if (!workload.destinations().topicNames().isEmpty()) {
      map.put("topicNames", workload.destinations().topicNames());
    }
    workload.destinations().fromRun().ifPresent(run -> map.put("fromRun", run.source()));
    workload.requestReply().ifPresentOrElse(this::requestReply, this::clients);
  }

  private void clients() {
    map.put("subscriptionsPerTopic", workload.destinations().subscriptionsPerTopic());
    map.put("producersPerTopic", workload.destinations().producersPerTopic());
    map.put("consumerPerSubscription", workload.destinations().consumerPerSubscription());
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

  private void content() {
    List<WeightedSize> sizes = workload.messages().payload().sizes();
    if (sizes.size() == 1) {
      map.put("messageSize", sizes.get(0).payloadBytes());
    } else {
      map.put(
          "messageSizeDistribution",
          sizes.stream()
              .map(s -> ordered("size", s.payloadBytes(), "weight", s.weight()))
              .toList());
    }
    map.putAll(workload.messages().contentKeys());
    map.put("keyDistributor", workload.messages().keys().name());
    Map<String, Object> envelope = new LinkedHashMap<>();
    envelope.put("position", word(workload.messages().envelope().position()));
    envelope.put("form", word(workload.messages().envelope().form()));
    map.put("envelope", envelope);
    map.put("seed", workload.messages().seed());
  }

  private void load() {
    map.put("producerRate", rate());
    map.put("arrivals", word(workload.load().arrivals()));
    workload
        .load()
        .maxInFlightPerProducer()
        .ifPresent(cap -> map.put("maxInFlightPerProducer", cap));
    map.put("messageLimit", workload.load().messageLimit());
    map.put("pattern", workload.pattern().key());
  }

  private Object rate() {
    if (workload.load().rate() instanceof OpenLoop open) {
      return open.ratePerSecond();
    }
    return workload.load().rate() instanceof ClosedLoop ? "max" : 0;
  }

  private void time() {
    map.put("testDuration", workload.time().test().map(Quantities::text).orElse("unlimited"));
    map.put("warmupDuration", Quantities.text(workload.time().warmup()));
    map.put("sampleInterval", Quantities.text(workload.time().sampleInterval()));
    map.put("iterations", workload.time().iterations());
    if (!workload.time().phases().isEmpty()) {
      map.put("phases", workload.time().phases().stream().map(EffectiveWorkload::phase).toList());
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
    map.put("consumerProcessingTime", Quantities.text(workload.consumers().processingTime()));
    map.put("consumerBacklogSizeGB", workload.consumers().backlogSizeBytes() / BYTES_PER_GIB);
    map.put("backlogDrainRatio", workload.consumers().backlogDrainRatio());
    map.put("delivery", word(workload.consumers().delivery()));
    map.put("drainTimeout", Quantities.text(workload.consumers().drainTimeout()));
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
}
