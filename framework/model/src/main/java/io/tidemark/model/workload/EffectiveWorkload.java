package io.tidemark.model.workload;

import io.tidemark.model.workload.VerdictThresholds.Threshold;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The whole workload as plain maps, defaults included, for the result. Written as a workload file
 * it gives the same workload again (bodies of messages apart, which are not in it).
 */
final class EffectiveWorkload {
  private EffectiveWorkload() {}

  static Map<String, Object> of(Workload workload) {
    Map<String, Object> map = new LinkedHashMap<>();
    WorkloadKeys.NAME.put(map, workload.name());
    workload.destinations().write(map, workload.requestReply());
    workload.messages().write(map);
    workload.load().write(map);
    SearchReader.write(workload, map);
    WorkloadKeys.PATTERN.put(map, workload.pattern());
    TimeReader.write(workload.time(), map);
    workload.consumers().write(map);
    FaultReader.write(workload.faults(), map);
    map.put(WorkloadKeys.OBJECTIVES.name(), ObjectiveReader.plain(workload.objectives()));
    map.put(WorkloadKeys.THRESHOLDS.name(), thresholds(workload.thresholds()));
    return escaped(map);
  }

  private static Map<String, Object> thresholds(Map<String, Double> given) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (Threshold threshold : VerdictThresholds.all()) {
      threshold.yamlKey().put(map, threshold.in(given));
    }
    return map;
  }

  /** Resolved or escaped values must not be treated as placeholders when they are read again. */
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
}
