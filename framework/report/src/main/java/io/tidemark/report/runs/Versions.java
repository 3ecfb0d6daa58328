package io.tidemark.report.runs;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Versions as values of a key: {@code 4.3.1}, {@code v4.3}, or the tag of an image, {@code
 * apache/kafka:4.3.1}. They have an order and no distances.
 */
final class Versions {
  private static final Pattern FORM =
      Pattern.compile("(?<image>.*[:@])?v?(?<version>\\d+(\\.\\d+)*)(?<rest>[-+._]?\\p{Alpha}.*)?");

  static final Comparator<String> ORDER =
      Comparator.comparing(Versions::version, new VersionOrder()).thenComparing(text -> text);

  private Versions() {}

  /** Whether all values of a key are versions. */
  static boolean are(String key, List<String> texts, boolean numbers) {
    String name = key.substring(key.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    boolean named = name.endsWith("version") || name.endsWith("image");
    boolean versions = texts.stream().allMatch(text -> FORM.matcher(text).matches());
    boolean dotted = texts.stream().allMatch(text -> version(text).contains("."));
    return versions && (named || (dotted && !numbers));
  }

  /** Without the name of an image. */
  private static String version(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches() ? text.substring(form.start("version")) : text;
  }
}
