package io.tidemark.model.workload;

import io.tidemark.model.grammar.WrittenRecord;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.Workload.TrafficClass;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.SecretMask;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The whole workload as plain maps, defaults included, for the result. Written as a workload file
 * it gives the same workload again (bodies of messages apart, which are not in it).
 */
public final class EffectiveWorkload {
  private EffectiveWorkload() {}

  public static Map<String, Object> of(Workload workload) {
    return escaped(workload.classes().isEmpty() ? written(workload) : total(workload));
  }

  /** What belongs to the file as a whole, and the classes. */
  private static Map<String, Object> total(Workload workload) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", workload.name());
    map.putAll(WrittenRecord.of(workload.time()));
    workload.added().forEach(each -> map.putAll(WrittenRecord.of(each)));
    map.put("pattern", workload.pattern().key());
    map.put("thresholds", thresholds(workload.thresholds()));
    workload.search().ifPresent(spec -> map.put("search", WrittenRecord.of(spec)));
    Set<String> ofFile = new HashSet<>(map.keySet());
    ofFile.add("question");
    map.put("topics", workload.destinations().topics());
    workload.question().ifPresent(asked -> map.put("question", WrittenRecord.of(asked)));
    map.put("objectives", objectives(workload));
    List<Map<String, Object>> classes = new ArrayList<>();
    for (TrafficClass each : workload.classes()) {
      Map<String, Object> keys = new LinkedHashMap<>();
      keys.put("name", each.name());
      Map<String, Object> written = written(each.workload());
      written.keySet().removeAll(ofFile);
      keys.putAll(written);
      if (!each.driver().isEmpty()) {
        Map<String, Object> driver = new LinkedHashMap<>();
        each.driver().all().forEach(value -> put(driver, value));
        keys.put("driver", driver);
      }
      classes.add(keys);
    }
    map.put("classes", classes);
    return map;
  }

  private static void put(Map<String, Object> driver, Overrides.Value value) {
    Object plain = value.value().plain();
    if (plain != null) {
      driver.put(value.path(), plain);
    }
  }

  private static Map<String, Object> written(Workload workload) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", workload.name());
    map.putAll(WrittenRecord.of(workload.destinations()));
    if (workload.requestReply().isPresent()) {
      map.keySet().removeAll(KeyReplacements.OF_REQUEST_REPLY.keySet());
    }
    map.putAll(WrittenRecord.of((Record) workload.roles()));
    map.putAll(workload.messages().written());
    map.putAll(WrittenRecord.of(LoadKeys.of(workload.load(), workload.limits())));
    map.put("pattern", workload.pattern().key());
    map.putAll(WrittenRecord.of(workload.time()));
    workload.added().forEach(each -> map.putAll(WrittenRecord.of(each)));
    putList(map, "phases", workload.phases().stream().map(WrittenRecord::of).toList());
    map.putAll(WrittenRecord.of(workload.consumers()));
    putList(map, "faults", workload.faults().stream().map(WrittenRecord::of).toList());
    workload.question().ifPresent(asked -> map.put("question", WrittenRecord.of(asked)));
    map.put("objectives", objectives(workload));
    map.put("thresholds", thresholds(workload.thresholds()));
    return map;
  }

  private static void putList(
      Map<String, Object> map, String key, List<Map<String, Object>> items) {
    if (!items.isEmpty()) {
      map.put(key, items);
    }
  }

  private static List<Map<String, Object>> objectives(Workload workload) {
    return workload.objectives().stream().map(Objective::written).toList();
  }

  private static Map<String, Object> thresholds(Map<String, Double> given) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (Threshold threshold : VerdictThresholds.all()) {
      map.put(threshold.key(), threshold.text(threshold.in(given)));
    }
    return map;
  }

  /**
   * Resolved or escaped values must not be treated as placeholders when they are read again;
   * secrets of addresses are masked.
   */
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
    return value instanceof String text
        ? SecretMask.maskAddresses(text).replace("${", "$${")
        : value;
  }
}
