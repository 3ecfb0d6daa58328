package io.tidemark.model.part;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A kind of part of a run's result: its name in {@code result.json}, the type of its values there,
 * and how those of several traffic classes become that of the whole run. A declaration is an
 * anonymous subclass, which keeps the type:
 *
 * <pre>{@code new Part<List<WorkerReport>>("workers", Written.ALWAYS, null, Part.all()) {}}</pre>
 */
public abstract class Part<T> {
  /** Whether {@code result.json} has it. */
  public enum Written {
    ALWAYS,
    IF_ANY,
    /** Never: it has a file of its own, or only a live run has it. */
    ELSEWHERE
  }

  private final String name;
  private final Written written;
  private final @Nullable T none;
  private final Function<Map<String, T>, @Nullable T> ofClasses;

  /** One that does not follow from those of classes. */
  protected Part(String name, Written written, @Nullable T none) {
    this(name, written, none, classes -> null);
  }

  /**
   * @param none of a run without it; null if every run has it
   * @param ofClasses the part of the whole run from those of its classes, by their names
   */
  protected Part(
      String name,
      Written written,
      @Nullable T none,
      Function<Map<String, T>, @Nullable T> ofClasses) {
    this.name = name;
    this.written = written;
    this.none = none;
    this.ofClasses = ofClasses;
  }

  /** Takes the value of the first class, if all classes have the same. */
  public static <T> Function<Map<String, T>, @Nullable T> first() {
    return classes -> classes.values().iterator().next();
  }

  /** The elements of all classes. */
  public static <T> Function<Map<String, List<T>>, @Nullable List<T>> all() {
    return classes -> classes.values().stream().flatMap(Collection::stream).toList();
  }

  public String name() {
    return name;
  }

  /** The type of its values, as it is declared. */
  public AnnotatedType type() {
    return ((AnnotatedParameterizedType) getClass().getAnnotatedSuperclass())
        .getAnnotatedActualTypeArguments()[0];
  }

  /** Returns the value of a run without this part; null if every run has it. */
  public @Nullable T none() {
    return none;
  }

  /** Whether {@code result.json} has this value. */
  public boolean writes(T value) {
    return written == Written.ALWAYS || (written == Written.IF_ANY && !value.equals(none));
  }

  /** The values of classes as one; null where it does not follow from them. */
  public @Nullable T ofClasses(Map<String, T> classes) {
    return ofClasses.apply(classes);
  }

  @Override
  public String toString() {
    return name;
  }
}
