package io.tidemark.model.grammar;

import io.tidemark.driver.settings.KeyReader;
import io.tidemark.driver.settings.KeyTree;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The JSON Schema (draft 2020-12) of a configuration file, from its rules: editors accept and
 * reject the same values as {@link KeyReader}. Conditions between keys are for the caller to add.
 */
public final class JsonSchema {
  private static final String PLACEHOLDER = "placeholder";

  private final boolean open;

  private JsonSchema(boolean open) {
    this.open = open;
  }

  /**
   * The schema as maps and lists, in a stable order; the caller may add to it.
   *
   * @param title what the file is
   * @param open whether the top may have keys that no rule names
   * @param deadKeys keys that only warn
   */
  public static Map<String, Object> of(
      String title, List<Setting> rules, boolean open, Map<String, String> deadKeys) {
    Map<String, Object> schema =
        ordered("$schema", "https://json-schema.org/draft/2020-12/schema", "title", title);
    schema.putAll(new JsonSchema(open).section(KeyTree.of(rules), open));
    addDead(schema, deadKeys);
    schema.put("$defs", Map.of(PLACEHOLDER, text("\\$\\{(env:|file:|brokers\\.)[^}]*\\}")));
    return schema;
  }

  /** A map of keys and values, in turn, that keeps their order: {@code Map.of} does not. */
  public static Map<String, Object> ordered(Object... keysAndValues) {
    Map<String, Object> ordered = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      ordered.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return ordered;
  }

  private static void addDead(Map<String, Object> schema, Map<String, String> deadKeys) {
    @SuppressWarnings("unchecked") // section() has made it
    var properties = (Map<String, Object>) Objects.requireNonNull(schema.get("properties"));
    deadKeys.keySet().stream()
        .sorted()
        .forEach(
            key -> {
              String description = "Has no effect: " + deadKeys.get(key);
              properties.put(key, ordered("description", description, "deprecated", true));
            });
  }

  private Map<String, Object> section(KeyTree rules, boolean others) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (String key : rules.keys()) {
      KeyTree child = rules.key(key).orElseThrow();
      properties.put(key, property(child));
      child
          .setting()
          .filter(rule -> rule.required() && rule.olderNames().isEmpty())
          .ifPresent(rule -> required.add(key));
      child.setting().ifPresent(rule -> addOlder(properties, rule));
    }
    Map<String, Object> schema = ordered("type", "object", "properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    schema.put("additionalProperties", others);
    return schema;
  }

  private static void addOlder(Map<String, Object> properties, Setting key) {
    for (Setting.OlderName older : key.olderNames()) {
      String description = "Deprecated: see " + key.name();
      properties.put(older.name(), ordered("description", description, "deprecated", true));
    }
  }

  private Map<String, Object> property(KeyTree rules) {
    Setting rule = rules.setting().orElse(null);
    if (rule == null) {
      return section(rules, false);
    }
    Map<String, Object> schema = ordered("description", rule.description().replace("`", ""));
    rule.defaultValue().ifPresent(value -> schema.put("default", YamlNode.YamlScalar.plain(value)));
    List<Map<String, Object>> choices = new ArrayList<>();
    if (!rule.allowedValues().isEmpty()) {
      choices.add(Map.of("enum", literals(rule)));
    }
    rule.types().forEach(form -> choices.addAll(choices(form, rule, rules)));
    choices.add(Map.of("$ref", "#/$defs/" + PLACEHOLDER));
    if (!rule.required()) {
      choices.add(Map.of("type", "null"));
    }
    schema.put("anyOf", choices);
    return schema;
  }

  /** Also without quotes, where an editor takes them for truth values. */
  private static List<Object> literals(Setting rule) {
    List<Object> allowed = new ArrayList<>(rule.allowedValues());
    Stream.of(true, false)
        .filter(value -> rule.allowedValues().contains(value.toString()))
        .forEach(allowed::add);
    return allowed;
  }

  private List<Map<String, Object>> choices(Type form, Setting rule, KeyTree rules) {
    return switch (form) {
      case STRING, NAME, COMMAND -> texts(rule);
      case INTEGER -> numbers("integer", "^[-+]?(0|[1-9][0-9_]*)$", rule);
      case NUMBER, PERCENT -> numbers("number", Quantities.PERCENT_PATTERN, rule);
      case RATE -> numbers("number", Quantities.RATE_PATTERN, rule);
      case BOOLEAN -> List.of(Map.of("type", "boolean"), Map.of("enum", List.of("true", "false")));
      case DURATION -> durations(rule);
      case DURATION_OR_MILLISECONDS ->
          List.of(text(Quantities.DURATION_PATTERN), ordered("type", "integer", "minimum", 0));
      case SIZE -> numbers("integer", Quantities.SIZE_PATTERN, rule);
      case PROPERTIES -> List.of(Map.of("type", List.of("string", "object")));
      case MAP -> List.of(Map.of("type", "object"));
      case SECTION -> List.of(section(rules, open && rules.keys().isEmpty()));
      case LIST -> List.of(list(rules));
      case ANY -> List.of(Map.of());
    };
  }

  /** Without quotes a text may look like a number, which has no pattern. */
  private static List<Map<String, Object>> texts(Setting rule) {
    List<Map<String, Object>> forms = new ArrayList<>();
    rule.form().ifPresent(form -> forms.add(text("^(?:" + form.pattern() + ")$")));
    List<String> others = List.of("number", "boolean");
    forms.add(Map.of("type", forms.isEmpty() ? List.of("string", "number", "boolean") : others));
    return forms;
  }

  private static List<Map<String, Object>> durations(Setting rule) {
    Map<String, Object> text = text(Quantities.DURATION_PATTERN);
    boolean zero = rule.least().map(least -> least <= 0).orElse(true);
    return zero ? List.of(text, Map.of("const", 0)) : List.of(text);
  }

  private static List<Map<String, Object>> numbers(String type, String pattern, Setting rule) {
    Map<String, Object> number = ordered("type", type);
    rule.least().ifPresent(least -> number.put("minimum", whole(least)));
    rule.greatest().ifPresent(most -> number.put("maximum", whole(most)));
    return List.of(number, text(pattern));
  }

  private static Map<String, Object> text(String pattern) {
    return ordered("type", "string", "pattern", pattern);
  }

  private Map<String, Object> list(KeyTree rules) {
    Map<String, Object> list = ordered("type", "array");
    rules.element().ifPresent(items -> list.put("items", property(items)));
    return list;
  }

  private static Number whole(double bound) {
    return bound == Math.rint(bound) ? (Number) (long) bound : (Number) bound;
  }
}
