package io.tidemark.model.grammar;

import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.driver.settings.Setting;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A record with declared keys as the maps, lists and scalars of a file that gives it again. */
public final class WrittenRecord {

  /** A value that writes itself, as a map, text, number or boolean. */
  public interface Written {
    Object written();
  }

  /** A section that may be left out. */
  public interface MayBeAbsent {
    boolean isAbsent();
  }

  private WrittenRecord() {}

  /**
   * Without absent values: empty ones, and those that are 0 or false without a default, which need
   * not be there.
   */
  public static Map<String, Object> of(Record file) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (RecordComponent component : file.getClass().getRecordComponents()) {
      Object value = value(file, component);
      Key key = component.getAnnotation(Key.class);
      if (key == null && value instanceof Optional<?>) {
        continue; // It is in no file.
      }
      if (key == null) {
        map.putAll(of((Record) value));
      } else if (!isAbsent(value, key)) {
        map.put(key.name().isEmpty() ? component.getName() : key.name(), written(value, key));
      }
    }
    return map;
  }

  static Object value(Record file, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(file);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(component + " cannot be read", e);
    }
  }

  private static boolean isAbsent(Object value, Key key) {
    boolean zero =
        value instanceof Number number && number.doubleValue() == 0
            || Boolean.FALSE.equals(value)
            || Duration.ZERO.equals(value);
    return value instanceof Optional<?> optional && optional.isEmpty()
        || value instanceof MayBeAbsent section && section.isAbsent()
        || value instanceof List<?> list && list.isEmpty()
        || value instanceof Map<?, ?> map && map.isEmpty()
        || "".equals(value)
        || zero && key.orElse().isEmpty() && !key.required();
  }

  private static Object written(Object value, Key key) {
    if (value instanceof Optional<?> optional) {
      return written(optional.orElseThrow(), key);
    }
    if (value instanceof Written own) {
      return own.written();
    }
    if (value instanceof Enum<?> constant) {
      return key.capitals() ? constant.name() : Setting.word(constant);
    }
    if (value instanceof Duration time) {
      return Quantities.text(time);
    }
    if (value instanceof List<?> list) {
      List<Object> items = new ArrayList<>();
      list.forEach(item -> items.add(written(item, key)));
      return key.single() && items.size() == 1 ? items.get(0) : items;
    }
    if (value instanceof Record section) {
      Map<String, Object> map = of(section);
      boolean shorthand =
          !key.shorthand().isEmpty() && map.keySet().equals(Set.of(key.shorthand()));
      return shorthand ? map.values().iterator().next() : map;
    }
    return value instanceof Path path ? path.toString() : value;
  }
}
