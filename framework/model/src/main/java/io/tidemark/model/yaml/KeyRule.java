package io.tidemark.model.yaml;

import io.tidemark.driver.Quantities;
import io.tidemark.driver.Setting;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One key of a configuration file. Checking, JSON Schema and reference pages are made from it.
 *
 * @param path where: {@code topics}, {@code payload.entropy}, {@code phases[]} for the elements of
 *     a list, {@code phases[].name} for a key of each element
 * @param forms what its value may be; empty when only the literals are allowed
 * @param literals words that are allowed beside (or without) the forms
 * @param required whether it must be there (where the section it is in is there)
 * @param defaultValue what holds without it, as text; empty for nothing
 * @param minimum of a number, a size in bytes or a time span in nanoseconds
 * @param maximum of the same
 * @param secret whether its value must be masked wherever it appears
 * @param description one or two sentences
 */
public record KeyRule(
    String path,
    List<Form> forms,
    List<String> literals,
    boolean required,
    Optional<String> defaultValue,
    Optional<Double> minimum,
    Optional<Double> maximum,
    boolean secret,
    String description) {
  private static final double UNLIMITED = 1e18;

  public KeyRule {
    forms = List.copyOf(forms);
    literals = List.copyOf(literals);
    if (forms.isEmpty() && literals.isEmpty()) {
      throw new IllegalArgumentException(path + " allows nothing");
    }
  }

  /** An optional key without a default. */
  public static KeyRule of(String path, String description, Form... forms) {
    return of(path, description, List.of(forms), List.of());
  }

  /** An optional key that allows certain words only. */
  public static KeyRule words(String path, String description, List<String> words) {
    return of(path, description, List.of(), words);
  }

  /** A key that a driver describes. */
  public static KeyRule of(Setting setting) {
    Form form = Form.valueOf(setting.type().name());
    List<String> words = setting.allowedValues();
    return new KeyRule(
        setting.path(),
        words.isEmpty() ? List.of(form) : List.of(),
        words,
        setting.required(),
        setting.defaultValue(),
        setting.minimum().flatMap(least -> form.value(least)),
        setting.maximum().flatMap(most -> form.value(most)),
        setting.secret(),
        setting.description());
  }

  private static KeyRule of(String path, String description, List<Form> forms, List<String> words) {
    Optional<Double> unlimited = Optional.empty();
    return new KeyRule(
        path, forms, words, false, Optional.empty(), unlimited, unlimited, false, description);
  }

  /** The same for another place. */
  public KeyRule at(String otherPath) {
    return new KeyRule(
        otherPath, forms, literals, required, defaultValue, minimum, maximum, secret, description);
  }

  public KeyRule asRequired() {
    return new KeyRule(
        path, forms, literals, true, defaultValue, minimum, maximum, secret, description);
  }

  public KeyRule withDefault(Object value) {
    Optional<String> text = Optional.of(String.valueOf(value));
    return new KeyRule(
        path, forms, literals, required, text, minimum, maximum, secret, description);
  }

  public KeyRule atLeast(double least) {
    Optional<Double> bound = Optional.of(least);
    return new KeyRule(
        path, forms, literals, required, defaultValue, bound, maximum, secret, description);
  }

  public KeyRule atMost(double most) {
    Optional<Double> bound = Optional.of(most);
    return new KeyRule(
        path, forms, literals, required, defaultValue, minimum, bound, secret, description);
  }

  /** These words, too. */
  public KeyRule orWords(String... words) {
    return new KeyRule(
        path, forms, List.of(words), required, defaultValue, minimum, maximum, secret, description);
  }

  /** Whether it has one of the forms and lies in the range, or is one of the words. */
  public boolean allows(YamlNode node) {
    Optional<String> text = node.asText();
    return text.filter(literals::contains).isPresent()
        || forms.stream()
            .filter(form -> form.matches(node))
            .anyMatch(form -> text.flatMap(form::value).map(this::isInRange).orElse(true));
  }

  private boolean isInRange(double value) {
    return minimum.map(least -> value >= least).orElse(true)
        && maximum.map(most -> value <= most).orElse(true);
  }

  /** What a value may be, for messages and reference pages. */
  public String allowed() {
    return Stream.concat(forms.stream().map(this::allowed), literals.stream())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private String allowed(Form form) {
    return switch (form) {
      case INTEGER, NUMBER, PERCENT, RATE, DURATION, SIZE -> form.description() + range(form);
      default -> form.description();
    };
  }

  /** Without the bound 0: sizes and time spans are never negative. */
  private String range(Form form) {
    boolean signed = form != Form.SIZE && form != Form.DURATION;
    String from =
        minimum
            .filter(least -> (signed || least > 0) && least > -UNLIMITED)
            .map(least -> " from " + form.text(least))
            .orElse("");
    String to =
        maximum
            .filter(most -> most < UNLIMITED)
            .map(most -> " to " + form.text(most))
            .orElse(form == Form.DURATION ? " to " + Quantities.text(Quantities.LONGEST) : "");
    return from + to;
  }
}
