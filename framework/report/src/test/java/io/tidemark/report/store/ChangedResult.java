package io.tidemark.report.store;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A result with other values in any places; what its records refuse stays as it is. */
final class ChangedResult {
  private static final String CHARACTERS = "aZ9 \"\\/'\n\t,:;#{}[]<>&\u00e4\u2028\u4e16\u0000";
  private static final double SHARE = 0.3;

  private final Random random;
  private int changes;

  ChangedResult(long seed) {
    random = new Random(seed);
  }

  /** How many values are others. */
  int changes() {
    return changes;
  }

  <T extends Record> T of(T record) {
    return record(record);
  }

  private Object changed(Object value) {
    if (value instanceof Record record) {
      return record(record);
    }
    if (value instanceof Optional<?> optional) {
      return optional.isPresent() && is(SHARE / 2) ? Optional.empty() : optional.map(this::changed);
    }
    if (value instanceof List<?> list) {
      return list(list);
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      map.forEach((key, each) -> copy.put(key, changed(each)));
      return copy;
    }
    return value != null && is(SHARE) ? scalar(value) : value;
  }

  private boolean is(double share) {
    return random.nextDouble() < share;
  }

  private List<Object> list(List<?> list) {
    List<Object> all = new ArrayList<>();
    for (Object each : list) {
      int copies = is(SHARE / 2) ? random.nextInt(3) : 1;
      for (int i = 0; i < copies; i++) {
        all.add(changed(each));
      }
    }
    return all;
  }

  private Object scalar(Object value) {
    changes++;
    if (value instanceof Long) {
      return Math.abs(random.nextLong() >> random.nextInt(63)) / 1_000_000 * 1_000;
    } else if (value instanceof Integer) {
      return random.nextInt(1_000_000) >> random.nextInt(20);
    } else if (value instanceof Double) {
      return random.nextInt(1 << 20) / 64.0; // Exact in each unit that files have.
    } else if (value instanceof Boolean) {
      return random.nextBoolean();
    } else if (value instanceof String) {
      return text();
    } else if (value instanceof Enum<?> constant) {
      Object[] all = constant.getDeclaringClass().getEnumConstants();
      return all[random.nextInt(all.length)];
    }
    changes--;
    return value;
  }

  private String text() {
    StringBuilder text = new StringBuilder("t");
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
    }
    return text.toString();
  }

  /** With the values of all components, or those of as many as its constructor accepts. */
  private <T extends Record> T record(T record) {
    RecordComponent[] components = record.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      values[i] = value(record, components[i]);
    }
    T result = record;
    for (int i = 0; i < components.length; i++) {
      boolean kept =
          components[i].getAccessor().isAnnotationPresent(JsonIgnore.class)
              || components[i].getName().equals("schemaVersion");
      Object before = values[i];
      values[i] = kept ? before : changed(before);
      Optional<T> made = made(record, components, values);
      values[i] = made.isPresent() ? values[i] : before;
      result = made.orElse(result);
    }
    return result;
  }

  private static Object value(Record record, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Record> Optional<T> made(
      T record, RecordComponent[] components, Object... values) {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = record.getClass().getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return Optional.of((T) constructor.newInstance(values));
    } catch (InvocationTargetException | IllegalArgumentException e) {
      return Optional.empty();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
