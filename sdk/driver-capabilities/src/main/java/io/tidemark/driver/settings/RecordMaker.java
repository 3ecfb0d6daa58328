package io.tidemark.driver.settings;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes records of the values that {@link KeyReader} has read, and of defaults. */
public final class RecordMaker {
  private static final Map<Class<?>, Object> NONE =
      Map.of(Duration.class, Duration.ZERO, String.class, "", Path.class, Path.of(""));

  private RecordMaker() {}

  /**
   * @param values of the keys that the components declare; a key that is missing has its default
   */
  public static <R extends Record> R make(Map<?, ?> values, Class<R> file) {
    List<Class<?>> types = new ArrayList<>();
    List<Object> arguments = new ArrayList<>();
    for (RecordComponent component : file.getRecordComponents()) {
      types.add(component.getType());
      arguments.add(
          KeyedComponent.isInNoFile(component)
              ? Optional.empty()
              : KeyedComponent.isLevel(component)
                  ? make(values, component.getType().asSubclass(Record.class))
                  : value(values, KeyedComponent.of(component)));
    }
    try {
      Constructor<R> canonical = file.getDeclaredConstructor(types.toArray(Class<?>[]::new));
      canonical.setAccessible(true);
      return canonical.newInstance(arguments.toArray());
    } catch (ReflectiveOperationException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalStateException(file + " cannot be created: " + cause, cause);
    }
  }

  private static Object value(Map<?, ?> values, KeyedComponent keyed) {
    Object value = find(values, keyed.name());
    Setting setting = keyed.setting("");
    if (keyed.optional()) {
      return value == null
          ? Optional.empty()
          : given(keyed, setting, value).filter(any -> !any.toString().isEmpty());
    }
    return given(keyed, setting, value)
        .or(() -> setting.defaultValue().flatMap(text -> fitted(setting, text, keyed.type())))
        .orElseGet(() -> none(keyed.type()));
  }

  /** Empty if it is missing, or it is a placeholder. */
  private static Optional<Object> given(
      KeyedComponent keyed, Setting setting, @Nullable Object value) {
    if (keyed.isSection()) {
      return Optional.of(section(keyed.type(), value, keyed.key().shorthand()));
    }
    if (keyed.isList()) {
      return Optional.of(list(keyed, setting, value));
    }
    if (keyed.type() == Map.class) {
      return Optional.of(value instanceof Map<?, ?> map ? new LinkedHashMap<>(map) : Map.of());
    }
    if (keyed.type() == List.class) {
      return Optional.of(List.of()); // For the reader of the file.
    }
    return keyed.type() == Object.class
        ? Optional.ofNullable(value)
        : Optional.ofNullable(value).flatMap(any -> fitted(setting, any.toString(), keyed.type()));
  }

  /**
   * @param shorthand the key for which a plain value stands
   */
  private static Record section(Class<?> type, @Nullable Object value, String shorthand) {
    Map<?, ?> values =
        value instanceof Map<?, ?> map
            ? map
            : value == null || shorthand.isEmpty() ? Map.of() : Map.of(shorthand, value);
    return make(values, type.asSubclass(Record.class));
  }

  private static List<?> list(KeyedComponent keyed, Setting setting, @Nullable Object value) {
    List<?> items =
        value instanceof List<?> several ? several : value == null ? List.of() : List.of(value);
    Class<?> type = keyed.elementType();
    Setting element = keyed.element(setting);
    List<Object> list = new ArrayList<>();
    for (Object item : items) {
      if (keyed.hasRecords()) {
        list.add(section(type, item, ""));
      } else if (!(item instanceof Map)) { // Which stands for a wrong one.
        fitted(element, item.toString(), type).ifPresent(list::add);
      }
    }
    return List.copyOf(list);
  }

  /** The value of a key, or of a path of keys. */
  static @Nullable Object find(Map<?, ?> values, String path) {
    Object value = values;
    for (String key : path.split("\\.")) {
      value = value instanceof Map<?, ?> map ? map.get(key) : null;
    }
    return value;
  }

  /** Empty if the setting does not allow the text, or the type cannot read it. */
  private static Optional<Object> fitted(Setting setting, String text, Class<?> type) {
    Optional<Method> parser = KeyedComponent.parser(type);
    if (parser.isPresent()) {
      return setting.parse(text).isPresent() ? read(parser.get(), text.strip()) : Optional.empty();
    }
    return setting.parse(text).map(value -> fitted(value, text, type));
  }

  /** What a component has without a value and without a default. */
  private static Object none(Class<?> type) {
    if (type.isPrimitive()) {
      return Array.get(Array.newInstance(type, 1), 0);
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[0]; // A wrong word, which has been reported.
    }
    Object none = NONE.get(type);
    if (none == null) {
      throw new IllegalArgumentException(type + " needs a default, or an Optional");
    }
    return none;
  }

  private static Optional<Object> read(Method parser, String text) {
    try {
      parser.setAccessible(true);
      return ((Optional<?>) parser.invoke(null, text)).map(value -> value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(parser + " cannot read " + text, e);
    }
  }

  private static Object fitted(Object value, String text, Class<?> type) {
    if (value instanceof Number number) {
      return switch (type.getSimpleName()) {
        case "int", "Integer" -> number.intValue();
        case "long", "Long" -> number.longValue();
        case "double", "Double" -> number.doubleValue();
        default -> type == String.class ? text : value;
      };
    }
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .filter(each -> isNamed((Enum<?>) each, (String) value))
          .findFirst()
          .orElseThrow();
    }
    if (type == String.class) {
      return value instanceof String ? value : text;
    }
    return type == Path.class ? Path.of((String) value) : value;
  }

  private static boolean isNamed(Enum<?> constant, String word) {
    return Setting.word(constant).equals(word) || constant.name().equals(word);
  }
}
