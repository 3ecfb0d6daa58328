package io.tidemark.report.runs;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The order of versions: numbers by their value, so that 4.9 is before 4.10; {@code 4.2.0-rc1} is
 * before {@code 4.2.0}, which is before {@code 4.2.0.1}. Other texts are in the order of letters.
 */
public final class VersionOrder implements Comparator<String> {
  /**
   * Orders values of a key: {@code 4.3.1}, {@code v4.3}, or an image, {@code apache/kafka:4.3.1}.
   */
  static final Comparator<String> OF_VALUES =
      Comparator.comparing(VersionOrder::version, new VersionOrder()).thenComparing(text -> text);

  private static final Pattern FORM =
      Pattern.compile("(?<image>.*[:@])?v?(?<version>\\d+(\\.\\d+)*)(?<rest>[-+._]?\\p{Alpha}.*)?");

  private static final Pattern PART = Pattern.compile("\\d+|[^\\d.]+");

  @Override
  public int compare(String one, String other) {
    List<String> left = parts(one);
    List<String> right = parts(other);
    for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
      int order = order(i < left.size() ? left.get(i) : "", i < right.size() ? right.get(i) : "");
      if (order != 0) {
        return order;
      }
    }
    return one.compareTo(other);
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

  /** What follows a version: {@code -rc1}, nothing, another text, a number. */
  private static int rank(String part) {
    if (part.isEmpty()) {
      return 1;
    }
    return isNumber(part) ? 3 : part.startsWith("-") ? 0 : 2;
  }

  private static boolean isNumber(String part) {
    return !part.isEmpty() && Character.isDigit(part.charAt(0));
  }

  /** Whether all values of a key are versions. */
  static boolean isOf(String key, List<String> texts, boolean numbers) {
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
