package io.tidemark.driver;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The keys that the components of a record declare: as settings, and as values of a file. */
final class KeyedRecord {
  private KeyedRecord() {}

  static List<Setting> settings(Class<?> file) {
    List<Setting> settings = settings(file, "", List.of());
    Set<String> names = new HashSet<>();
    for (Setting setting : settings) {
      String section = setting.path().substring(0, setting.path().lastIndexOf('.') + 1);
      Stream<String> older = setting.olderNames().stream().map(each -> section + each.name());
      Stream.concat(Stream.of(setting.path()), older)
          .filter(name -> !names.add(name))
          .forEach(
              twice -> {
                throw new IllegalArgumentException(file + " declares " + twice + " twice");
              });
    }
    return settings;
  }

  /**
   * @param above records in which this one is: a list of records like itself has no end
   */
  private static List<Setting> settings(Class<?> file, String prefix, List<Class<?>> above) {
    List<Class<?>> path = new ArrayList<>(above);
    path.add(file);
    List<Setting> settings = new ArrayList<>();
    for (RecordComponent component : file.getRecordComponents()) {
      if (KeyedComponent.isLevel(component)) {
        settings.addAll(settings(component.getType(), prefix, above));
        continue;
      }
      KeyedComponent keyed = KeyedComponent.of(component);
      Setting setting = keyed.setting(prefix);
      settings.add(setting);
      if (keyed.isSection()) {
        settings.addAll(settings(keyed.type(), setting.path() + ".", path));
      } else if (keyed.hasRecords() && !path.contains(keyed.elementType())) {
        settings.add(keyed.element(setting));
        settings.addAll(settings(keyed.elementType(), setting.path() + "[].", path));
      } else if (keyed.isList() && !keyed.hasRecords()) {
        settings.add(keyed.element(setting));
      }
    }
    return List.copyOf(settings);
  }

  /**
   * @param map the section of the file; a map or empty
   * @param prefix of the paths of its keys
   */
  static <R extends Record> R read(
      SettingValues values, Map<?, ?> map, Class<R> file, String prefix) {
    List<Class<?>> types = new ArrayList<>();
    List<Object> arguments = new ArrayList<>();
    for (RecordComponent component : file.getRecordComponents()) {
      types.add(component.getType());
      arguments.add(
          KeyedComponent.isLevel(component)
              ? read(values, map, component.getType().asSubclass(Record.class), prefix)
              : value(values, map, KeyedComponent.of(component), prefix));
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

  private static Object value(
      SettingValues values, Map<?, ?> map, KeyedComponent keyed, String prefix) {
    Setting setting = keyed.setting(prefix);
    Object raw = SettingValues.raw(map, keyed.name(), setting.olderNames());
    values.problemIf(
        setting.required() && raw == null,
        setting.path(),
        "is missing; allowed " + setting.allowed());
    if (keyed.optional()) {
      return raw == null
          ? Optional.empty()
          : given(values, keyed, setting, raw).filter(any -> !any.toString().isEmpty());
    }
    return given(values, keyed, setting, raw).orElseGet(() -> usual(keyed, setting));
  }

  /** What the file says; empty if it says nothing or something wrong. */
  private static Optional<Object> given(
      SettingValues values, KeyedComponent keyed, Setting setting, @Nullable Object raw) {
    if (keyed.isSection()) {
      return Optional.of(section(values, keyed, setting, raw));
    }
    if (keyed.isList()) {
      return Optional.of(list(values, keyed, setting, raw));
    }
    if (keyed.type() == Map.class) {
      return Optional.of(
          setting.type() == Setting.Type.PROPERTIES
              ? values.properties(setting.path(), raw)
              : values.map(setting.path(), raw));
    }
    if (keyed.type() == Object.class) {
      return Optional.ofNullable(raw);
    }
    return values.text(setting, raw).flatMap(text -> FittedValue.of(setting, text, keyed.type()));
  }

  private static Object usual(KeyedComponent keyed, Setting setting) {
    return setting
        .defaultValue()
        .flatMap(text -> FittedValue.of(setting, text, keyed.type()))
        .orElseGet(() -> FittedValue.none(keyed.type()));
  }

  private static Object section(
      SettingValues values, KeyedComponent keyed, Setting setting, @Nullable Object raw) {
    boolean shorthand = !keyed.key().shorthand().isEmpty() && raw != null && !(raw instanceof Map);
    Map<?, ?> map =
        shorthand
            ? Map.of(keyed.key().shorthand(), String.valueOf(raw))
            : values.map(setting.path(), raw);
    return read(values, map, keyed.type().asSubclass(Record.class), setting.path() + ".");
  }

  private static List<?> list(
      SettingValues values, KeyedComponent keyed, Setting setting, @Nullable Object raw) {
    List<?> items =
        raw instanceof List<?> several ? several : raw == null ? List.of() : List.of(raw);
    List<Object> list = new ArrayList<>();
    Class<?> type = keyed.elementType();
    Setting element = keyed.element(setting);
    for (int i = 0; i < items.size(); i++) {
      String path = setting.path() + "[" + i + "]";
      if (keyed.hasRecords()) {
        Map<?, ?> map = values.map(path, items.get(i));
        list.add(read(values, map, type.asSubclass(Record.class), path + "."));
      } else if (type == Object.class) {
        list.add(items.get(i));
      } else {
        values
            .text(element.at(path), items.get(i))
            .flatMap(text -> FittedValue.of(element, text, type))
            .ifPresent(list::add);
      }
    }
    return List.copyOf(list);
  }
}
