package io.tidemark.driver;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys that the components of a record declare: as settings, and as values of a file. */
final class KeyedRecord {
  private KeyedRecord() {}

  static List<Setting> settings(Class<?> file, String prefix) {
    List<Setting> settings = new ArrayList<>();
    for (RecordComponent component : file.getRecordComponents()) {
      Class<?> type = valueType(component);
      if (isLevel(component)) {
        settings.addAll(settings(type, prefix));
        continue;
      }
      Setting setting = setting(component, prefix);
      settings.add(setting);
      if (setting.type() == Setting.Type.SECTION) {
        settings.addAll(settings(type, setting.path() + "."));
      } else if (setting.type() == Setting.Type.LIST) {
        settings.add(element(setting, component.getAnnotation(Key.class)));
      }
    }
    return List.copyOf(settings);
  }

  static <R extends Record> R read(SettingValues values, Class<R> file, String prefix) {
    List<Class<?>> types = new ArrayList<>();
    List<Object> arguments = new ArrayList<>();
    for (RecordComponent component : file.getRecordComponents()) {
      types.add(component.getType());
      arguments.add(
          isLevel(component)
              ? read(values, valueType(component).asSubclass(Record.class), prefix)
              : value(values, component, setting(component, prefix)));
    }
    try {
      Constructor<R> canonical = file.getDeclaredConstructor(types.toArray(Class<?>[]::new));
      canonical.setAccessible(true);
      return canonical.newInstance(arguments.toArray());
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(file + " cannot be created: " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(file + " cannot be created: " + e, e);
    }
  }

  private static Object value(SettingValues values, RecordComponent component, Setting setting) {
    Class<?> type = valueType(component);
    boolean optional = component.getType() == Optional.class;
    values.problemIf(
        setting.required() && !values.has(setting.path()),
        setting.path(),
        "is missing; allowed " + setting.allowed());
    if (optional && !values.has(setting.path())) {
      return Optional.empty();
    }
    Object value =
        switch (setting.type()) {
          case SECTION -> {
            values.map(setting.path());
            yield read(values, type.asSubclass(Record.class), setting.path() + ".");
          }
          case LIST -> values.texts(setting.path());
          case MAP -> values.map(setting.path());
          case PROPERTIES -> values.properties(setting.path());
          default -> fitted(values.value(setting), type);
        };
    return optional ? Optional.of(value).filter(each -> !each.toString().isEmpty()) : value;
  }

  private static Object fitted(Object value, Class<?> type) {
    if (type == int.class || type == Integer.class) {
      return ((Long) value).intValue();
    }
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .filter(
              each -> Setting.word(((Enum<?>) each).name()).equals(Setting.word((String) value)))
          .findFirst()
          .orElseThrow();
    }
    return type == Path.class ? Path.of((String) value) : value;
  }

  private static boolean isLevel(RecordComponent component) {
    boolean level = component.getAnnotation(Key.class) == null;
    if (level && !component.getType().isRecord()) {
      throw new IllegalArgumentException(component + " has no @Key and is no record");
    }
    return level;
  }

  private static Setting setting(RecordComponent component, String prefix) {
    Key key = component.getAnnotation(Key.class);
    Class<?> type = valueType(component);
    String[] range = key.range().split("\\.\\.", -1);
    boolean whole = List.of(int.class, Integer.class).contains(type);
    Setting setting =
        new Setting(
            prefix + (key.name().isEmpty() ? component.getName() : key.name()),
            typeOf(component, key),
            key.required(),
            given(type == boolean.class && key.orElse().isEmpty() ? "false" : key.orElse()),
            given(range[0]).or(() -> whole ? given("" + Integer.MIN_VALUE) : Optional.empty()),
            given(range[range.length - 1])
                .or(() -> whole ? given("" + Integer.MAX_VALUE) : Optional.empty()),
            key.allowed().length == 0 && type.isEnum() ? words(type) : List.of(key.allowed()),
            key.secret() && component.getType() != List.class,
            key.value());
    if (setting.defaultValue().filter(text -> setting.parse(text).isEmpty()).isPresent()) {
      throw new IllegalArgumentException(setting + " does not allow its default");
    }
    return setting;
  }

  private static Setting element(Setting list, Key key) {
    Setting element =
        Setting.of(
            list.path() + "[]",
            Setting.Type.STRING,
            key.each().isEmpty() ? "One of them." : key.each());
    return key.secret() ? element.asSecret() : element;
  }

  private static Optional<String> given(String text) {
    return Optional.of(text).filter(each -> !each.isEmpty());
  }

  private static List<String> words(Class<?> choice) {
    return Arrays.stream(choice.getEnumConstants())
        .map(each -> Setting.word(((Enum<?>) each).name()))
        .toList();
  }

  private static Setting.Type typeOf(RecordComponent component, Key key) {
    Class<?> type = valueType(component);
    if (type == Duration.class) {
      return key.milliseconds() ? Setting.Type.DURATION_OR_MILLISECONDS : Setting.Type.DURATION;
    }
    if (List.of(int.class, long.class, Integer.class, Long.class).contains(type)) {
      return key.size() ? Setting.Type.SIZE : Setting.Type.INTEGER;
    }
    if (type == Map.class) {
      Type[] entry = ((ParameterizedType) component.getGenericType()).getActualTypeArguments();
      return entry[1] == String.class ? Setting.Type.PROPERTIES : Setting.Type.MAP;
    }
    if (type == String.class || type == Path.class || type.isEnum()) {
      return Setting.Type.STRING;
    }
    if (type == double.class) {
      return key.rate() ? Setting.Type.RATE : Setting.Type.NUMBER;
    }
    if (type == boolean.class) {
      return Setting.Type.BOOLEAN;
    }
    if (type == List.class || type.isRecord()) {
      return type == List.class ? Setting.Type.LIST : Setting.Type.SECTION;
    }
    throw new IllegalArgumentException(component + " has a type that no key can have");
  }

  /** What an Optional is of. */
  private static Class<?> valueType(RecordComponent component) {
    return component.getType() == Optional.class
        ? (Class<?>) ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0]
        : component.getType();
  }
}
