package io.tidemark.driver.settings;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes records of the sections of a file, whose keys their components declare. A wrong value is
 * noted as a problem, and its component has the default.
 */
record RecordReader(RawValues values) {

  /**
   * @param map the section of the file; a map or empty
   * @param prefix of the paths of its keys
   */
  <R extends Record> R read(Map<?, ?> map, Class<R> file, String prefix) {
    List<Class<?>> types = new ArrayList<>();
    List<Object> arguments = new ArrayList<>();
    for (RecordComponent component : file.getRecordComponents()) {
      types.add(component.getType());
      arguments.add(
          KeyedComponent.isInNoFile(component)
              ? Optional.empty()
              : KeyedComponent.isLevel(component)
                  ? read(map, component.getType().asSubclass(Record.class), prefix)
                  : value(map, KeyedComponent.of(component), prefix));
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

  private Object value(Map<?, ?> map, KeyedComponent keyed, String prefix) {
    Setting setting = keyed.setting(prefix);
    Object raw = RawValues.find(map, keyed.name(), setting.olderNames());
    if (setting.required() && raw == null) {
      values.problem(setting.path(), "is missing; allowed " + setting.allowed());
    }
    if (keyed.optional()) {
      return raw == null
          ? Optional.empty()
          : given(keyed, setting, raw).filter(any -> !any.toString().isEmpty());
    }
    return given(keyed, setting, raw).orElseGet(() -> usual(keyed, setting));
  }

  /** What the file says; empty if it says nothing or something wrong. */
  private Optional<Object> given(KeyedComponent keyed, Setting setting, @Nullable Object raw) {
    if (keyed.isSection()) {
      return Optional.of(section(keyed, setting, raw));
    }
    if (keyed.isList()) {
      return Optional.of(list(keyed, setting, raw));
    }
    if (keyed.type() == Map.class) {
      return Optional.of(
          setting.type() == Setting.Type.PROPERTIES
              ? values.properties(setting.path(), raw)
              : values.map(setting.path(), raw));
    }
    if (keyed.type() == List.class) {
      return Optional.of(List.of()); // For the reader of the file.
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

  private Object section(KeyedComponent keyed, Setting setting, @Nullable Object raw) {
    boolean shorthand = !keyed.key().shorthand().isEmpty() && raw != null && !(raw instanceof Map);
    Map<?, ?> map =
        shorthand
            ? Map.of(keyed.key().shorthand(), String.valueOf(raw))
            : values.map(setting.path(), raw);
    return read(map, keyed.type().asSubclass(Record.class), setting.path() + ".");
  }

  private List<?> list(KeyedComponent keyed, Setting setting, @Nullable Object raw) {
    List<?> items =
        raw instanceof List<?> several ? several : raw == null ? List.of() : List.of(raw);
    List<Object> list = new ArrayList<>();
    Class<?> type = keyed.elementType();
    Setting element = keyed.element(setting);
    for (int i = 0; i < items.size(); i++) {
      String path = setting.path() + "[" + i + "]";
      if (keyed.hasRecords()) {
        Map<?, ?> map = values.map(path, items.get(i));
        list.add(read(map, type.asSubclass(Record.class), path + "."));
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
