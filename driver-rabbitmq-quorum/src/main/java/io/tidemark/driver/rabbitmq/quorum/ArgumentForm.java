package io.tidemark.driver.rabbitmq.quorum;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the value of a queue's argument must look like. RabbitMQ minds the type: the text "5" is no
 * number to it, and the text "true" no boolean.
 */
interface ArgumentForm {
  /** What is wrong with a value of a parsed file; empty when nothing is. */
  Optional<String> problem(Object value);

  static ArgumentForm numberFrom(long least) {
    return number(least, Long.MAX_VALUE);
  }

  static ArgumentForm number(long least, long most) {
    String allowed = "a whole number from " + least + (most == Long.MAX_VALUE ? "" : " to " + most);
    return value -> {
      boolean whole = value instanceof Integer || value instanceof Long;
      long number = whole ? ((Number) value).longValue() : 0;
      return whole && number >= least && number <= most
          ? Optional.empty()
          : Optional.of(wrong(value, allowed));
    };
  }

  static ArgumentForm flag() {
    return value ->
        value instanceof Boolean ? Optional.empty() : Optional.of(wrong(value, "true, false"));
  }

  /**
   * @param values the text may be; none for any
   */
  static ArgumentForm text(String... values) {
    return value -> {
      if (values.length > 0) {
        return Arrays.asList(values).contains(value)
            ? Optional.empty()
            : Optional.of("got '" + value + "'; allowed " + String.join(", ", values));
      }
      return value instanceof String
          ? Optional.empty()
          : Optional.of("got " + value + ", which is no text; allowed a text such as \"5\"");
    };
  }

  /**
   * @param example of a text that is right
   */
  static ArgumentForm textLike(Pattern pattern, String example) {
    return value ->
        value instanceof String text && pattern.matcher(text).matches()
            ? Optional.empty()
            : Optional.of("got '" + value + "'; allowed a text such as " + example);
  }

  private static String wrong(Object value, String allowed) {
    return value instanceof String
        ? "got the text '" + value + "'; allowed " + allowed + ", without quotes"
        : "got '" + value + "'; allowed " + allowed;
  }
}
