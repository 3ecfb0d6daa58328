package io.tidemark.model.workload;

import io.tidemark.driver.Quantities;
import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One key of a workload file, declared once: its rule, and how its value is read and written.
 *
 * @param rule name, form, bounds, default and description
 * @param parse a text of the right form to a value; empty for a text of another form
 * @param plain a value to what a workload file has for it
 */
record WorkloadKey<T>(
    Setting rule, Function<String, Optional<T>> parse, Function<T, Object> plain) {
  static final double MAX_COUNT = 1_000_000;
  private static final double MAX_MESSAGE_BYTES = 1 << 30;

  /** A key whose value is a text, or has a structure that its reader knows. */
  static WorkloadKey<String> of(String path, String description, Type... forms) {
    return new WorkloadKey<>(Setting.rule(path, description, forms), Optional::of, text -> text);
  }

  static WorkloadKey<Boolean> flag(String path, String description) {
    return of(path, description, Optional::of, Type.BOOLEAN).as(Boolean::valueOf);
  }

  static WorkloadKey<Double> number(String path, String description) {
    return of(path, description, Type.NUMBER::number, Type.NUMBER);
  }

  static WorkloadKey<Double> share(String path, String description) {
    return number(path, description).atLeast(0).atMost(1);
  }

  /** Messages per second. */
  static WorkloadKey<Double> rate(String path, String description, Type... others) {
    return of(path, description, Type.RATE::number, with(Type.RATE, others)).atLeast(0);
  }

  static WorkloadKey<Long> integer(String path, String description) {
    return of(path, description, WorkloadKey::asInteger, Type.INTEGER);
  }

  /** From 0 to a million. */
  static WorkloadKey<Integer> count(String path, String description) {
    return integer(path, description)
        .as(number -> (int) Math.max(0, Math.min(MAX_COUNT, number)))
        .atLeast(0)
        .atMost(MAX_COUNT);
  }

  static WorkloadKey<Duration> duration(String path, String description, Type... others) {
    WorkloadKey<Duration> key =
        of(path, description, Quantities::duration, with(Type.DURATION, others));
    return new WorkloadKey<>(key.rule, key.parse, Quantities::text).atLeast(0);
  }

  private static Type[] with(Type form, Type... others) {
    return Stream.concat(Stream.of(form), Stream.of(others)).toArray(Type[]::new);
  }

  /** Bytes of a message. */
  static WorkloadKey<Integer> size(String path, String description) {
    return of(path, description, WorkloadKey::asSize, Type.SIZE)
        .atLeast(0)
        .atMost(MAX_MESSAGE_BYTES);
  }

  /** One of several constants, in lower case. */
  static <E extends Enum<E>> WorkloadKey<E> words(String path, String description, E[] constants) {
    return named(path, description, any -> any.name().toLowerCase(Locale.ROOT), constants);
  }

  /** One of several constants with their names in files. */
  static <E> WorkloadKey<E> named(
      String path, String description, Function<E, String> word, E[] constants) {
    List<String> words = Arrays.stream(constants).map(word).toList();
    return new WorkloadKey<>(
        Setting.ofWords(path, words, description),
        text -> Stream.of(constants).filter(any -> word.apply(any).equals(text)).findFirst(),
        word::apply);
  }

  static <T> WorkloadKey<T> of(
      String path, String description, Function<String, Optional<T>> parse, Type... forms) {
    return new WorkloadKey<>(Setting.rule(path, description, forms), parse, value -> value);
  }

  private <U> WorkloadKey<U> as(Function<T, U> conversion) {
    return new WorkloadKey<>(rule, text -> parse.apply(text).map(conversion), value -> value);
  }

  private WorkloadKey<T> with(Setting changed) {
    return new WorkloadKey<>(changed, parse, plain);
  }

  WorkloadKey<T> atLeast(double least) {
    return with(rule.atLeast(least));
  }

  WorkloadKey<T> atMost(double most) {
    return with(rule.atMost(most));
  }

  WorkloadKey<T> asRequired() {
    return with(rule.asRequired());
  }

  WorkloadKey<T> orWords(String... words) {
    return with(rule.orWords(words));
  }

  WorkloadKey<T> byDefault(T value) {
    return with(rule.withDefault(plain.apply(value)));
  }

  /** The same, as one of a group that keeps the order of the declarations. */
  WorkloadKey<T> in(List<Setting> group) {
    group.add(rule);
    return this;
  }

  /** The same for a list, with what each element must be. */
  WorkloadKey<T> in(List<Setting> group, String description, Type element) {
    group.add(rule);
    group.add(Setting.rule(rule.path() + "[]", description, element));
    return this;
  }

  /** Its name in the map that it is in. */
  String name() {
    return rule.path().substring(rule.path().lastIndexOf('.') + 1);
  }

  Optional<T> defaultValue() {
    return rule.defaultValue().flatMap(parse);
  }

  void put(Map<String, Object> map, T value) {
    map.put(name(), plain.apply(value));
  }

  private static Optional<Integer> asSize(String text) {
    return Quantities.bytes(text).filter(bytes -> bytes <= MAX_MESSAGE_BYTES).map(Long::intValue);
  }

  private static Optional<Long> asInteger(String text) {
    if (!YamlScalar.isInteger(text)) {
      return Optional.empty();
    }
    BigInteger number = new BigInteger(text.replace("_", "").replaceFirst("^\\+", ""));
    return Optional.of(
        number.bitLength() < Long.SIZE ? number.longValue() : number.signum() * Long.MAX_VALUE);
  }
}
