package io.tidemark.brokers.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files that brokers get: their settings, and scripts around them. */
public final class Template {
  private static final Pattern NAME = Pattern.compile("@(\\w+)@");

  private static final String FOLDER = "/io/tidemark/brokers/";

  private Template() {}

  /** The text of a file in which each {@code @name@} is replaced by its value. */
  public static String fill(String file, Map<String, ?> values) {
    try (InputStream in =
        Objects.requireNonNull(Template.class.getResourceAsStream(FOLDER + file), file)) {
      return NAME.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .replaceAll(name -> Matcher.quoteReplacement(value(values, name.group(1))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A text of properties as Java reads them from files: in Latin-1, other letters as escapes. */
  public static String escaped(String properties) {
    StringBuilder text = new StringBuilder();
    properties
        .chars()
        .forEach(
            letter ->
                text.append(
                    letter < 0x7f
                        ? Character.toString(letter)
                        : String.format(Locale.ROOT, "\\u%04x", letter)));
    return text.toString();
  }

  private static String value(Map<String, ?> values, String name) {
    return String.valueOf(Objects.requireNonNull(values.get(name), name));
  }
}
