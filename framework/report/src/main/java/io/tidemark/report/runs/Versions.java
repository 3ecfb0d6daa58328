package io.tidemark.report.runs;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Versions as values of a key: {@code 4.3.1}, {@code v4.3}, or the tag of an image, {@code
 * apache/kafka:4.3.1}. They have an order and no distances.
 */
final class Versions {
  private static final Pattern FORM =
      Pattern.compile("(?<image>.*[:@])?v?(?<version>\\d+(\\.\\d+)*)(?<rest>[-+._]?\\p{Alpha}.*)?");

  private static final Pattern PART = Pattern.compile("\\d+|[^\\d.]+");

  /** Numbers by their value; {@code 4.2.0-rc1} is before {@code 4.2.0}. */
  static final Comparator<String> ORDER =
      Comparator.comparing(Versions::version, Versions::compare).thenComparing(text -> text);

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

  private static int compare(String one, String other) {
    List<String> left = parts(one);
    List<String> right = parts(other);
    for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
      int order = order(i < left.size() ? left.get(i) : "", i < right.size() ? right.get(i) : "");
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static List<String> parts(String version) {
    return PART.matcher(version).results().map(MatchResult::group).toList();
  }

  private static int order(String left, String right) {
    if (isNumber(left) && isNumber(right)) {
      return new BigInteger(left).compareTo(new BigInteger(right));
    }
    return rank(left) == rank(right)
        ? left.compareTo(right)
        : Integer.compare(rank(left), rank(right));
  }

  /** What follows equal parts: a text such as {@code -rc1}, nothing, a further number. */
  private static int rank(String part) {
    return isNumber(part) ? 2 : part.isEmpty() ? 1 : 0;
  }

  private static boolean isNumber(String part) {
    return !part.isEmpty() && Character.isDigit(part.charAt(0));
  }
}
