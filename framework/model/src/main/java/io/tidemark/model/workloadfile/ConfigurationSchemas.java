package io.tidemark.model.workloadfile;

import static io.tidemark.model.grammar.JsonSchema.ordered;

import io.tidemark.driver.settings.Setting;
import io.tidemark.model.driverfile.DriverKeys;
import io.tidemark.model.grammar.JsonSchema;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.workload.KeyReplacements;
import io.tidemark.model.workload.WorkloadKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** JSON Schemas of workload and driver files, as maps and lists to be written as JSON. */
public final class ConfigurationSchemas {
  private ConfigurationSchemas() {}

  /** The schema of every workload file. */
  public static Map<String, Object> workload() {
    Map<String, Object> schema = WorkloadKeys.grammar().schema("Tidemark workload", false);
    List<Object> conditions = new ArrayList<>();
    conditions.add(anyOf("topics", "topicNames", "requesters", "classes"));
    conditions.add(anyOf("testDuration", "testDurationMinutes", "phases"));
    KeyReplacements.ALTERNATIVES.forEach((key, other) -> conditions.add(notBoth(key, other)));
    schema.put("allOf", conditions);
    objectives(schema);
    classes(child(schema, "properties"));
    return schema;
  }

  /** A class may have the keys of a file. */
  private static void classes(Map<String, Object> properties) {
    Map<String, Object> element =
        choice(child(choice(child(properties, ClassReader.CLASSES), "array"), "items"), "object");
    Map<String, Object> own = child(element, "properties");
    properties.keySet().stream()
        .filter(key -> !ClassReader.OF_FILE.contains(key))
        .forEach(key -> own.putIfAbsent(key, Map.of("$ref", "#/properties/" + key)));
  }

  /** The schema of a driver's file without declared settings. */
  public static Map<String, Object> driver() {
    return DriverKeys.grammar().schema("Tidemark driver file", true);
  }

  /**
   * The schema of all drivers' files, with the settings by the class names that a file may have.
   */
  public static Map<String, Object> drivers(Map<List<String>, List<Setting>> settings) {
    Map<String, Object> schema = driver();
    schema.put(
        "allOf",
        settings.entrySet().stream().map(each -> ofClass(each.getKey(), each.getValue())).toList());
    return schema;
  }

  private static Map<String, Object> ofClass(List<String> names, List<Setting> settings) {
    Map<String, Object> file =
        ordered(
            "properties",
            Map.of(DriverKeys.DRIVER_CLASS, Map.of("enum", names)),
            "required",
            List.of(DriverKeys.DRIVER_CLASS));
    Map<String, Object> described = JsonSchema.of("", settings, false, Map.of());
    described.keySet().retainAll(List.of("properties", "required", "additionalProperties"));
    DriverKeys.grammar()
        .tree()
        .keys()
        .forEach(key -> child(described, "properties").put(key, true));
    return ordered("if", file, "then", described);
  }

  private static Map<String, Object> anyOf(String... keys) {
    return Map.of("anyOf", Stream.of(keys).map(key -> Map.of("required", List.of(key))).toList());
  }

  private static Map<String, Object> notBoth(String key, String other) {
    return Map.of("not", Map.of("required", List.of(key, other)));
  }

  private static Map<String, Object> pairOf(String one, String other) {
    return ordered(one, List.of(other), other, List.of(one));
  }

  /** The names that objectives may have, which single rules do not know. */
  private static void objectives(Map<String, Object> schema) {
    Map<String, Object> properties = child(schema, "properties");
    String objectives = "objectives";
    String ofClass = "^(classes\\.[A-Za-z0-9_-]{1,40}\\.)?";
    child(properties, objectives)
        .putAll(
            names(
                ofClass + MetricNames.pattern(false).substring(1), MetricNames.objectives(false)));
    Map<String, Object> phase =
        choice(child(choice(child(properties, "phases"), "array"), "items"), "object");
    // A duration, or the steps of a staircase with their length.
    String rateKey = "rate";
    Map<String, Object> rate = child(child(phase, "properties"), rateKey);
    choice(rate, "object").put("dependentRequired", pairOf("step", "every"));
    Object staircase = ordered("type", "object", "required", List.of("step"));
    Object steps = ordered("properties", Map.of(rateKey, staircase), "required", List.of(rateKey));
    phase.put(
        "oneOf",
        List.of(
            Map.of("required", List.of("duration")),
            Map.of("required", List.of("pause")),
            Map.of("required", List.of("repeat", "phases")),
            steps));
    child(child(phase, "properties"), objectives)
        .putAll(names(MetricNames.pattern(true), MetricNames.objectives(true)));
  }

  private static Map<String, Object> names(String pattern, List<String> usual) {
    Map<String, Object> suggestions = new LinkedHashMap<>();
    usual.forEach(key -> suggestions.put(key, true));
    return ordered("propertyNames", Map.of("pattern", pattern), "properties", suggestions);
  }

  /** The one of several forms that has this type. */
  @SuppressWarnings("unchecked")
  private static Map<String, Object> choice(Map<String, Object> property, String type) {
    return ((List<Map<String, Object>>) Objects.requireNonNull(property.get("anyOf")))
        .stream().filter(form -> type.equals(form.get("type"))).findFirst().orElseThrow();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> child(Map<String, Object> map, String key) {
    return (Map<String, Object>) Objects.requireNonNull(map.get(key), key);
  }
}
