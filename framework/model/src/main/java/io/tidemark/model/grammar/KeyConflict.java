package io.tidemark.model.grammar;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A row of the table of keys that cannot be combined.
 *
 * @param key its path as in the reference page: {@code phases[].rate}
 * @param with what it cannot be combined with, for the reference page
 * @param holds whether a file has the two; {@code C} is what the file combines
 * @param message in which {@code {name}} stands for a value of the file
 * @param warns whether the key has no effect then, rather than being an error
 */
public record KeyConflict<C>(
    String key, String with, Predicate<C> holds, String message, boolean warns) {
  private static final Pattern VALUE = Pattern.compile("\\{(\\w+)\\}");

  /** A combination that is an error. */
  public static <C> KeyConflict<C> error(
      String key, String with, Predicate<C> holds, String message) {
    return new KeyConflict<>(key, with, holds, message, false);
  }

  /** A key that has no effect in a combination. */
  public static <C> KeyConflict<C> warning(
      String key, String with, Predicate<C> holds, String message) {
    return new KeyConflict<>(key, with, holds, message, true);
  }

  /** The list whose elements have the key; empty for a key that is not in a list. */
  public String list() {
    return key.contains("[].") ? key.substring(0, key.indexOf("[].")) : "";
  }

  /** The path of the key in the element of its list, or else in the file. */
  private String keyInElement() {
    return key.substring(key.indexOf("[].") < 0 ? 0 : key.indexOf("[].") + "[].".length());
  }

  /**
   * Reports the conflict in the file, or in the element of its list, that has it.
   *
   * @param values of the file, by their names in the message
   */
  public void report(Fields element, UnaryOperator<String> values) {
    String text =
        VALUE
            .matcher(message)
            .replaceAll(value -> Matcher.quoteReplacement(values.apply(value.group(1))));
    Fields section = element;
    String[] steps = keyInElement().split("\\.");
    for (int i = 0; i < steps.length - 1; i++) {
      section = section.section(steps[i]);
    }
    String last = steps[steps.length - 1];
    if (warns) {
      section.warn(last, text);
    } else {
      section.error(last, text);
    }
  }
}
