package io.tidemark.model.result.file;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.model.part.Part;
import java.io.IOException;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads records from JSON files that users may have changed or cut: the one check of the stored
 * form. A value may be null only where its component is optional, {@code @Nullable}, or has a
 * default that its record puts in place of null.
 */
public final class StoredForm {
  private StoredForm() {}

  /**
   * A record of a file.
   *
   * @throws IOException if it has another form; the message has the path of the field
   */
  public static <T extends Record> T read(ObjectMapper mapper, JsonNode tree, Class<T> type)
      throws IOException {
    T value = value(mapper, tree, tree, type, "");
    if (value == null) {
      throw new IOException("the file contains null; allowed is an object");
    }
    requireNoHole(holeInRecord(value, ""), tree);
    return value;
  }

  /**
   * A part of {@code result.json}. Where it is absent, or null, it is that of a run without it.
   *
   * @throws IOException as {@link #read}
   */
  static <T> T part(ObjectNode root, Part<T> part) throws IOException {
    JsonNode stored = root.path(part.name());
    T none = part.none();
    if (none != null && (stored.isMissingNode() || stored.isNull())) {
      return none;
    }
    T value =
        stored.isMissingNode()
            ? null
            : value(ResultMapper.JSON, root, stored, part.type().getType(), part.name());
    requireNoHole(hole(part.type(), value, part.name()), root);
    return Objects.requireNonNull(value); // Or there was a hole.
  }

  private static <T> @Nullable T value(
      ObjectMapper mapper, JsonNode root, JsonNode tree, Type type, String name)
      throws IOException {
    try {
      return mapper.treeToValue(tree, mapper.constructType(type));
    } catch (JsonMappingException e) {
      if (!name.isEmpty()) {
        e.prependPath(root, name);
      }
      throw new IOException(problem(e, root, tree, type, name), e);
    }
  }

  private static void requireNoHole(Optional<String> hole, JsonNode tree) throws IOException {
    if (hole.isPresent()) {
      throw new IOException(missing(hole.get(), at(tree, hole.get()).isNull()));
    }
  }

  private static String missing(String path, boolean isNull) {
    return path
        + (isNull ? " is null" : " is missing")
        + ": the file was changed, or is not complete";
  }

  /**
   * By the path of {@link #holeInRecord}; names may contain no dots, which is only for the text.
   */
  private static JsonNode at(JsonNode tree, String path) {
    return path.isEmpty()
        ? tree
        : tree.at("/" + path.replace("[", ".").replace("]", "").replace('.', '/'));
  }

  private static Optional<String> holeInRecord(Record value, String prefix) {
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      if (!component.getAccessor().isAnnotationPresent(JsonIgnore.class)) {
        String path = prefix.isEmpty() ? nameOf(component) : prefix + "." + nameOf(component);
        Optional<String> hole = hole(component.getAnnotatedType(), valueOf(component, value), path);
        if (hole.isPresent()) {
          return hole;
        }
      }
    }
    return Optional.empty();
  }

  private static @Nullable Object valueOf(RecordComponent component, Record value) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("an accessor of a record fails: " + component, e);
    }
  }

  private static String nameOf(RecordComponent component) {
    JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
    return renamed == null || renamed.value().isEmpty() ? component.getName() : renamed.value();
  }

  /** The path of the first null that its type does not allow. */
  private static Optional<String> hole(AnnotatedType type, @Nullable Object value, String path) {
    if (value == null) {
      return mayBeNull(type) ? Optional.empty() : Optional.of(path);
    }
    if (value instanceof Record part) {
      return holeInRecord(part, path);
    }
    if (!(type instanceof AnnotatedParameterizedType)) {
      return Optional.empty(); // A part of the user's files, of any form.
    }
    if (value instanceof Optional<?> perhaps) {
      return perhaps.flatMap(part -> hole(argument(type, 0), part, path));
    }
    if (value instanceof List<?> list) {
      int index = 0;
      for (Object part : list) {
        Optional<String> hole = hole(argument(type, 0), part, path + "[" + index++ + "]");
        if (hole.isPresent()) {
          return hole;
        }
      }
    }
    if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> part : map.entrySet()) {
        Optional<String> hole =
            hole(argument(type, 1), part.getValue(), path + "." + part.getKey());
        if (hole.isPresent()) {
          return hole;
        }
      }
    }
    return Optional.empty();
  }

  private static boolean mayBeNull(AnnotatedType type) {
    return type.isAnnotationPresent(Nullable.class) || type.getType() == Object.class;
  }

  private static AnnotatedType argument(AnnotatedType type, int place) {
    return ((AnnotatedParameterizedType) type).getAnnotatedActualTypeArguments()[place];
  }

  private static String problem(
      JsonMappingException e, JsonNode root, JsonNode tree, Type type, String name) {
    String path = path(e.getPath());
    if (e.getCause() instanceof NullPointerException) {
      return nullIn(type, tree, name)
          .map(hole -> missing(hole, true))
          .orElseGet(
              () ->
                  "a field%s is missing: the file was changed, or is not complete"
                      .formatted(path.isEmpty() ? "" : " of " + path));
    }
    String where = path.isEmpty() ? "the file" : path;
    if (e.getCause() instanceof IllegalArgumentException wrong) {
      return where + ": " + firstLine(wrong.getMessage());
    }
    if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
      return "%s: got %s; allowed: %s"
          .formatted(where, found(at(root, path)), allowed(mismatch.getTargetType()));
    }
    return where + ": " + firstLine(e.getOriginalMessage());
  }

  private static String firstLine(@Nullable String message) {
    return String.valueOf(message).lines().findFirst().orElse("");
  }

  private static String path(List<JsonMappingException.Reference> references) {
    return references.stream()
        .map(
            each ->
                each.getFieldName() == null
                    ? "[" + each.getIndex() + "]"
                    : "." + each.getFieldName())
        .collect(Collectors.joining())
        .replaceFirst("^\\.", "");
  }

  /** The path of the first null in the file that its type does not allow. */
  private static Optional<String> nullIn(Type type, JsonNode node, String path) {
    if (node.isNull()) {
      return type == Object.class || raw(type) == Optional.class || raw(type).isPrimitive()
          ? Optional.empty()
          : Optional.of(path);
    }
    if (raw(type).isRecord()) {
      return Arrays.stream(raw(type).getRecordComponents())
          .filter(component -> !mayBeNull(component.getAnnotatedType()))
          .filter(component -> node.has(nameOf(component)))
          .map(
              component ->
                  nullIn(
                      component.getGenericType(),
                      node.get(nameOf(component)),
                      path.isEmpty() ? nameOf(component) : path + "." + nameOf(component)))
          .flatMap(Optional::stream)
          .findFirst();
    }
    if (type instanceof ParameterizedType generic) {
      Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      if (raw(type) == Optional.class) {
        return nullIn(last, node, path);
      }
      for (int i = 0; node.isArray() && i < node.size(); i++) {
        Optional<String> hole = nullIn(last, node.get(i), path + "[" + i + "]");
        if (hole.isPresent()) {
          return hole;
        }
      }
    }
    return Optional.empty();
  }

  private static Class<?> raw(Type type) {
    if (type instanceof ParameterizedType generic) {
      return raw(generic.getRawType());
    }
    return type instanceof Class<?> known ? known : Object.class;
  }

  private static String found(JsonNode node) {
    return switch (node.getNodeType()) {
      case ARRAY -> "a list";
      case OBJECT -> "an object";
      case NULL -> "null";
      case MISSING -> "nothing";
      default -> {
        String text = node.toString();
        yield text.length() > 100 ? text.substring(0, 100) + "..." : text;
      }
    };
  }

  private static String allowed(Class<?> type) {
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(String::valueOf)
          .collect(Collectors.joining(", "));
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "a list";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true, false";
    }
    if (type == String.class) {
      return "a text";
    }
    return type.isPrimitive() || Number.class.isAssignableFrom(type) ? "a number" : "an object";
  }
}
