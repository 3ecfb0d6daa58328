package io.tidemark.driver.settings;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** The value of a text as the type of a record component. */
final class FittedValue {
  private static final Map<Class<?>, Object> NONE =
      Map.of(
          int.class,
          0,
          long.class,
          0L,
          double.class,
          0.0,
          boolean.class,
          false,
          Duration.class,
          Duration.ZERO,
          String.class,
          "",
          Path.class,
          Path.of(""));

  private FittedValue() {}

  /** Empty if the setting does not allow the text, or the type cannot read it. */
  static Optional<Object> of(Setting setting, String text, Class<?> type) {
    Optional<Method> parser = KeyedComponent.parser(type);
    if (parser.isPresent()) {
      return setting.parse(text).isPresent() ? read(parser.get(), text.strip()) : Optional.empty();
    }
    return setting.parse(text).map(value -> fitted(value, text, type));
  }

  /** What a component has without a value and without a default. */
  static Object none(Class<?> type) {
    Object none = NONE.get(type);
    if (none == null && type.isEnum()) {
      return type.getEnumConstants()[0]; // A wrong word, which has been reported.
    }
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
      if (type == int.class || type == Integer.class) {
        return number.intValue();
      }
      if (type == long.class || type == Long.class) {
        return number.longValue();
      }
      if (type == double.class || type == Double.class) {
        return number.doubleValue();
      }
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
    return Setting.word(constant).equals(word)
        || constant.name().equalsIgnoreCase(word.replace('-', '_'));
  }
}
