package io.tidemark.model.grammar;

import io.tidemark.driver.SettingValues;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A record with other values of some components. The components that stay are not named, so a key
 * that a record declares has no second place. Not thread-safe.
 */
public final class ChangedRecord<R extends Record> {
  private final Class<R> type;
  private final Map<String, Object> values = new LinkedHashMap<>();

  private ChangedRecord(Class<R> type, R record) {
    this.type = type;
    for (RecordComponent component : type.getRecordComponents()) {
      values.put(component.getName(), WrittenRecord.value(record, component));
    }
  }

  /** A change of a record. */
  @SuppressWarnings("unchecked") // The class of a record is final.
  public static <R extends Record> ChangedRecord<R> of(R record) {
    return new ChangedRecord<>((Class<R>) record.getClass(), record);
  }

  /** A change of what an empty file says: defaults, and otherwise nothing. */
  public static <R extends Record> ChangedRecord<R> ofDefaults(Class<R> type) {
    return new ChangedRecord<>(type, new SettingValues("", Map.of()).read(type));
  }

  /**
   * @param component name of the component, which is not always that of its key
   * @throws IllegalArgumentException if the record has no such component
   */
  public ChangedRecord<R> with(String component, Object value) {
    if (values.replace(component, value) == null) {
      throw new IllegalArgumentException(type + " has no component " + component);
    }
    return this;
  }

  /**
   * The record with the other values.
   *
   * @throws IllegalArgumentException if a value has not the type of its component
   */
  public R record() {
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      var canonical = type.getDeclaredConstructor(types);
      canonical.setAccessible(true);
      return canonical.newInstance(values.values().toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " cannot be created: " + e, e);
    }
  }
}
