package io.tidemark.driver.settings;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A record component that declares a key.
 *
 * @param component of the record
 * @param key its declaration
 * @param type of its value, without {@code Optional}
 */
record KeyedComponent(RecordComponent component, Key key, Class<?> type) {
  private static final List<Class<?>> WHOLE =
      List.of(int.class, long.class, Integer.class, Long.class);

  static KeyedComponent of(RecordComponent component) {
    Key key = component.getAnnotation(Key.class);
    Class<?> type =
        isOptional(component) ? raw(argument(component.getGenericType(), 0)) : component.getType();
    return new KeyedComponent(component, key, type);
  }

  /** Whether a component is in no file: it is empty when the file has been read. */
  static boolean isInNoFile(RecordComponent component) {
    return component.getAnnotation(Key.class) == null && isOptional(component);
  }

  /** Whether a component is a record whose keys are beside those of its neighbours. */
  static boolean isLevel(RecordComponent component) {
    boolean level = component.getAnnotation(Key.class) == null && !isOptional(component);
    if (level && !component.getType().isRecord()) {
      throw new IllegalArgumentException(component + " has no @Key and is no record");
    }
    return level;
  }

  private static boolean isOptional(RecordComponent component) {
    return component.getType() == Optional.class;
  }

  boolean optional() {
    return isOptional(component);
  }

  String name() {
    return key.name().isEmpty() ? component.getName() : key.name();
  }

  boolean isList() {
    return type == List.class && Stream.of(key.types()).noneMatch(Setting.Type::isTree);
  }

  boolean isSection() {
    return type.isRecord() && parser(type).isEmpty();
  }

  /** The type of an element of the list. */
  Class<?> elementType() {
    if (key.element() != void.class) {
      return key.element();
    }
    Type list = component.getGenericType();
    return raw(argument(optional() ? argument(list, 0) : list, 0));
  }

  /** Whether the list, or its annotation, has a record for its elements. */
  boolean hasRecords() {
    return key.element() != void.class
        || isList() && elementType().isRecord() && parser(elementType()).isEmpty();
  }

  private static Type argument(Type type, int number) {
    return ((ParameterizedType) type).getActualTypeArguments()[number];
  }

  private static Class<?> raw(Type type) {
    return (Class<?>) (type instanceof ParameterizedType some ? some.getRawType() : type);
  }

  /** The method with which a type reads itself from a text. */
  static Optional<Method> parser(Class<?> type) {
    return Stream.of(type.getDeclaredMethods())
        .filter(each -> !type.isEnum() && each.getName().equals("parse"))
        .filter(each -> List.of(each.getParameterTypes()).equals(List.of(String.class)))
        .filter(each -> each.getReturnType() == Optional.class)
        .findFirst();
  }

  /** The declared key. */
  Setting setting(String prefix) {
    Setting setting = isSection() && !key.shorthand().isEmpty() ? section(prefix) : own(prefix);
    setting
        .defaultValue()
        .filter(text -> setting.parse(text).isEmpty())
        .ifPresent(
            text -> {
              throw new IllegalArgumentException(setting + " does not allow its default");
            });
    return setting;
  }

  private Setting own(String prefix) {
    boolean one = !isList() || key.single();
    List<Setting.Type> types =
        new ArrayList<>(one ? types(isList() ? elementType() : type) : List.of());
    types.addAll(isList() ? List.of(Setting.Type.LIST) : List.of());
    return setting(prefix + name(), types, one, key.secret() && !isList(), key.value());
  }

  /** The setting of each element of the list. */
  Setting element(Setting list) {
    boolean section = hasRecords();
    Class<?> each = elementType();
    return setting(
        list.path() + "[]",
        section ? List.of(Setting.Type.SECTION) : types(each),
        !section,
        key.secret(),
        key.each().isEmpty() ? "One of them." : key.each());
  }

  /** A section that a plain value may stand for. */
  private Setting section(String prefix) {
    KeyedComponent meant =
        Stream.of(type.getRecordComponents())
            .filter(each -> each.isAnnotationPresent(Key.class))
            .map(KeyedComponent::of)
            .filter(each -> each.name().equals(key.shorthand()))
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException(component + " has no key " + key.shorthand()));
    Setting alone = meant.setting(prefix);
    return new Setting(
        prefix + name(),
        Stream.concat(alone.types().stream(), Stream.of(Setting.Type.SECTION)).toList(),
        alone.allowedValues(),
        key.required(),
        given(key.orElse()),
        alone.minimum(),
        alone.maximum(),
        key.secret(),
        key.value(),
        olderNames(),
        alone.form(),
        Optional.of(key.shorthand()));
  }

  /**
   * @param bounded whether bounds, words and a default are those of the declaration
   */
  private Setting setting(
      String path, List<Setting.Type> types, boolean bounded, boolean secret, String description) {
    if (description.isBlank()) {
      throw new IllegalArgumentException(path + " has no description");
    }
    Class<?> value = isList() ? elementType() : type;
    String[] range = key.range().split("\\.\\.", -1);
    boolean element = path.endsWith("[]");
    boolean whole = List.of(int.class, Integer.class).contains(value);
    String last = range[range.length - 1];
    String least = whole && range[0].isEmpty() ? "" + Integer.MIN_VALUE : range[0];
    String most = whole && last.isEmpty() ? "" + Integer.MAX_VALUE : last;
    return new Setting(
        path,
        types,
        bounded ? words(value) : List.of(),
        key.required() && !element,
        bounded && !element ? byDefault() : none(),
        bounded ? given(least) : none(),
        bounded ? given(most) : none(),
        secret,
        description,
        element ? List.of() : olderNames(),
        bounded ? form() : Optional.empty(),
        none());
  }

  private Optional<Setting.Form> form() {
    return given(key.pattern()).map(pattern -> new Setting.Form(pattern, key.form()));
  }

  private Optional<String> byDefault() {
    return type == boolean.class && key.orElse().isEmpty() && key.types().length == 0
        ? Optional.of("false")
        : given(key.orElse());
  }

  private List<Setting.OlderName> olderNames() {
    return Stream.of(key.olderNames()).map(Setting.OlderName::parse).toList();
  }

  private static Optional<String> none() {
    return Optional.empty();
  }

  private static Optional<String> given(String text) {
    return Optional.of(text).filter(each -> !each.isEmpty());
  }

  private List<String> words(Class<?> value) {
    Stream<String> own =
        key.allowed().length == 0 && value.isEnum()
            ? Arrays.stream(value.getEnumConstants()).map(each -> word((Enum<?>) each))
            : Arrays.stream(key.allowed());
    return Stream.concat(own, Arrays.stream(key.words())).toList();
  }

  private String word(Enum<?> constant) {
    return key.capitals() ? constant.name() : Setting.word(constant);
  }

  private List<Setting.Type> types(Class<?> value) {
    if (key.types().length > 0) {
      return List.of(key.types());
    }
    return value.isEnum() || key.allowed().length > 0 ? List.of() : List.of(typeOf(value));
  }

  private Setting.Type typeOf(Class<?> value) {
    if (value == Duration.class) {
      return key.milliseconds() ? Setting.Type.DURATION_OR_MILLISECONDS : Setting.Type.DURATION;
    }
    if (WHOLE.contains(value)) {
      return key.size() ? Setting.Type.SIZE : Setting.Type.INTEGER;
    }
    if (value == Map.class) {
      Type entries = component.getGenericType();
      boolean texts = argument(optional() ? argument(entries, 0) : entries, 1) == String.class;
      return texts ? Setting.Type.PROPERTIES : Setting.Type.MAP;
    }
    if (value == String.class || value == Path.class || parser(value).isPresent()) {
      return Setting.Type.STRING;
    }
    if (value == double.class || value == Double.class) {
      return key.rate() ? Setting.Type.RATE : Setting.Type.NUMBER;
    }
    if (value == boolean.class || value == Boolean.class) {
      return Setting.Type.BOOLEAN;
    }
    if (value.isRecord()) {
      return Setting.Type.SECTION;
    }
    throw new IllegalArgumentException(component + " has a type that no key can have");
  }
}
