package io.tidemark.model.part;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of one result. Immutable; lists are kept as {@link Series#keep} does. */
public final class Parts {
  public static final Parts NONE = new Parts(Map.of());

  private final Map<Part<?>, Object> values;

  private Parts(Map<Part<?>, Object> values) {
    this.values = values;
  }

  /** The parts with another value of one. */
  public <T> Parts with(Part<T> part, T value) {
    Map<Part<?>, Object> changed = new HashMap<>(values);
    changed.put(part, value instanceof List<?> list ? Series.keep(list) : value);
    return new Parts(changed);
  }

  /**
   * @throws IllegalStateException if every result has this part, and this one has not
   */
  public <T> T get(Part<T> part) {
    T value = find(part);
    if (value == null) {
      throw new IllegalStateException("a result without the part " + part);
    }
    return value;
  }

  @SuppressWarnings("unchecked") // with() has put a value of this type.
  private <T> @Nullable T find(Part<T> part) {
    Object value = values.get(part);
    return value == null ? part.none() : (T) value;
  }

  /** Returns the parts of a run with traffic classes that follow from the parts of its classes. */
  public static Parts ofClasses(List<Part<?>> kinds, Map<String, Parts> classes) {
    Parts parts = NONE;
    for (Part<?> kind : kinds) {
      parts = parts.withThatOf(classes, kind);
    }
    return parts;
  }

  private <T> Parts withThatOf(Map<String, Parts> classes, Part<T> kind) {
    Map<String, T> each = new LinkedHashMap<>();
    classes.forEach(
        (name, parts) -> {
          T value = parts.find(kind);
          if (value != null) {
            each.put(name, value);
          }
        });
    T all = each.isEmpty() ? null : kind.ofClasses(each);
    return all == null ? this : with(kind, all);
  }
}
