package io.tidemark.model.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Removes the values of placeholders from messages. Short values only as separate words: they are
 * not secret as parts of others.
 */
record ConcealedValues(List<String> values) {
  static final ConcealedValues NONE = new ConcealedValues(List.of());

  private static final Set<String> COMMON = Set.of("true", "false", "null");
  private static final int SHORT = 4;

  ConcealedValues and(Collection<String> more) {
    return new ConcealedValues(
        Stream.concat(values.stream(), more.stream())
            .map(String::strip)
            .filter(value -> !value.isEmpty() && !COMMON.contains(value))
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList());
  }

  String in(String message) {
    String concealed = message;
    for (String value : values) {
      concealed =
          value.length() < SHORT
              ? alone(concealed, value)
              : concealed.replace(value, SecretMask.MASK);
    }
    return concealed;
  }

  private static String alone(String message, String value) {
    StringBuilder concealed = new StringBuilder();
    int from = 0;
    for (int at = message.indexOf(value); at >= 0; at = message.indexOf(value, from)) {
      int end = at + value.length();
      boolean alone = !isWord(message, at - 1) && !isWord(message, end);
      concealed.append(message, from, at).append(alone ? SecretMask.MASK : value);
      from = end;
    }
    return concealed.append(message, from, message.length()).toString();
  }

  private static boolean isWord(String message, int index) {
    return index >= 0
        && index < message.length()
        && Character.isLetterOrDigit(message.charAt(index));
  }
}
