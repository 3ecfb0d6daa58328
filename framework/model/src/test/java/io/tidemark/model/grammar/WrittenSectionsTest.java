package io.tidemark.model.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.settings.Key;
import io.tidemark.model.driverfile.DriverKeys;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.WorkloadKeys;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each section of workload and driver files is written with the keys that it must have. */
class WrittenSectionsTest {
  private final Set<Class<?>> sections = new LinkedHashSet<>();
  private final List<String> zeros = new ArrayList<>();

  @Test
  void aRequiredNumberIsWrittenThoughItIs0() throws Exception {
    find(WorkloadKeys.class);
    find(DriverKeys.class);
    find(PayloadSpec.WeightedSize.class); // Of a key that has several forms.
    find(Phase.class);
    assertThat(sections).hasSizeGreaterThan(25);

    for (Class<?> section : sections) {
      for (RecordComponent component : section.getRecordComponents()) {
        Key key = component.getAnnotation(Key.class);
        if (key != null && key.required() && zero(component.getType()).isPresent()) {
          assertWritten(section, component, key);
        }
      }
    }
    assertThat(zeros).contains("WeightedSize.payloadBytes");
  }

  /** If 0 is allowed at all. */
  private void assertWritten(Class<?> section, RecordComponent component, Key key)
      throws Exception {
    Optional<Record> made = withZero(section, component);
    if (made.isPresent()) {
      zeros.add(section.getSimpleName() + "." + component.getName());
      assertThat(WrittenRecord.of(made.get()))
          .as(section + " with " + component)
          .containsKey(key.name().isEmpty() ? component.getName() : key.name());
    }
  }

  private void find(Type type) {
    if (type instanceof ParameterizedType generic) {
      Arrays.stream(generic.getActualTypeArguments()).forEach(this::find);
    } else if (type instanceof Class<?> section && section.isRecord() && sections.add(section)) {
      for (RecordComponent component : section.getRecordComponents()) {
        find(component.getGenericType());
      }
    }
  }

  private static Optional<Record> withZero(Class<?> section, RecordComponent zero)
      throws Exception {
    RecordComponent[] components = section.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    List<Object> values = new ArrayList<>();
    for (RecordComponent each : components) {
      values.add(each.equals(zero) ? zero(each.getType()).orElseThrow() : some(each.getType()));
    }
    var constructor = section.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    try {
      return Optional.of((Record) constructor.newInstance(values.toArray()));
    } catch (InvocationTargetException e) {
      return Optional.empty();
    }
  }

  private static Optional<Object> zero(Class<?> type) {
    return Optional.ofNullable(
        type == int.class
            ? (Object) 0
            : type == long.class
                ? (Object) 0L
                : type == double.class ? 0.0 : type == Duration.class ? Duration.ZERO : null);
  }

  private static Object some(Class<?> type) {
    if (type == Optional.class) {
      return Optional.empty();
    }
    if (type == List.class) {
      return List.of();
    }
    if (type == Map.class) {
      return Map.of();
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    }
    if (type == boolean.class) {
      return true;
    }
    if (type == Path.class) {
      return Path.of("x");
    }
    return zero(type).isEmpty()
        ? "x"
        : type == int.class
            ? (Object) 1
            : type == long.class ? (Object) 1L : type == double.class ? 1.0 : Duration.ofSeconds(1);
  }
}
