package io.tidemark.model.result.file;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tidemark.base.RandomCase;
import io.tidemark.model.result.Latencies;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Records with any values that their constructors allow. */
final class AnyRecord {
  private static final int ATTEMPTS = 200;
  private static final int MOST_ELEMENTS = 3;
  private static final List<String> TEXTS = List.of("", "a", "\"", "é\n", "日本", "null", "0:1");

  private final RandomCase any;

  AnyRecord(RandomCase any) {
    this.any = any;
  }

  /** Makes a record without type parameters. */
  <T extends Record> T of(Class<T> type) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<T> made = attempt(type);
      if (made.isPresent()) {
        return made.get();
      }
    }
    throw new AssertionError(type + " refused " + ATTEMPTS + " random values");
  }

  private <T extends Record> Optional<T> attempt(Class<T> type) {
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = Arrays.stream(components).map(this::value).toArray();
    try {
      Constructor<T> constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new));
      return Optional.of(constructor.newInstance(values));
    } catch (InvocationTargetException e) {
      return Optional.empty(); // The constructor refuses the values.
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** Nothing where files have nothing. */
  private @Nullable Object value(RecordComponent component) {
    if (!component.getAccessor().isAnnotationPresent(JsonIgnore.class)) {
      return value(component.getGenericType());
    }
    Class<?> type = component.getType();
    return type == Optional.class
        ? Optional.empty()
        : type == List.class ? List.of() : type == Map.class ? Map.of() : null;
  }

  /** Makes a value of a type without wildcards. */
  Object value(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      Class<?> raw = (Class<?>) generic.getRawType();
      if (raw == Optional.class) {
        return any.either() ? Optional.empty() : Optional.of(value(arguments[0]));
      }
      if (raw == List.class) {
        return any.listOf(0, MOST_ELEMENTS, () -> value(arguments[0]));
      }
      if (raw == Map.class) {
        Map<Object, Object> map = new TreeMap<>();
        any.listOf(0, MOST_ELEMENTS, () -> value(arguments[0]))
            .forEach(key -> map.put(key, value(arguments[1])));
        return map;
      }
      throw new AssertionError("no values of " + type);
    }
    return value((Class<?>) type);
  }

  private Object value(Class<?> type) {
    if (type == long.class || type == Long.class) {
      return any.between(0L, 1L << 50);
    }
    if (type == int.class || type == Integer.class) {
      return any.between(0, Integer.MAX_VALUE);
    }
    if (type == double.class || type == Double.class) {
      return any.between(0.0, 1e12);
    }
    if (type == boolean.class || type == Boolean.class) {
      return any.either();
    }
    if (type == String.class || type == Object.class) {
      return any.oneOf(TEXTS);
    }
    if (type.isEnum()) {
      return any.oneOf(List.of(type.getEnumConstants()));
    }
    if (type == Counters.class) {
      return Counters.of(counter -> any.between(0L, 1L << 40));
    }
    if (type == Latencies.class) {
      Map<Measure, LatencySummary> summaries = new EnumMap<>(Measure.class);
      any.listOf(0, MOST_ELEMENTS, () -> any.oneOf(List.of(Measure.values())))
          .forEach(measure -> summaries.put(measure, of(LatencySummary.class)));
      return Latencies.ofSummaries(summaries);
    }
    if (type.isRecord()) {
      return of(type.asSubclass(Record.class));
    }
    throw new AssertionError("no values of " + type);
  }
}
