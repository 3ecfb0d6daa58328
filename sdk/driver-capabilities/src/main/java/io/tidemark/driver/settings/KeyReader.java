package io.tidemark.driver.settings;

import io.tidemark.driver.settings.Setting.Type;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file by its declared keys: checks it and takes its values, in one pass. It continues
 * after each problem, and a wrong value reads as absent.
 */
public record KeyReader(Report report) {

  private static final KeyTree TEXT =
      KeyTree.of(List.of(Setting.of("text", Type.STRING, "A property."))).key("text").orElseThrow();

  /**
   * A place in a file.
   *
   * @param in the section or list; null for the top of the file
   * @param step the key, or the number of the element
   */
  public record Place(@Nullable Place in, Object step) {
    /** {@code phases[0].rate.from}. */
    public String path() {
      String before = in == null ? "" : in.path();
      String key = before.isEmpty() ? step.toString() : before + "." + step;
      return step instanceof Integer ? before + "[" + step + "]" : key;
    }
  }

  /** What is done with problems. Messages name no secrets. */
  @FunctionalInterface
  public interface Report {
    /** A value is wrong by itself. */
    void wrongValue(Place value, String message);

    /** A key is missing, or is beside another one. */
    default void wrongKey(Place key, String message) {
      wrongValue(key, message);
    }

    /** A key has an older name. */
    default void older(Place key, String message) {}

    /** A key is not declared. */
    default void unknown(Place key, Set<String> known) {}

    /** Whether a text is filled in later, so that it is not checked. */
    default boolean isOpen(String text) {
      return false;
    }

    /** Whether a list of one may be written as its element. */
    default boolean takesSingleValues() {
      return true;
    }

    /** A value in a message. */
    default String shown(Place value, String text) {
      return text;
    }
  }

  /**
   * The values of a file by their names: of a section a map, of other values what {@link
   * RecordMaker} makes the record's of.
   *
   * @param file of maps, lists and scalars
   */
  public Map<String, Object> read(Map<?, ?> file, KeyTree keys) {
    return section(file, keys, null);
  }

  private Map<String, Object> section(Map<?, ?> map, KeyTree keys, @Nullable Place place) {
    Map<String, Object> values = new LinkedHashMap<>();
    Set<String> given = new HashSet<>();
    map.forEach(
        (key, raw) -> {
          String name = String.valueOf(key);
          Place at = new Place(place, name);
          Setting older = keys.ofOlderName(name).orElse(null);
          String now = older == null ? name : older.name();
          KeyTree below = keys.key(now).orElse(null);
          if (below == null) {
            report.unknown(at, keys.keys());
          } else if (older != null && map.get(now) != null) {
            report.wrongKey(
                at, "cannot be combined with " + now + ", of which it is the older name");
          } else {
            Object value = older == null ? raw : renamed(raw, name, older, at);
            given.add(value == null ? "" : now);
            value(value, below, at).ifPresent(read -> values.put(now, read));
          }
        });
    for (String name : keys.keys()) {
      KeyTree key = keys.key(name).orElseThrow();
      if (key.isRequired() && !given.contains(name)) {
        report.wrongKey(new Place(place, name), "the key is missing; allowed " + key.allowed());
      }
    }
    return values;
  }

  /** The value of an older name as the key itself would have it. */
  private @Nullable Object renamed(@Nullable Object raw, String name, Setting now, Place at) {
    if (raw == null || isTree(raw) || raw.toString().isEmpty()) {
      report.older(at, "is deprecated; write " + now.name());
      return raw;
    }
    String value = now.converted(name, raw.toString());
    report.older(at, "is deprecated; write " + now.name() + ": " + shown(at, now, value));
    return value;
  }

  private static boolean isTree(Object raw) {
    return raw instanceof Map || raw instanceof List;
  }

  /** Empty if it is absent or wrong. */
  private Optional<Object> value(@Nullable Object raw, KeyTree keys, Place at) {
    if (raw == null) {
      return Optional.empty();
    }
    boolean plain = !isTree(raw);
    Setting key = keys.setting().orElse(null);
    boolean open = plain && report.isOpen(raw.toString());
    if (!keys.fits(raw) && !(open && key != null && key.form().isEmpty())) {
      if (plain && keys.is(Type.LIST) && report.takesSingleValues()) {
        return value(List.of(raw), keys, at);
      }
      String got = plain ? shown(at, key, raw.toString()) : raw instanceof Map ? "a map" : "a list";
      List<String> words = plain && key != null ? key.allowedValues() : List.of();
      String meant = NearestName.suggestion(raw.toString(), words);
      report.wrongValue(at, "wrong value, got " + got + "; allowed " + keys.allowed() + meant);
      return Optional.empty();
    }
    if (keys.is(Type.PROPERTIES)) {
      return Optional.of(properties(raw, at));
    }
    if (raw instanceof Map<?, ?> map) {
      return Optional.of(keys.is(Type.SECTION) ? section(map, keys, at) : map);
    }
    boolean elements = keys.element().isPresent();
    return Optional.of(raw instanceof List<?> list && elements ? list(list, keys, at) : raw);
  }

  /** A wrong element of several keys is one without keys, so that the others keep their number. */
  private List<Object> list(List<?> raw, KeyTree keys, Place at) {
    KeyTree element = keys.element().orElseThrow();
    if (raw.isEmpty() && keys.isRequired()) {
      report.wrongValue(at, "an empty list; allowed at least one element");
    }
    List<Object> values = new ArrayList<>();
    for (Object each : raw) {
      Place place = new Place(at, values.size());
      if (each == null) {
        report.wrongValue(place, "an empty element of the list; allowed " + element.allowed());
      }
      values.add(value(each, element, place).orElse(Map.of()));
    }
    return values;
  }

  private String shown(Place at, @Nullable Setting key, String text) {
    return key != null && key.secret() ? "***" : report.shown(at, text);
  }

  private Map<String, String> properties(Object raw, Place at) {
    Map<String, String> properties = new LinkedHashMap<>();
    if (raw instanceof Map<?, ?> map) {
      map.forEach(
          (name, any) -> {
            Optional<Object> value = value(any, TEXT, new Place(at, name));
            properties.put(name.toString(), value.map(Object::toString).orElse(""));
          });
      return properties;
    }
    Properties parsed = new Properties();
    try {
      parsed.load(new StringReader(raw.toString()));
    } catch (IOException | IllegalArgumentException e) {
      report.wrongValue(at, "not properties text: " + e.getMessage());
    }
    parsed.stringPropertyNames().forEach(name -> properties.put(name, parsed.getProperty(name)));
    return properties;
  }
}
